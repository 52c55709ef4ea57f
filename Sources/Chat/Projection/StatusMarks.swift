/// The marks that are drawn beside the time of a message of the viewer's own: what they look like, not what they mean.
public struct StatusMarks: Hashable, Sendable {
  /// The colour of marks.
  public enum Colour: String, Hashable, Sendable {
    case grey
    case blue
    case red
  }

  /// The characters, such as "✓✓".
  public let glyph: String
  /// The colour of all of them.
  public let colour: Colour

  /// Marks of a colour.
  public init(_ glyph: String, _ colour: Colour) {
    self.glyph = glyph
    self.colour = colour
  }
}

extension StatusMarks: CustomStringConvertible {
  /// The marks drawn with characters; grey ones without their colour.
  public var description: String { colour == .grey ? glyph : "\(glyph) \(colour.rawValue)" }
}

extension DeliveryStatus {
  /// The marks as they stand beside the time: a clock, one grey check, two grey ones, two blue ones, and a red mark.
  public var marks: StatusMarks {
    switch self {
    case .sending: StatusMarks("🕓", .grey)
    case .sent: StatusMarks("✓", .grey)
    case .delivered: StatusMarks("✓✓", .grey)
    case .read: StatusMarks("✓✓", .blue)
    case .failed: StatusMarks("!", .red)
    }
  }
}

extension Screen.Bubble {
  /// A control that a bubble offers to the person.
  public enum Control: String, Hashable, Sendable, CaseIterable {
    /// Tries a failed message again.
    case retry
    /// Fetches a picture again that could not be fetched.
    case reload
    /// Changes the text.
    case edit
    /// Deletes the message, or gives a failed one up.
    case delete
    /// Deletes the picture of anybody's message from a group, for its admins only (PM-18).
    case deleteMedia
  }

  /// Whether a failed message can be tried again here (DS-08).
  public var offersRetry: Bool { controls.contains(.retry) }
}
