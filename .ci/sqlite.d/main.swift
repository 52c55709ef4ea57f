import CSQLite
import Foundation
import Rehearsal

/// Notes in a database of SQLite, as an app keeps them without a word of the simulator.
@MainActor
final class Notes {
  private var database: OpaquePointer?
  private(set) var lines: [String] = []

  func open(_ mode: String) {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let status = sqlite3_open(folder.appending(path: "notes.sqlite").path, &database)
    lines.append("open \(status)")
    run("PRAGMA journal_mode = \(mode)")
    run("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT)")
  }

  func run(_ statement: String) {
    let status = sqlite3_exec(database, statement, nil, nil, nil)
    if status != SQLITE_OK { lines.append("refused \(status)") }
  }

  func add(_ text: String) { run("INSERT INTO notes (text) VALUES ('\(text)')") }

  func count() {
    var statement: OpaquePointer?
    let question = "SELECT group_concat(text, ' ') FROM (SELECT text FROM notes ORDER BY id)"
    sqlite3_prepare_v2(database, question, -1, &statement, nil)
    sqlite3_step(statement)
    lines.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "nothing")
    sqlite3_finalize(statement)
  }

  /// A number of SQLite's own chance.
  func draw() {
    var word: UInt32 = 0
    sqlite3_randomness(4, &word)
    lines.append("drew \(word)")
  }
}

@MainActor
final class NotesApp: MainActorApp {
  typealias Screen = String
  let notes = Notes()
  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { notes.lines.last ?? "nothing" }
}

typealias NotesPhone = Phone<HostedApp<NotesApp>>

func expect(_ found: [String]?, _ expected: [String], line: Int = #line) {
  if found == expected { return }
  print("line \(line): \(expected) was expected, and there was \(found ?? [])")
  exit(1)
}

/// Plays two phones; the digest of the run.
func play(_ seed: UInt64, _ mode: String) -> UInt64 {
  let world = World(seed: seed)
  let verdict = world.run {
    let stage = try AppStage(in: world)
    var phones: [NotesPhone] = []
    for name in ["Alice", "Bob"] {
      let phone = try NotesPhone(
        name: name, user: name.lowercased(), on: .wifi, network: stage.network,
        server: stage.backend.host, configuration: 0)
      try await phone.launch()
      await phone.touch("open") { $0.notes.open(mode) }
      phones.append(phone)
    }
    let (alice, bob) = (phones[0], phones[1])
    func look(_ phone: NotesPhone) async -> [String]? {
      await phone.touch("look") {
        $0.notes.count()
        return $0.notes.lines
      }
    }
    await alice.touch("add") { $0.notes.add("one") }
    await bob.touch("add") { $0.notes.add("two") }
    await alice.touch("begin") {
      $0.notes.run("BEGIN IMMEDIATE")
      $0.notes.add("lost")
    }
    expect(await look(alice), ["open 0", "one lost"])
    expect(await look(bob), ["open 0", "two"])
    try await alice.kill()
    try await alice.launch()
    await alice.touch("open") { $0.notes.open(mode) }
    await alice.touch("add") { $0.notes.add("three") }
    expect(await look(alice), ["open 0", "one three"])
    await bob.fillDisk(for: .seconds(60))
    await bob.touch("add") { $0.notes.add("full") }
    // A journal cannot be made, or the log not be written to.
    let refusal = mode == "WAL" ? SQLITE_FULL : SQLITE_CANTOPEN
    expect(await look(bob), ["open 0", "two", "refused \(refusal)", "two"])
    try await world.sleep(for: .seconds(70))
    await bob.touch("add") { $0.notes.add("room") }
    expect(await look(bob).map { [$0.last ?? ""] }, ["two room"])
    await bob.touch("draw") { $0.notes.draw() }
  }
  guard case .passed = verdict else {
    print("\(verdict)")
    exit(1)
  }
  return world.journal.digest
}

for mode in ["DELETE", "WAL"] {
  let (first, other, again) = (play(1, mode), play(2, mode), play(1, mode))
  guard first == again, first != other else {
    print("\(mode): the digests of seed 1 are \(first) and \(again), and that of seed 2 \(other)")
    exit(1)
  }
}
print("sqlite: passed, with version \(String(cString: sqlite3_libversion()))")
