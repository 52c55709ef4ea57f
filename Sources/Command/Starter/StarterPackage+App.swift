extension StarterPackage {
  /// The app: notes on a board that everybody sees.
  static let app = """
    import Rehearsal

    /// A board on which everybody writes notes, also without a network.
    public actor NoteApp: PhoneApp {
      public nonisolated let lane: Lane
      private let services: PhoneServices<Board>
      private var board = Board()
      private static let notes = DiskTable<Board.Note>("notes")

      public init(services: PhoneServices<Board>, configuration: Void) {
        lane = services.lane
        self.services = services
      }

      public func start() {
        guard let disk = try? services.process.storedImage() else { return }
        board.notes = disk.rows(in: Self.notes).map(\\.row)
        services.show(board)
        services.listen(to: QuerySpec("/notes"), on: self) { app, news in app.hear(news) }
        // The database forgets what it has not sent when the app dies.
        for note in board.notes where !note.isSent { send(note) }
      }

      func write(_ text: String) {
        keep([Board.Note(key: services.newKey(), text: text, isSent: false)])
      }

      private func send(_ note: Board.Note) {
        let node: Node = ["text": Node(.string(note.text))]
        services.set(["notes", note.key], to: node, on: self) { app, _ in
          app.keep([Board.Note(key: note.key, text: note.text, isSent: true)])
        }
      }

      private func hear(_ news: RaisedEvent.Content) {
        guard case .data(let event) = news else { return }
        let known = Set(board.notes.map(\\.key))
        var new: [Board.Note] = []
        for (key, node) in event.node.children where !known.contains(key) {
          guard case .string(let text)? = node["text"].scalar else { continue }
          new.append(Board.Note(key: key, text: text, isSent: true))
        }
        keep(new)
      }

      /// Puts notes on the disk, then on the screen, then sends the new ones: what anybody has seen must survive the end of
      /// the app.
      private func keep(_ notes: [Board.Note]) {
        var transaction = DiskTransaction()
        for note in notes { transaction.put(note, at: note.key.text, in: Self.notes) }
        guard (try? services.process.commit(transaction)) != nil else {
          // A full disk may have room later; after the end of the process nothing comes of it.
          services.process.schedule(after: .seconds(5), on: lane, background: true) { [weak self] in
            self?.post { $0.keep(notes) }
          }
          return
        }
        for note in notes {
          board.notes.removeAll { $0.key == note.key }
          board.notes.append(note)
        }
        board.notes.sort { $0.key < $1.key }
        services.show(board)
        for note in notes where !note.isSent { send(note) }
      }
    }

    /// The screen: every note, by the time at which it was written.
    public struct Board: Equatable, Sendable, Digestible, CustomStringConvertible {
      public struct Note: Hashable, Sendable, Digestible {
        public let key: Key
        public let text: String
        /// Whether the backend has it.
        public let isSent: Bool
      }

      public var notes: [Note] = []

      public var description: String {
        notes.map { "\\($0.text) \\($0.isSent ? "✓" : "🕓")" }.joined(separator: "\\n")
      }
    }

    """

  /// The world, with what a person can do.
  static let world = """
    import Rehearsal

    /// Phones with the app, and a backend with its rules.
    public struct NoteWorld: AppWorld {
      public typealias App = NoteApp
      public let stage: AppStage

      /// Compiled once in a process: a sweep makes thousands of worlds.
      private static let rules = Result { try RulesSource.nearest("database.rules.json").compile() }

      public init(in world: World) async throws {
        stage = try AppStage(in: world, rules: .compiled(Self.rules.get()))
      }

      public var invariants: [any Invariant<NoteApp>] { [NotesStay()] }
    }

    extension Phone where App == NoteApp {
      /// Writes a note.
      public nonisolated func write(
        _ text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
      ) async {
        let place = CodeLocation(fileID: fileID, filePath: filePath, line: line)
        await gesture("write", at: place) { $0.write(text) }
      }
    }

    """

  /// The invariant.
  static let invariant = """
    import Rehearsal

    /// A note that a phone has shown stays on it, whatever happens to the network and the app.
    struct NotesStay: Invariant {
      let id = "NO-A"
      private var shown: [String: [Board.Note]] = [:]

      mutating func check(
        _ event: WorldEvent<NoteApp>, phone: String?, at now: Instant
      ) -> Breach? {
        guard let phone else { return nil }
        switch event {
        case .screen(let board?):
          let before = shown.updateValue(board.notes, forKey: phone) ?? []
          let keys = Set(board.notes.map(\\.key))
          guard let lost = before.first(where: { !keys.contains($0.key) }) else { return nil }
          return Breach("\\(phone) to keep what it has shown", "“\\(lost.text)” is gone")
        case .disk(nil):
          // The app was deleted with all its data.
          shown[phone] = nil
          return nil
        case .screen(nil), .disk, .life, .commit, .shade, .wait, .quiet: return nil
        }
      }
    }

    """

  /// The backend's security rules.
  static let rules = """
    {
      "rules": {
        "notes": {
          ".read": "auth != null",
          "$note": {
            // A note never changes. The same one may come twice: a phone that has heard no answer sends it again.
            ".write": "auth != null && newData.exists() && (!data.exists() || newData.child('text').val() === data.child('text').val())",
            ".validate": "newData.child('text').isString()"
          }
        }
      }
    }

    """
}
