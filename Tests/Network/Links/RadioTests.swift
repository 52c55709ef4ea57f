import Simulator
import Testing

@testable import Network

@Suite("Radios of phones")
struct RadioTests {
  private static let choices = Choices(seed: 1)
  private static let millisecond: Int64 = 1_000_000
  private static let second: Int64 = 1_000_000_000

  private static func radio(
    paging: LatencyDistribution = .zero, gaps: RadioProfile.Gaps? = nil
  ) -> Radio {
    Radio(
      RadioProfile(
        sleepsAfter: .seconds(10), wakeUp: .constant(.milliseconds(260)), paging: paging, gaps: gaps
      ), of: "Alice")
  }

  private static func ready(
    _ radio: Radio, at time: Int64, fromNetwork: Bool = false, choices: Choices = choices
  ) -> Int64? {
    switch radio.take(at: time, fromNetwork: fromNetwork, choices: choices) {
    case .from(let ready): ready
    case .lost: nil
    }
  }

  @Test("the first datagram wakes the radio, and those behind it wait no longer than it")
  func wakeUp() {
    let radio = Self.radio()
    #expect(Self.ready(radio, at: 0) == 260 * Self.millisecond)
    #expect(Self.ready(radio, at: 100 * Self.millisecond) == 260 * Self.millisecond)
    #expect(Self.ready(radio, at: 261 * Self.millisecond) == 261 * Self.millisecond)
  }

  @Test("it sleeps again after the silence, counted from the last datagram in either direction")
  func sleep() {
    let radio = Self.radio()
    _ = Self.ready(radio, at: 0)
    #expect(Self.ready(radio, at: 9 * Self.second, fromNetwork: true) == 9 * Self.second)
    #expect(Self.ready(radio, at: 19 * Self.second) == 19 * Self.second)
    #expect(
      Self.ready(radio, at: 30 * Self.second) == 30 * Self.second + 260 * Self.millisecond)
  }

  @Test("a sleeping phone has to be found first, one that speaks by itself has not")
  func paging() {
    let paging = LatencyDistribution.constant(.milliseconds(640))
    #expect(Self.ready(Self.radio(paging: paging), at: 0) == 260 * Self.millisecond)
    #expect(
      Self.ready(Self.radio(paging: paging), at: 0, fromNetwork: true) == 900 * Self.millisecond)
  }

  @Test("what meets a gap waits for its end or is lost, whatever was sent before")
  func gaps() {
    func gaps(losing: Bool) -> RadioProfile.Gaps {
      RadioProfile.Gaps(
        every: .constant(.seconds(5)), length: .constant(.seconds(2)), losesDatagrams: losing)
    }
    // From 5 to 7 s, from 12 to 14 s, and so on.
    let radio = Self.radio(gaps: gaps(losing: false))
    #expect(Self.ready(radio, at: 4 * Self.second) == 4 * Self.second + 260 * Self.millisecond)
    #expect(Self.ready(radio, at: 5 * Self.second) == 7 * Self.second)
    #expect(Self.ready(radio, at: 7 * Self.second) == 7 * Self.second)
    #expect(Self.ready(radio, at: 13 * Self.second) == 14 * Self.second)
    let losing = Self.radio(gaps: gaps(losing: true))
    _ = Self.ready(losing, at: 0)
    #expect(Self.ready(losing, at: 6 * Self.second) == nil)
    #expect(Self.ready(losing, at: 8 * Self.second) == 8 * Self.second)
  }

  @Test("gaps are the same whatever is sent, and differ by seed")
  func drawnGaps() {
    let gaps = RadioProfile.Gaps(
      every: .exponential(mean: .seconds(3)), length: .uniform(.seconds(1), .seconds(2)),
      losesDatagrams: true)
    func dark(_ choices: Choices, every step: Int64) -> [Bool] {
      let radio = Self.radio(gaps: gaps)
      return stride(from: 0, to: 60 * Self.second, by: Int(step)).map { time in
        Self.ready(radio, at: Int64(time), choices: choices) == nil
      }
    }
    let fine = dark(Choices(seed: 7), every: Self.second / 2)
    let coarse = dark(Choices(seed: 7), every: 2 * Self.second)
    // The radio is awake from the second datagram on.
    #expect(stride(from: 4, to: fine.count, by: 4).map { fine[$0] } == Array(coarse.dropFirst()))
    #expect(fine.contains(true) && fine.contains(false))
    #expect(fine != dark(Choices(seed: 8), every: Self.second / 2))
  }

  @Test("a link's datagram leaves when its radio is ready, and says that it waited for it")
  func link() {
    let radio = Self.radio()
    var up = LinkDirection(
      name: "Alice→network",
      profile: DirectionProfile(
        latency: .constant(.milliseconds(10)), bandwidth: .megabits(8)), radio: radio)
    #expect(!up.isTransparent)
    let passage = up.pass(bytes: 1_000, at: 0, choices: Self.choices)
    #expect(
      passage
        == .arrives(LinkDirection.Arrival(time: 271 * Self.millisecond, isHeldUp: false)))
    #expect(up.radioWait == 260 * Self.millisecond)
    #expect(up.stretch(of: 1_000, at: 0).serialisation == Self.millisecond)
    #expect(up.stretch(of: 1_000, at: 0).queueing == 0)
  }

  @Test("an impossible radio is refused by its part")
  func flaws() {
    var profile = LinkProfile.lteTypical
    profile.radio?.sleepsAfter = .seconds(-1)
    #expect(throws: ProfileError.self) { try profile.validate() }
    profile = .lteMoving
    profile.radio?.gaps?.length = .constant(.seconds(-1))
    let error = #expect(throws: ProfileError.self) { try profile.validate() }
    #expect("\(error!)".contains("radio") && "\(error!)".contains("length of gaps"))
  }
}
