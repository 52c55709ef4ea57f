import Backend
import Devices
import Network
import Simulator
import Testing

/// What one transfer told.
final class TransferLog: Sendable {
  struct State: Sendable {
    var progress: [TransferProgress] = []
    var end: Result<StoredFile, TransferError>?
    var endedAt: Instant?
  }

  private let state: WorldBound<State>

  init(in world: World) { state = WorldBound(State(), in: world) }

  var now: State { state.withValue { $0 } }
  var bytes: [Int] { now.progress.map(\.byteCount) }
  var file: StoredFile? { try? now.end?.get() }
  var error: TransferError? {
    if case .failure(let error)? = now.end { error } else { nil }
  }

  func tell(_ progress: TransferProgress) { state.withValue { $0.progress.append(progress) } }

  func end(_ end: Result<StoredFile, TransferError>) {
    let now = state.world.now
    state.withValue { state in
      precondition(state.end == nil, "a transfer ended twice")
      state.end = end
      state.endedAt = now
    }
  }
}

@Suite("File storage over the network")
struct StorageTests {
  private static let photo = FileContent(fingerprint: 7, byteCount: 2_000_000)
  private static let path: Path = "images/bob/photo.jpg"
  private static let quiet = ProbeApp.Configuration(wantsPush: false)
  private static let unit = FileStore.chunkUnit

  @discardableResult
  private static func upload(
    _ content: FileContent = photo, by phone: ProbePhone, resuming: FileStore.UploadID? = nil,
    retryLimit: Duration = StorageClient.retryLimit, endsWithNetwork: Bool = false,
    waitsForNetwork: Bool = false, _ log: TransferLog
  ) async throws -> TransferID {
    try await phone.app().services.storage.upload(
      content, to: path, resuming: resuming, retryLimit: retryLimit,
      endsWithNetwork: endsWithNetwork, waitsForNetwork: waitsForNetwork,
      progress: { log.tell($0) }, ended: { log.end($0) })
  }

  @discardableResult
  private static func download(
    by phone: ProbePhone, _ log: TransferLog
  ) async throws -> TransferID {
    try await phone.app().services.storage.download(
      path, progress: { log.tell($0) }, ended: { log.end($0) })
  }

  @Test("an upload tells its progress chunk by chunk, and the file is there with the last")
  func upload() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      let log = TransferLog(in: rig.world)
      try await Self.upload(by: bob, log)
      try await rig.world.untilQuiet()
      #expect(log.bytes == (0...7).map { $0 * Self.unit } + [2_000_000])
      #expect(log.now.progress.last?.fraction == 1)
      #expect(log.file?.content == Self.photo)
      #expect(await rig.backend.storage.file(at: Self.path)?.owner == "bob")
      let reading = await rig.backend.meter()
      #expect(reading[.uploads, device: "Bob"] == 1)
      #expect(reading[.uploadBytes, uid: "bob"] == 2_000_000)
    }
  }

  @Test("2 MB over Edge take the time that its 200 kbit/s ask for")
  func bandwidth() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .edge, Self.quiet)
      try await rig.sleep(.seconds(10))
      let log = TransferLog(in: rig.world)
      let start = rig.world.now
      try await Self.upload(by: bob, log)
      try await rig.sleep(.seconds(40))
      let half = log.now.progress.last?.fraction ?? 0
      #expect(half > 0.2 && half < 0.5, "after 40 s it was \(half)")
      try await rig.world.untilQuiet()
      // 2,000,000 bytes at 200 kbit/s are 80 s. Headers of 52 bytes for 1,448 of data make it 82.9 s. The answer to the last
      // chunk takes a round trip of 0.8 s, the announcement another, opening the connection two.
      let least = Duration.milliseconds(82_900 + 4 * 800)
      let taken = start.duration(to: log.now.endedAt ?? .distantFuture)
      // What slow start sends too much of is dropped by the link's bounded queue and sent again.
      #expect(taken >= least && taken <= least * 1.1, "it took \(taken.stopwatch)")
    }
  }

  @Test("an upload survives airplane mode and sends again only the chunk that was cut off")
  func resumption() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .threeG, Self.quiet)
      let log = TransferLog(in: rig.world)
      try await Self.upload(by: bob, log)
      try await rig.sleep(.seconds(25))
      let before = log.bytes.last ?? 0
      #expect(before > 0 && before < 2_000_000)
      await bob.setAirplaneMode(true)
      try await rig.sleep(.minutes(3))
      #expect(log.bytes.last == before)
      await bob.setAirplaneMode(false)
      try await rig.world.untilQuiet()
      #expect(log.file?.content == Self.photo)
      #expect(log.bytes == log.bytes.sorted())
      // What the backend received in whole chunks is the file, once: a chunk that is cut off never arrives.
      #expect(await rig.backend.meter()[.uploadBytes, uid: "bob"] == 2_000_000)
    }
  }

  @Test("an upload whose last answer is lost is found complete, not made twice")
  func lostAnswer() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      let log = TransferLog(in: rig.world)
      bob.loseNextMessage { payload in
        guard case .progress(.complete)? = (payload as? StorageServerMessage)?.answer else {
          return false
        }
        return true
      }
      try await Self.upload(by: bob, log)
      try await rig.world.untilQuiet()
      #expect(log.file?.generation == 1)
      #expect(await rig.backend.meter()[.connections, device: "Bob"] == 1)
      #expect(await rig.backend.meter()[.uploads, device: "Bob"] == 1)
    }
  }

  @Test("without a network it ends after its retry limit, with a reason; a retry completes it")
  func retryLimit() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .threeG, Self.quiet)
      let log = TransferLog(in: rig.world)
      try await Self.upload(by: bob, retryLimit: .seconds(30), log)
      try await rig.sleep(.seconds(25))
      await bob.setAirplaneMode(true)
      try await rig.sleep(.seconds(31))
      #expect(log.error == .retryLimitExceeded(.seconds(30)))
      #expect(log.error?.description.contains("no progress for 30 s") == true)

      await bob.setAirplaneMode(false)
      let retry = TransferLog(in: rig.world)
      try await Self.upload(by: bob, resuming: log.now.progress.last?.upload, retry)
      try await rig.world.untilQuiet()
      #expect(retry.file?.content == Self.photo)
      #expect((retry.bytes.first ?? 0) > 0)
      #expect(await rig.backend.meter()[.uploadBytes, uid: "bob"] == 2_000_000)
    }
  }

  @Test("the limit of one that waits for the network begins anew with it; silence counts")
  func waitsForNetwork() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .lte, Self.quiet)
      let log = TransferLog(in: rig.world)
      await bob.setAirplaneMode(true)
      try await Self.upload(by: bob, retryLimit: .seconds(30), waitsForNetwork: true, log)
      // The network comes shortly before a limit from the last look would be over.
      try await rig.sleep(.seconds(59))
      bob.partition(for: .minutes(5))
      await bob.setAirplaneMode(false)
      try await rig.sleep(.seconds(29))
      #expect(log.error == nil)
      try await rig.sleep(.seconds(2))
      #expect(log.error == .retryLimitExceeded(.seconds(30)))
    }
  }

  @Test("an upload that is to end with the network does so once begun; another goes on from there")
  func endsWithNetwork() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .threeG, Self.quiet)
      let log = TransferLog(in: rig.world)
      await bob.setAirplaneMode(true)
      try await Self.upload(by: bob, endsWithNetwork: true, log)
      try await rig.sleep(.seconds(60))
      #expect(log.error == nil, "it has not begun")
      await bob.setAirplaneMode(false)
      try await rig.sleep(.seconds(25))
      #expect((log.bytes.last ?? 0) > 0 && log.file == nil)
      await bob.setAirplaneMode(true)
      try await rig.sleep(.seconds(1))
      #expect(log.error == .networkLost)
      #expect(log.error?.description.contains("network went away") == true)

      await bob.setAirplaneMode(false)
      let retry = TransferLog(in: rig.world)
      try await Self.upload(by: bob, resuming: log.now.progress.last?.upload, retry)
      try await rig.world.untilQuiet()
      #expect(retry.file?.content == Self.photo)
      #expect((retry.bytes.first ?? 0) > 0)
    }
  }

  @Test("an upload of a killed app is told nothing; the next run can go on with it")
  func killedApp() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .threeG, Self.quiet)
      let log = TransferLog(in: rig.world)
      try await Self.upload(by: bob, log)
      try await rig.sleep(.seconds(25))
      try await bob.kill()
      let told = log.bytes
      try await bob.relaunch()
      let next = TransferLog(in: rig.world)
      try await Self.upload(by: bob, resuming: log.now.progress.last?.upload, next)
      try await rig.world.untilQuiet()
      #expect(log.bytes == told)
      #expect(log.now.end == nil)
      #expect(next.file?.content == Self.photo)
      #expect((next.bytes.first ?? 0) > 0)
    }
  }

  @Test("a file is downloaded with progress, also across a loss of the connection")
  func download() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      try await Self.upload(by: bob, TransferLog(in: rig.world))
      try await rig.world.untilQuiet()

      let alice = try await rig.phone("Alice", on: .edge, Self.quiet)
      let log = TransferLog(in: rig.world)
      let start = rig.world.now
      try await Self.download(by: alice, log)
      try await rig.sleep(.seconds(40))
      rig.network.reset(alice.host)
      let before = log.bytes.last ?? 0
      #expect(before > 0)
      try await rig.world.untilQuiet()
      #expect(log.file?.content == Self.photo)
      #expect(log.bytes == log.bytes.sorted())
      #expect(log.bytes.last == 2_000_000)
      // 240 kbit/s: 69 s with headers, and some more for what was under way at the loss.
      let taken = start.duration(to: log.now.endedAt ?? .distantFuture)
      #expect(taken > .seconds(69) && taken < .seconds(95), "it took \(taken.stopwatch)")
    }
  }

  @Test("a file that is replaced under a download is read from its beginning")
  func replaced() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      try await Self.upload(by: bob, TransferLog(in: rig.world))
      try await rig.world.untilQuiet()
      let alice = try await rig.phone("Alice", on: .edge, Self.quiet)
      let log = TransferLog(in: rig.world)
      try await Self.download(by: alice, log)
      try await rig.sleep(.seconds(20))
      let other = FileContent(fingerprint: 8, byteCount: 1_000_000)
      try await Self.upload(other, by: bob, TransferLog(in: rig.world))
      try await rig.world.untilQuiet()
      #expect(log.file?.content == other)
      #expect(log.file?.generation == 2)
      #expect(log.bytes.last == 1_000_000)
    }
  }

  @Test("rules decide by path and user, and the error says which operation it was")
  func rules() throws {
    let own = try StorageRules.Rule("images/{user}/{name}", [.create, .get]) { request, captures in
      request.uid == captures["user"] || request.operation == .get
    }
    ServicesRig.run(storageRules: StorageRules([own])) { rig in
      let alice = try await rig.phone("Alice", Self.quiet)
      let bob = try await rig.phone("Bob", Self.quiet)
      let refused = TransferLog(in: rig.world)
      try await Self.upload(by: alice, refused)
      try await rig.world.untilQuiet()
      #expect(refused.error == .refused(.unauthorized(.create, Self.path, uid: "alice")))
      #expect(await rig.backend.meter()[.refusals, uid: "alice"] == 1)

      let allowed = TransferLog(in: rig.world)
      try await Self.upload(by: bob, allowed)
      try await rig.world.untilQuiet()
      #expect(allowed.file != nil)

      let deletion = WorldBound<[TransferError?]>([], in: rig.world)
      try await bob.app().services.storage.delete(Self.path) { error in
        deletion.withValue { $0.append(error) }
      }
      try await rig.world.untilQuiet()
      #expect(
        deletion.withValue { $0 } == [.refused(.unauthorized(.delete, Self.path, uid: "bob"))])
    }
  }

  @Test("who signs in with the database acts on the storage too, and does in the next launch")
  func signIn() throws {
    let own = try StorageRules.Rule("images/{user}/{name}", [.create]) { request, captures in
      request.uid == captures["user"]
    }
    ServicesRig.run(storageRules: StorageRules([own])) { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      func error(after user: String?) async throws -> TransferError? {
        let log = TransferLog(in: rig.world)
        try await Self.upload(by: bob, log)
        try await rig.world.untilQuiet()
        #expect((log.file != nil) == (user == "bob"))
        return log.error
      }
      for user in [nil, "alice", "bob"] as [String?] {
        try bob.app().services.database.post { $0.signIn(as: user) }
        try await rig.world.untilQuiet()
        let refusal = TransferError.refused(.unauthorized(.create, Self.path, uid: user))
        #expect(try await error(after: user) == (user == "bob" ? nil : refusal))
      }
      try bob.app().services.database.post { $0.signIn(as: "alice") }
      try await rig.world.untilQuiet()
      try await bob.kill()
      try await bob.launch()
      #expect(
        try await error(after: "alice")
          == .refused(.unauthorized(.update, Self.path, uid: "alice")))
    }
  }

  @Test(
    "whom the refusal of a token signs out is nobody for the storage as well, at once and in the next launch"
  )
  func disabledAccount() throws {
    let own = try StorageRules.Rule("images/{user}/{name}", [.create, .update]) { request, places in
      request.uid == places["user"]
    }
    ServicesRig.run(storageRules: StorageRules([own])) { rig in
      let bob = try await rig.phone("Bob", Self.quiet, accounts: rig.backend.accounts)
      try await rig.sleep(.seconds(5))
      rig.backend.accounts.disable("bob")
      for (minutes, isSignedIn) in [(50, true), (20, false), (0, false)] {
        try await rig.sleep(.minutes(minutes))
        let log = TransferLog(in: rig.world)
        try await Self.upload(by: bob, log)
        try await rig.world.untilQuiet()
        let refusal = TransferError.refused(.unauthorized(.update, Self.path, uid: nil))
        #expect(log.error == (isSignedIn ? nil : refusal))
        #expect((log.file != nil) == isSignedIn)
        if isSignedIn { continue }
        try await bob.kill()
        try await bob.launch()
      }
    }
  }

  @Test("a cancelled upload leaves no file and ends as cancelled")
  func cancellation() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .threeG, Self.quiet)
      let log = TransferLog(in: rig.world)
      let id = try await Self.upload(by: bob, log)
      try await rig.sleep(.seconds(25))
      try await bob.app().services.storage.cancel(id)
      #expect(log.error == .cancelled)
      let told = log.bytes.count
      try await rig.world.untilQuiet()
      #expect(log.bytes.count == told)
      #expect(await rig.backend.storage.paths.isEmpty)
    }
  }

  @Test("a missing file is told, a deleted one is gone, and functions may delete too")
  func deletion() throws {
    let cleaner = try ServerFunction("cleaner", .onCreate, at: "trash") { run in
      try await run.deleteFile(Self.path)
    }
    ServicesRig.run(functions: [cleaner]) { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      let missing = TransferLog(in: rig.world)
      try await Self.download(by: bob, missing)
      try await rig.world.untilQuiet()
      #expect(missing.error == .refused(.fileNotFound(Self.path)))

      try await Self.upload(by: bob, TransferLog(in: rig.world))
      try await rig.world.untilQuiet()
      #expect(await rig.backend.storage.paths == [Self.path])
      await rig.backend.administer(set: true, at: "trash")
      try await rig.world.untilQuiet()
      #expect(await rig.backend.storage.paths.isEmpty)
    }
  }

  @Test("a transfer begun offline waits for the network, and an idle connection is closed")
  func offline() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", Self.quiet)
      await bob.setAirplaneMode(true)
      let log = TransferLog(in: rig.world)
      try await Self.upload(by: bob, log)
      try await rig.sleep(.minutes(2))
      #expect(log.now.progress.isEmpty)
      await bob.setAirplaneMode(false)
      try await rig.world.untilQuiet()
      #expect(log.file != nil)

      try await rig.sleep(.minutes(2))
      let again = TransferLog(in: rig.world)
      let start = rig.world.now
      try await Self.download(by: bob, again)
      try await rig.world.untilQuiet()
      #expect(again.file?.content == Self.photo)
      // Nothing of an earlier back-off delays the new connection.
      #expect(start.duration(to: again.now.endedAt ?? .distantFuture) < .seconds(1))
    }
  }

  @Test(
    "the same seed gives the same digest, another one another", arguments: [Schedule.fifo, .random])
  func determinism(schedule: Schedule) {
    let digests = ([1, 1, 2] as [UInt64]).map { seed in
      ServicesRig.run(seed: seed, schedule: schedule) { rig in
        let bob = try await rig.phone("Bob", on: .veryBadNetwork)
        let alice = try await rig.phone("Alice", on: .lte)
        let token = try await rig.token(of: alice)
        try await Self.upload(
          FileContent(fingerprint: 1, byteCount: 600_000), by: bob, TransferLog(in: rig.world))
        for number in 1...5 {
          rig.push(PushMessage(data: ["key": "\(number)", "of": "5"]), to: token)
        }
        try await rig.world.untilQuiet()
      }.journal.digest
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0] != digests[2])
  }
}
