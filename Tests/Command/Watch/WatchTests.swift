import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Watching a run")
struct WatchTests {
  private let stops = [2, 5, 9]

  @Test("keys are read as terminals send them, and what means nothing is left out")
  func keys() {
    #expect(
      WatchKey.read(Array("\u{1B}[C\u{1B}[D \u{1B}OH\u{1B}[4~zq".utf8)) == [
        .nextChange, .previousChange, .playOrPause, .first, .last, .quit,
      ])
    #expect(WatchKey.read([0x1B]) == [.quit])
    #expect(WatchKey.read(Array("\u{1B}[1;5A".utf8)) == [])
  }

  @Test("keys move between changes and events, and not beyond the ends")
  func moves() {
    var state = WatchState(event: 2, speed: 1)
    func press(_ key: WatchKey) -> Int {
      let goesOn = state.press(key, stops: stops, count: 12)
      #expect(goesOn)
      return state.event
    }
    #expect(press(.previousChange) == 2)
    #expect(!state.isPlaying)
    #expect([press(.nextChange), press(.nextChange), press(.nextChange)] == [5, 9, 9])
    #expect([press(.nextEvent), press(.nextEvent), press(.nextEvent)] == [10, 11, 11])
    #expect(press(.previousChange) == 9)
    #expect(press(.first) == 2)
    #expect(press(.previousEvent) == 1)
    #expect(press(.last) == 9)
    // At the end it begins anew.
    #expect(press(.playOrPause) == 2)
    #expect(state.isPlaying)
    let goesOn = state.press(.quit, stops: stops, count: 12)
    #expect(!goesOn)
  }

  @Test("idle time is folded, and each change can be seen")
  func pauses() {
    var state = WatchState(event: 0, speed: 1)
    #expect(state.pause(before: 0) == .milliseconds(60))
    #expect(state.pause(before: 500_000_000) == .milliseconds(500))
    #expect(state.pause(before: .max) == .milliseconds(1500))
    _ = state.press(.faster, stops: stops, count: 12)
    #expect(state.pause(before: 500_000_000) == .milliseconds(250))
    for _ in 0..<40 { _ = state.press(.slower, stops: stops, count: 12) }
    #expect(state.speed == 0.01)
    #expect(state.pause(before: 5_000_000) == .milliseconds(500))
  }

  @Test("text is cut and broken by columns, of which ideographs and emoji take two")
  func columns() {
    #expect(TextColumns.width("a✓日🕓é") == 7)
    #expect(TextColumns.cut("日本語", to: 5) == "日本…")
    #expect(TextColumns.cut("日本語", to: 6) == "日本語")
    #expect(TextColumns.fitted("ab", to: 4) == "ab  ")
    #expect(TextColumns.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(TextColumns.wrapped("abcdefgh", to: 3) == ["abc", "def", "gh"])
  }

  @Test(
    "a page fits its terminal, whatever its size, and shows the phones that there is room for",
    arguments: [(40, 12), (80, 24), (200, 60), (20, 3)])
  func fits(columns: Int, rows: Int) {
    let watched = Self.watched(phones: 5)
    for event in watched.recording.events.indices {
      let page = watched.page(
        WatchState(event: event, speed: 1), columns: columns, rows: rows,
        style: Style(hasColour: false))
      #expect(page.count <= rows)
      // Two frames of the narrowest phones do not fit into 20 columns.
      if columns >= 40 {
        #expect(page.allSatisfy { TextColumns.width($0) <= columns }, "\(page)")
      }
    }
  }

  @Test("a page shows what each phone shows after the event, and what is waited for")
  func shows() {
    let watched = Self.watched(phones: 2)
    #expect(watched.stops == [1, 2])
    func page(_ event: Int) -> String {
      watched.page(
        WatchState(event: event, speed: 1), columns: 100, rows: 30, style: Style(hasColour: false)
      ).joined(separator: "\n")
    }
    #expect(page(1).contains("hello"))
    #expect(page(1).contains("(not running)"))
    #expect(page(1).contains("✓ "))
    #expect(!page(1).contains("✓✓"))
    #expect(page(1).contains("… phone 0: status of “hello” is read, 1 s of 3 s"))
    #expect(page(2).contains("✓✓"))
    #expect(page(2).contains("✓ phone 0: status of “hello” is read, 2 s of 3 s"))
    #expect(page(2).contains("2 s  phone 0  “hello” ✓ → ✓✓"))
    #expect(!page(1).contains("“hello” ✓ → ✓✓"))
  }

  @Test("control characters of an app's text do not reach the terminal")
  func hidden() {
    var watched = Self.watched(phones: 1)
    watched = WatchedRun(watched.run, with(watched.recording) { $0.texts[4] = "he\u{1B}[2Jllo" })
    let page = watched.page(
      WatchState(event: 1, speed: 1), columns: 100, rows: 30, style: Style(hasColour: false))
    #expect(page.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
  }

  @Test("only one run can be watched, and nothing else be made of it")
  func refused() {
    let captured = Captured()
    let catalog = Sample.catalog(Sample.fine, Sample.fails)
    #expect(captured.run("run", "--watch", catalog: catalog) == .usage)
    #expect(captured.notes.contains("it shows one; name one scenario"))
    #expect(captured.run("run", "--speed", "2", catalog: catalog) == .usage)
    #expect(captured.notes.contains("--watch, which --speed is for, is missing"))
    #expect(captured.run("run", "fine", "--watch", "--format", "json", catalog: catalog) == .usage)
    #expect(captured.run("run", "fine", "--watch", "--speed", "nan", catalog: catalog) == .usage)
  }

  @Test("without a terminal the run is told as lines, with its outcome and its story")
  func plain() {
    let captured = Captured()
    let catalog = Sample.catalog(Sample.fine, Sample.fails)
    #expect(captured.run("run", "fine", "--watch", catalog: catalog) == .passed)
    #expect(captured.results.contains("fine passed in 1 s of virtual time, digest "))
    #expect(captured.run("run", "fails", "--watch", catalog: catalog) == .failed)
    #expect(captured.results.contains("✗ fails failed at 3 s of virtual time"))
  }

  private func with(_ recording: Recording, _ change: (inout Recording) -> Void) -> Recording {
    var recording = recording
    change(&recording)
    return recording
  }

  /// Phones of which the first sends "hello" after 1 s and sees it read after 2 s; the others are not running.
  private static func watched(phones: Int) -> WatchedRun {
    var film = Recording()
    film.texts = [
      "", "foreground", "“hello” 🕓 → ✓", "“hello” ✓ → ✓✓", "hello", "12:00", "✓", "✓✓",
      "status of “hello” is read",
    ]
    for phone in 0..<phones {
      film.texts.append("phone \(phone)")
      film.phones.append(.init(name: film.texts.count - 1, user: 0))
    }
    func bubble(_ marks: Int) -> Recording.Node {
      .init(
        role: .bubble, traits: ScreenDrawing.Traits.own.rawValue, texts: [4, 0, 5, marks], parts: []
      )
    }
    func screen(_ part: Int) -> Recording.Node {
      .init(role: .screen, traits: 0, texts: [0, 0, 0, 0], parts: [part])
    }
    film.nodes = [bubble(6), screen(0), bubble(7), screen(2)]
    for (second, text) in [(0, 0), (1, 2), (2, 3)] {
      film.events.append(
        .init(
          instant: Int64(second) * 1_000_000_000, kind: second == 0 ? .step : .screen, subject: 9,
          text: text, step: 0))
    }
    film.frames = [
      .init(event: 1, phone: 0, part: .life, value: 1),
      .init(event: 1, phone: 0, part: .screen, value: 1),
      .init(event: 2, phone: 0, part: .screen, value: 3),
    ]
    film.spans = [
      .init(
        kind: .expectation, owner: 9, text: 8, from: 0, begin: 0, finish: 2, to: 2_000_000_000,
        end: .over, limit: 3_000_000_000, place: -1)
    ]
    return WatchedRun(Sample.play(Sample.fine), film)
  }
}
