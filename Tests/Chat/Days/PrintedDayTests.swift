import Foundation
import Harness
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("Printed days")
struct PrintedDayTests {
  private static let days = Scenario.generatedDays("days", in: ChatWorld.self)
    .named("days")

  private static let head = """
    // swift-format-ignore-file
    // As PrintedDayTests prints it. That it is compiled with the tests shows that printed days compile.


    """

  /// A day with a deed of every kind, and each value of what is printed by its name.
  private static var day: Day {
    let waits: [Duration] = [.minutes(2), .seconds(3), .milliseconds(1_500), .microseconds(7)]
    var day = Day(
      phones: [
        Day.Phone(name: "Alice", user: "alice", profile: "3g", skew: .milliseconds(-3)),
        Day.Phone(name: "Bob 2", user: "bob", profile: "wifi"),
      ], settings: ChatWorld.daySettings)
    for (place, step) in PrintedDeeds.all.enumerated() {
      day.steps.append(
        Day.Step(
          wait: place < waits.count ? waits[place] : .zero, phone: "Alice", makes: step.makes,
          deed: step.deed.text))
    }
    return day
  }

  @Test("the file that is compiled with the tests is what is printed of a deed of every kind")
  func isCompiled() throws {
    let telling = try #require(Self.days.days)
    let printed =
      Self.head
      + telling.source(
        Self.day, DayFile(name: "printedDay", title: "A deed of every kind", origin: "days"))
    let place = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "PrintedDay.swift")
    let compiled = try String(contentsOf: place, encoding: .utf8)
    if compiled == printed { return }
    Issue.record("PrintedDay.swift is not what is printed, which is\n\(printed)")
  }

  @Test("each of its deeds speaks of what one before it makes, so that none is left out")
  func isComplete() {
    var made: Set<String> = []
    for step in PrintedDeeds.all {
      if case .app(let deed) = step.deed { #expect(made.isSuperset(of: deed.names), "\(deed)") }
      if let name = step.makes { #expect(made.insert(name).inserted, "\(name)") }
    }
  }

  @Test("a message that may not have come about is declared as one that has")
  func submitted() {
    #expect(ChatGesture.submit.source(on: "alice", makes: nil) == "await alice.submit()")
    #expect(
      ChatGesture.submit.source(on: "alice", makes: "message3") == """
        guard let message3 = await alice.submit() else {
          return try world.require(false, "message3 to be sent")
        }
        """)
  }
}
