import Harness
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("What happens to phones in generated days")
struct DayOfPhonesTests {
  typealias Deed = DayDeed<ChatDeed>

  private static let days = Scenario.generatedDays("days", in: ChatWorld.self)
    .named("days")

  private static func say(_ text: String) -> Deed {
    .app(.gesture(.send(text, in: ConversationID("chat1"))))
  }

  /// What is told of the second in which Alice does the last of some things, one a second, behind the beginning of a
  /// conversation: each event with its time.
  private static func told(_ deeds: [Deed]) -> [String] {
    let start = Deed.app(.gesture(.startConversation(with: ["bob"], isGroup: false)))
    var steps = [Day.Step(wait: .seconds(1), phone: "Alice", makes: "chat1", deed: start.text)]
    // The day's end heals what has befallen the phone, a second later.
    for deed in deeds + [.phone(.contrast(false))] {
      steps.append(Day.Step(wait: .seconds(1), phone: "Alice", deed: deed.text))
    }
    let day = Day(
      phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")], steps: steps)
    let (result, entries) = Runner.record(days, RunConfiguration(day: .given(day)))
    #expect(result.outcome == .passed)
    let last = Instant.zero.advanced(by: .seconds(deeds.count + 1))
    return entries.filter {
      $0.kind != .step && $0.instant >= last && $0.instant < last.advanced(by: .seconds(1))
    }.map { "\($0.instant) \($0.text)" }
  }

  private static func expect(
    _ sign: String, after deeds: [Deed], _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    let told = told(deeds)
    let all = told.joined(separator: "\n")
    #expect(told.contains { $0.contains(sign) }, "\(all)", sourceLocation: location)
  }

  @Test(
    "a fault befalls the phone",
    arguments: [
      (.partition(milliseconds: 50), "began: partition Alice | backend"),
      (.notHeard(milliseconds: 50), "began: partition Alice →| backend"),
      (.hearsNothing(milliseconds: 50), "began: partition backend →| Alice"),
      (.hold(milliseconds: 50), "began: hold Alice ↔ backend"),
      (.slow(factor: 2, plus: 3, milliseconds: 50), "began: slow Alice"),
      (.flap(down: 5, up: 6, milliseconds: 50), "began: flap Alice, 5 ms down, 6 ms up"),
      (.reset(milliseconds: 50), "began: reset Alice"),
      (.captivePortal(milliseconds: 50), "began: captive portal Alice"),
      (.lostNames(milliseconds: 50), "began: no names for Alice"),
      (.handover(profile: "lte"), "now on LTE"),
      (.fullDisk(milliseconds: 50), "the disk is full"),
      (.silentBreak, "began: silent break Alice"),
      (.latePush(milliseconds: 50), "began: delay next by 50 ms, backend → Alice"),
      (.backendRestart(isSilent: false, milliseconds: 50), "began: restart backend"),
      (.backendRestart(isSilent: true, milliseconds: 50), "began: restart backend"),
    ] as [(PhoneFault, String)])
  func faults(fault: PhoneFault, sign: String) {
    Self.expect(sign, after: [Self.say("before"), .fault(fault)])
  }

  @Test(
    "a fault strikes what the app does next",
    arguments: [
      (.lostAcknowledgement(isSilent: false), "lose next, then reset, backend → Alice: response"),
      (
        .lostAcknowledgement(isSilent: true), "lose next, then half-open, backend → Alice: response"
      ),
      (.killAtCommit(isDurable: false), "lost: the app died before it"),
      (.killAtCommit(isDurable: true), ", then death"),
      (.failedCommit, "disk commit failed, write failed"),
      (.slowDisk(milliseconds: 300), "3.3 s disk commit"),
    ] as [(PhoneFault, String)])
  func strikes(fault: PhoneFault, sign: String) {
    Self.expect(sign, after: [.fault(fault), Self.say("behind")])
  }

  @Test("the functions of the backend can be interrupted wherever the app is")
  func interruptedFunctions() {
    let told = Self.told([.phone(.background), .fault(.interruptedFunctions)])
    #expect(!told.contains { $0.contains("skipped: ") })
  }

  @Test(
    "what the system does to an app behind the screen is skipped where it is in front",
    arguments: [(.reclaimedSockets, "sockets"), (.killForMemory, "ended")]
      as [(PhoneFault, String)])
  func behindTheScreen(fault: PhoneFault, sign: String) {
    Self.expect("skipped: ", after: [.fault(fault)])
    Self.expect(sign, after: [.phone(.background), .phone(.suspend), .fault(fault)])
  }

  @Test(
    "a gesture is made on the phone",
    arguments: [
      ([.background], "enterBackground → background"),
      ([.background, .suspend], "suspend → suspended"),
      ([.background, .foreground], "enterForeground → foreground"),
      ([.lock], "locked"),
      ([.lock, .unlock], "unlocked"),
      ([.restart], "switched off and on"),
      ([.cover(.appSwitcher)], "behind the app switcher"),
      ([.cover(.appSwitcher), .uncover], "become active → foreground"),
      ([.kill], "terminate → terminated"),
      ([.kill, .launch], "launch → foreground"),
      ([.reinstall], "disk erased"),
      ([.airplaneMode(true)], "interface down"),
      ([.airplaneMode(true), .airplaneMode(false)], "interface up"),
      ([.network("lte")], "now on LTE"),
      ([.clock(milliseconds: 5_000)], "clock set: skew 5"),
      ([.photoAccess(.denied)], "photo library denied"),
      ([.background, .permission(.provisional)], "notifications"),
      ([.lowPower(true)], "low power mode on"),
      ([.timeZone(hours: 3)], "zone 3:00:00.000"),
      ([.textSize(.extraExtraExtraLarge)], "look set"),
      ([.contrast(true)], "look set: increased contrast"),
      ([.darkMode(true)], "look set: dark"),
    ] as [([PhoneGesture], String)])
  func gestures(gestures: [PhoneGesture], sign: String) {
    Self.expect(sign, after: gestures.map { .phone($0) })
  }

  @Test("a day draws every fault that can befall an app where it is")
  func drawn() {
    func kinds(for state: LifeState) -> Set<String> {
      var kinds: Set<String> = []
      for step in 1...500 {
        var draws = DayDraws(Choices(seed: 1), step: step)
        kinds.insert(PhoneFault.drawn(&draws, for: state).kind)
      }
      return kinds
    }
    #expect(kinds(for: .foreground).count == 19)
    #expect(
      kinds(for: .suspended).subtracting(kinds(for: .foreground)) == [
        "reclaimed sockets", "killed for memory",
      ])
    #expect(kinds(for: .background).subtracting(kinds(for: .foreground)) == ["killed for memory"])
  }
}
