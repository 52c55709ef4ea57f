import Simulator

@testable import Devices

/// The smallest app that phones can run: it shows the notes on its disk.
actor NoteApp: PhoneApp {
  struct Screen: Digestible, Hashable, Sendable, CustomStringConvertible {
    var notes: [String] = []
    var isForeground = true

    var description: String { notes.isEmpty ? "no notes" : notes.joined(separator: ", ") }
  }

  nonisolated let lane: Lane
  private let services: PhoneServices<Screen>
  private let log: Log
  private var screen = Screen()
  /// What it keeps as a note whenever it is back in the foreground; nil where it keeps nothing then.
  private var returnNote: String?

  private static let table = DiskTable<String>("notes")

  init(services: PhoneServices<Screen>, configuration: Log) {
    lane = services.lane
    self.services = services
    log = configuration
  }

  /// A draft is kept where the person goes back to it.
  static func navigation(restoring screen: Screen) -> (@Sendable (isolated NoteApp) -> Void)? {
    guard screen.notes.contains("draft") else { return nil }
    return { app in try? app.add("draft") }
  }

  func start() {
    guard let image = try? services.process.storedImage() else { return }
    screen.notes = image.rows(in: Self.table).map(\.row)
    show()
  }

  func lifeChanged(to state: LifeState) {
    screen.isForeground = state == .foreground
    log.add("\(services.process.name) \(state.rawValue)")
    show()
    if state == .foreground, let returnNote { try? add(returnNote) }
  }

  /// Keeps a note whenever the app is back in the foreground.
  func keepOnReturn(_ note: String) { returnNote = note }

  /// Keeps a note, then shows it, then writes it down in the test's log.
  func add(_ note: String) throws {
    var transaction = DiskTransaction()
    transaction.put(note, at: note, in: Self.table)
    try services.process.commit(transaction)
    screen.notes.append(note)
    show()
    log.add("\(services.process.name) keeps \(note)")
  }

  /// Whether a note is shown.
  func has(_ note: String) -> Bool { screen.notes.contains(note) }

  /// What the app reads from the clock on the wall.
  var wallMilliseconds: Int64 { services.process.wallMilliseconds }

  /// Shows a note that is not kept.
  func scribble(_ note: String) {
    screen.notes.append(note)
    show()
  }

  private func show() {
    let text = screen.description + (screen.isForeground ? "" : " in the background")
    services.show(screen, text)
  }
}
