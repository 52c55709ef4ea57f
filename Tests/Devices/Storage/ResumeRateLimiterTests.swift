import Simulator
import Testing

@testable import Devices

@Suite("The delay of background transfers")
struct ResumeRateLimiterTests {
  private static func time(_ seconds: Int) -> Instant {
    Instant.zero.advanced(by: .seconds(seconds))
  }

  @Test("nothing waits before the system has resumed the app")
  func none() {
    var limiter = ResumeRateLimiter()
    #expect(limiter.wait(at: Self.time(5)) == .zero)
  }

  @Test("a minute at first, twice as long after each resumption within it")
  func doubles() {
    var limiter = ResumeRateLimiter()
    limiter.resumed(at: Self.time(100))
    #expect(limiter.wait(at: Self.time(100)) == .seconds(60))
    #expect(limiter.wait(at: Self.time(130)) == .seconds(30))
    limiter.resumed(at: Self.time(150))
    #expect(limiter.wait(at: Self.time(150)) == .seconds(120))
    limiter.resumed(at: Self.time(200))
    #expect(limiter.wait(at: Self.time(200)) == .seconds(240))
  }

  @Test("over once it has passed without a resumption, or the person opens the app")
  func ends() {
    var limiter = ResumeRateLimiter()
    limiter.resumed(at: Self.time(0))
    limiter.resumed(at: Self.time(10))
    #expect(limiter.wait(at: Self.time(131)) == .zero)
    limiter.resumed(at: Self.time(140))
    #expect(limiter.wait(at: Self.time(140)) == .seconds(60))
    limiter.reset()
    #expect(limiter.wait(at: Self.time(141)) == .zero)
  }

  @Test("never longer than a day")
  func bounded() {
    var limiter = ResumeRateLimiter()
    for second in 0..<100 { limiter.resumed(at: Self.time(second)) }
    #expect(limiter.wait(at: Self.time(99)) == .hours(24))
  }
}
