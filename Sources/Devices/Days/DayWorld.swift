internal import Harness
internal import Simulator

/// A gesture of an app that generated days are made of.
///
/// A gesture is data. It speaks of things that a day makes, such as a message, by the names that the day gives to them, since
/// their ids are not known before the day is played.
public protocol DayGesture: Codable, Hashable, Sendable {
  /// The gesture in a few words without what it is about, such as "send": what coverage counts.
  var kind: String { get }

  /// The line, or lines, of Swift with which a scenario makes the gesture.
  ///
  /// - Parameters:
  ///   - phone: The variable that holds the phone.
  ///   - name: The name of what it makes, to be declared as a constant; nil where nobody speaks of it later.
  func source(on phone: String, makes name: String?) -> String

  /// The names that the day has given to what the gesture speaks of, such as "message1"; none by default.
  ///
  /// A scenario file leaves out a gesture that speaks of what no step before it makes, as the run did.
  var names: [String] { get }
}

extension DayGesture {
  public var names: [String] { [] }
}

/// A gesture that a person could make now.
public struct DayOffer<Gesture: DayGesture>: Sendable {
  /// The gesture.
  public let gesture: Gesture
  /// The weight among the offers: one of weight 3 is chosen three times as often as one of weight 1.
  public let weight: Int
  /// The beginning of the name under which later gestures speak of what it makes, such as "message"; nil where it makes
  /// nothing. A number follows it.
  public let makes: String?

  /// Offers a gesture.
  public init(_ gesture: Gesture, weight: Int = 1, makes: String? = nil) {
    self.gesture = gesture
    self.weight = weight
    self.makes = makes
  }
}

/// Something that is not as it must be once everything has come to rest.
public struct DayDifference: Hashable, Sendable {
  /// The statement that must hold, without names and numbers: failures of one statement are one failure.
  public let statement: String
  /// The facts that contradict it.
  public let facts: [String]

  /// Describes a difference.
  public init(_ statement: String, _ facts: String...) {
    self.statement = statement
    self.facts = facts
  }
}

/// A world whose people can be made up: it offers gestures, and knows what must be seen at rest.
///
/// Beside the app's gestures a generated day has those of any phone (``PhoneGesture``) and faults (``PhoneFault``), which no
/// world needs to offer.
public protocol DayWorld: AppWorld {
  /// The app's gestures.
  associatedtype Gesture: DayGesture

  /// The names of settings of the app, of which each day is played with some; none by default.
  static var daySettings: [String] { get }

  /// The lines of Swift that take a setting.
  static func source(ofSetting name: String) -> String

  /// Takes a setting before the first phone is set up; a name that is unknown changes nothing.
  func use(daySetting name: String)

  /// The gestures that a person could make on a phone now, each with everything that it is about.
  ///
  /// Asked only while the app is in the foreground. It changes nothing; it may wait for the app.
  ///
  /// - Parameter draws: The source of whatever it chooses.
  func offers(on phone: Phone<App>, _ draws: inout DayDraws) async -> [DayOffer<Gesture>]

  /// Makes a gesture.
  ///
  /// - Parameter name: The name of what it makes.
  /// - Returns: The reason why it cannot be made at present; nil where it was.
  /// - Throws: What a call throws that ends the run.
  func perform(
    _ gesture: Gesture, on phone: Phone<App>, makes name: String?
  ) async throws -> String?

  /// The state of the app on a phone in a few words of which there are few, such as "thread, sheet": what coverage counts.
  func state(of phone: Phone<App>) async -> String

  /// The differences between what the phones show, and have on their disks, and what they must, by what the backend has
  /// accepted. Asked when everything may have come to rest; none by default.
  func differences(among phones: [Phone<App>]) async -> [DayDifference]

  /// Goes through all places of the app on all phones, and calls `settle` where they must agree: for what an app shows in
  /// some places only. By default nothing.
  func lookAround(
    _ phones: [Phone<App>], settle: () async throws -> Void
  ) async throws
}

extension DayWorld {
  public static var daySettings: [String] { [] }
  public static func source(ofSetting name: String) -> String { "" }
  public func use(daySetting name: String) {}
  public func state(of phone: Phone<App>) async -> String { "" }
  public func differences(among phones: [Phone<App>]) async -> [DayDifference] { [] }
  public func lookAround(
    _ phones: [Phone<App>], settle: () async throws -> Void
  ) async throws {}
}
