internal import Devices
internal import Simulator

/// The responses that a process keeps for all its sessions, as `URLCache.shared`.
///
/// On a phone they lie on the disk: they survive a kill, and go with the app. It keeps what RFC 9111 allows a private cache to
/// keep, and revalidates it with `ETag` and `Last-Modified`. One response an address; what was not used for longest makes room.
///
/// A response is on the disk as soon as it is complete, and no kill of the app leaves it out, which is ours.
public final class WebCache: Sendable {
  /// The bytes that it may hold unless the app says otherwise: 20 MiB. Source: `NSURLCache.h`, `sharedURLCache`.
  public static let capacity = 20 * 1024 * 1024

  private struct State {
    var isLoaded = false
    var byKey: [String: Entry] = [:]
    var byteCount = 0
    var capacity = WebCache.capacity
    var uses: UInt64 = 0

    mutating func put(_ answer: CachedAnswer, at key: String) {
      _ = remove(key)
      uses += 1
      byKey[key] = Entry(answer: answer, lastUse: uses)
      byteCount += answer.byteCount
    }

    /// Whether there was one.
    mutating func remove(_ key: String) -> Bool {
      guard let entry = byKey.removeValue(forKey: key) else { return false }
      byteCount -= entry.answer.byteCount
      return true
    }

    /// Takes those out that were not used for longest until the rest has room; returns their addresses.
    mutating func makeRoom() -> [String] {
      var leaving: [String] = []
      while byteCount > capacity {
        // order: no two have one last use.
        guard let oldest = byKey.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
        _ = remove(oldest.key)
        leaving.append(oldest.key)
      }
      return leaving
    }
  }

  private struct Entry {
    var answer: CachedAnswer
    /// Larger for one that was used later.
    var lastUse: UInt64
  }

  private let state: WorldBound<State>
  private let program: AppProcess?
  private static let table = DiskTable<CachedAnswer>("webcache")

  init(of process: SimulatedProcess) {
    program = process.program as? AppProcess
    state = WorldBound(State(), in: process.world)
  }

  /// The bytes of the responses that are kept.
  public var currentUsage: Int {
    load()
    return state.withValue { $0.byteCount }
  }

  /// The bytes that it may hold, in this launch: what an app asks of `URLCache.shared` lasts no longer than that. What does not
  /// fit any more goes, that which was not used for longest first.
  public var capacity: Int {
    get { state.withValue { $0.capacity } }
    set {
      load()
      delete(
        state.withValue { state in
          state.capacity = max(0, newValue)
          return state.makeRoom()
        })
    }
  }

  /// The bytes of the largest response that it keeps: 5 % of the capacity. Source: Apple,
  /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`.
  private var mostBytes: Int { capacity / 20 }

  /// Forgets all responses.
  public func removeAllCachedResponses() { removeAll { _ in true } }

  /// Forgets the responses that came after a time, in seconds since 1970.
  func removeCachedResponses(since time: Double) { removeAll { $0.receivedAt > time } }

  private func removeAll(where isOver: (CachedAnswer) -> Bool) {
    load()
    let keys = state.withValue { state in
      // order: sorted.
      let keys = state.byKey.filter { isOver($0.value.answer) }.keys.sorted()
      for key in keys { _ = state.remove(key) }
      return keys
    }
    delete(keys)
  }

  /// Takes responses off the disk.
  private func delete(_ keys: [String]) {
    guard !keys.isEmpty else { return }
    var transaction = DiskTransaction()
    for key in keys { transaction.delete(key, in: Self.table) }
    write(transaction)
  }

  /// Reads what lies on the disk, when it is first needed.
  private func load() {
    guard state.withValue({ !$0.isLoaded }) else { return }
    let rows = (try? program?.storedImage())?.rows(in: Self.table) ?? []
    state.withValue { state in
      state.isLoaded = true
      for (key, answer) in rows.sorted(by: { $0.row.receivedAt < $1.row.receivedAt }) {
        state.put(answer, at: key)
      }
    }
  }

  /// The response that is kept for a request.
  func answer(for question: CacheQuestion) -> CachedAnswer? {
    guard question.isForCache else { return nil }
    load()
    return state.withValue { state in
      guard let entry = state.byKey[question.key], entry.answer.answers(question) else {
        return nil
      }
      state.uses += 1
      state.byKey[question.key]?.lastUse = state.uses
      return entry.answer
    }
  }

  /// Keeps a response in place of the one for its address.
  func keep(_ answer: CachedAnswer, for question: CacheQuestion) {
    guard answer.byteCount <= mostBytes else { return forget(question) }
    load()
    let leaving = state.withValue { state in
      state.put(answer, at: question.key)
      return state.makeRoom()
    }
    var transaction = DiskTransaction()
    transaction.put(
      answer, at: question.key, in: Self.table, fileByteCount: answer.byteCount)
    for key in leaving { transaction.delete(key, in: Self.table) }
    write(transaction)
  }

  /// Forgets the response for an address.
  func forget(_ question: CacheQuestion) {
    load()
    guard state.withValue({ $0.remove(question.key) }) else { return }
    var transaction = DiskTransaction()
    transaction.delete(question.key, in: Self.table)
    write(transaction)
  }

  /// What the disk does not take is forgotten with the launch.
  private func write(_ transaction: DiskTransaction) {
    try? program?.commit(transaction, isOfApp: false)
  }
}
