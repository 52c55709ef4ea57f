extension StarterPackage {
  /// The scenarios, and what they cover.
  var scenarios: String {
    """
    import Rehearsal
    import \(name.text)

    extension Scenarios {
      static let arrives = Scenario(
        "A note is on the other phone within a second", covers: "NO-01", faults: .allowed
      ) { (world: NoteWorld) in
        let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
        try await world.untilQuiet()
        await alice.write("hello")
        try await alice.expect(within: .zero) { $0.notes.map(\\.text) == ["hello"] }
        try await bob.expect(within: .seconds(1), measuredAs: "arrival") {
          $0.notes.map(\\.text) == ["hello"]
        }
      }

      static let survives = Scenario(
        "A note that was written offline survives the end of the app", covers: "NO-02",
        faults: .allowed
      ) { (world: NoteWorld) in
        let (alice, bob) = try await world.phones("Alice", "Bob")
        await alice.setAirplaneMode(true)
        await alice.write("hello")
        try await alice.kill()
        try await alice.relaunch()
        try await alice.expect(within: .seconds(1)) { $0.notes.map(\\.text) == ["hello"] }
        await alice.setAirplaneMode(false)
        try await bob.expect { $0.notes.map(\\.text) == ["hello"] }
      }
    }

    extension RequirementCatalog where Self == RequirementTable {
      /// The requirements of the app.
      public static var notes: RequirementTable {
        RequirementTable(
          \"""
          # NO Notes
          NO-01 T A note is on the other phones within 1 s, on LTE.
          NO-02 S A note that was written is not lost, with no network and when the app dies.
          \""")
      }
    }

    """
  }

  var readme: String {
    """
    # \(name.text)

    An app that is rehearsed on simulated phones. Put your own in the place of `NoteApp`.

        swift run -c release rehearse                                        # plays every scenario once
        swift run -c release rehearse sweep --seeds 1000 --faults random     # many seeds, with faults
        swift test                                                           # a test for each scenario

    | file | what is in it |
    |---|---|
    | `Sources/\(name.text)/NoteApp.swift` | the app, an actor on `PhoneApp`, and its screen |
    | `Sources/\(name.text)/NoteWorld.swift` | phones and a backend, and what a person does on a phone |
    | `Sources/\(name.text)/NotesStay.swift` | an invariant: it holds in every run |
    | `database.rules.json` | the backend's security rules |
    | `Sources/\(name.scenarios)` | the scenarios; a file that is dropped in is found |
    | `Tests/\(name.tests)` | how many seeds the tests play |

    The line `.package(…)` in `Package.swift` says where Rehearsal is found. A path works on this machine only: give a URL and
    a version before the CI file can do its work.

    """
  }

  static let ignored = """
    .build
    .rehearsal

    """

  static let workflow = """
    name: rehearse
    on: [push, pull_request]
    jobs:
      rehearse:
        runs-on: ubuntu-latest
        container: swift:6.3
        steps:
          - uses: actions/checkout@v4
          - run: swift build -c release
          - run: .build/release/rehearse
          - run: .build/release/rehearse sweep --seeds 1000 --faults random
          - run: swift test

    """
}
