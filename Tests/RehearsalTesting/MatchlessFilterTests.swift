import Testing

@testable import RehearsalTesting

@Suite("A filter that matches no test")
struct MatchlessFilterTests {
  @Test("the filters of a test process are read from its arguments")
  func filters() {
    #expect(MatchlessFilter.filters(in: ["tests", "--skip-build"]) == [])
    #expect(
      MatchlessFilter.filters(in: ["tests", "--filter", "one", "--filter=two", "--filter"])
        == ["one", "two"])
  }

  @Test("the nearest names of scenarios are suggested")
  func suggestions() {
    let names = ["offlineRead", "authorOffline", "sentOffline"]
    #expect(
      MatchlessFilter.message(filters: ["offlinRead"], names: names)
        == """
        error: no test matches --filter offlinRead; did you mean offlineRead? `swift test list` shows what there is\n
        """)
    #expect(!MatchlessFilter.message(filters: ["nothing at all"], names: names).contains("mean"))
  }
}
