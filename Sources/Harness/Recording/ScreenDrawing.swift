/// A screen as a report draws it: a tree of the parts that messaging apps are made of.
///
/// ```swift
/// extension ListScreen: DrawnScreen {
///   public var drawing: ScreenDrawing {
///     ScreenDrawing(.screen, parts: [
///       ScreenDrawing(.bar, "Shopping"),
///       ScreenDrawing(.list, parts: lines.map { ScreenDrawing(.row, $0.text, marks: $0.isTicked ? "✓" : "") }),
///     ])
///   }
/// }
/// ```
public struct ScreenDrawing: Hashable, Sendable {
  /// The kind of a part, which decides how it is drawn.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A whole screen; its parts are drawn from top to bottom.
    case screen
    /// The bar at the top, with a title and a line below it.
    case bar
    /// A list that fills the screen; its parts are rows and sections.
    case list
    /// A line of a list: a title, a line below it, and a number or a word at its end.
    case row
    /// A heading in a list.
    case section
    /// An open conversation; its parts are bubbles and notices.
    case thread
    /// A message: its text, its author above it, its time, its marks, and buttons and labels as parts.
    case bubble
    /// A line in the middle of a thread, such as that a member left.
    case notice
    /// The line that tells who is typing.
    case typing
    /// A field for text, with what is written in it; its end is the word that stands there while nothing is.
    case field
    /// Something to tap.
    case button
    /// A sheet in front of the screen, with a title.
    case sheet
    /// An alert in front of everything, with its buttons as parts.
    case alert
    /// The notification centre; its parts are notifications, its end is the number on the app's icon.
    case shade
    /// A notification: a title and a text.
    case notification
    /// A line of text as it is.
    case text
    /// An image; the text names it.
    case image
  }

  /// A property by which a part looks different from others of its role.
  public struct Traits: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Of the person who holds the phone.
    public static let own = Traits(rawValue: 1)
    /// Out of use or gone, such as a deleted message.
    public static let faded = Traits(rawValue: 2)
    /// Chosen, such as a picked row.
    public static let selected = Traits(rawValue: 4)
    /// Cannot be tapped.
    public static let disabled = Traits(rawValue: 8)
    /// Tells of a failure, or destroys something.
    public static let alarming = Traits(rawValue: 16)
    /// Stands out in the app's colour, such as the checks of a read message.
    public static let highlighted = Traits(rawValue: 32)
    /// Light on dark; of a whole screen.
    public static let dark = Traits(rawValue: 64)
  }

  /// The kind of the part.
  public var role: Role
  /// The text or the title.
  public var text: String
  /// The line beside the text: a subtitle, a preview, an author.
  public var detail: String
  /// The word or number at the end: a time, an unread count.
  public var end: String
  /// Characters that stand for a state, such as "✓✓".
  public var marks: String
  /// The properties by which it looks different.
  public var traits: Traits
  /// The parts in it, in the order of reading.
  public var parts: [ScreenDrawing]
  /// The colour that fills it; nil where the report chooses one.
  public var fill: ScreenColour?
  /// The colour of the line around it; nil where it has none.
  public var border: ScreenColour?
  /// The width of an image in points, as on a screen that is 393 wide; nil where the report chooses a size.
  public var width: Int?
  /// The height of an image in points; nil where the report chooses a size.
  public var height: Int?

  /// Draws a part.
  public init(
    _ role: Role, _ text: String = "", detail: String = "", end: String = "", marks: String = "",
    traits: Traits = [], fill: ScreenColour? = nil, border: ScreenColour? = nil,
    width: Int? = nil, height: Int? = nil, parts: [ScreenDrawing] = []
  ) {
    self.role = role
    self.text = text
    self.detail = detail
    self.end = end
    self.marks = marks
    self.traits = traits
    self.parts = parts
    self.fill = fill
    self.border = border
    self.width = width
    self.height = height
  }

  /// Draws any screen: as itself where it can, otherwise by the lines of its description.
  package init(of screen: Any) {
    if let drawn = screen as? any DrawnScreen {
      self = drawn.drawing
    } else {
      let lines = "\(screen)".split(separator: "\n", omittingEmptySubsequences: false)
      self.init(.screen, parts: lines.map { ScreenDrawing(.text, String($0)) })
    }
  }
}

/// A screen that says how a report draws it. Others are drawn by the lines of their descriptions.
public protocol DrawnScreen {
  /// The screen as the person sees it, without what something else covers.
  var drawing: ScreenDrawing { get }
}
