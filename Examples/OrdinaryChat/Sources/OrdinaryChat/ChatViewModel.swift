import Foundation
import Observation

/// Mistakes that this app has made at one time or another. Each is off; the README says how it was found.
public enum Mistake: String, CaseIterable, Sendable {
  /// A message gets a new id with each attempt to send it.
  case newIDForEachAttempt
  /// After a break the app listens again, and does not ask for what it has missed.
  case forgetsWhatItMissed
  /// The app asks for what it has missed before the server tells it of new messages: what comes in between is missed.
  case fetchesBeforeItListens
  /// The app asks for what comes behind the last message that it knows, which may be one of its own with others before it.
  case asksBehindTheLast
  /// What the app fetched replaces what came in while it was fetching.
  case fetchReplacesNews
  /// What waits is kept in the user defaults, which do not say when the disk is full.
  case keepsOutboxInDefaults
  /// A message is no longer kept once the server has its text, though its picture is still on the way.
  case forgetsBeforeTheUpload
  /// The path of a picture is kept as a whole.
  case keepsPhotoPaths
}

/// A conversation on the screen.
@MainActor @Observable
public final class ChatViewModel {
  /// A line of the conversation.
  public struct Row: Hashable, Sendable, Identifiable {
    public let id: UUID
    public let author: String
    public let text: String
    public let isSent: Bool
    /// Whether its picture is there to be seen; nil where it has none.
    public let isPhotoShown: Bool?
  }

  public private(set) var isOnline = false
  private var messages: [Message] = []
  /// What the server does not have yet: messages without a place, and those whose text it has and whose picture it lacks.
  private var outbox: [Message] = []
  /// The messages whose pictures are on this phone.
  private var photos: Set<UUID> = []

  /// The messages in their order, those that wait to be sent last.
  public var rows: [Row] {
    messages.map { row($0, isSent: true) }
      + outbox.filter { waiting in !messages.contains { $0.id == waiting.id } }
      .map { row($0, isSent: false) }
  }

  private func row(_ message: Message, isSent: Bool) -> Row {
    Row(
      id: message.id, author: message.author, text: message.text, isSent: isSent,
      isPhotoShown: message.hasPhoto ? photos.contains(message.id) : nil)
  }

  private let user: String
  private let api: any ChatAPI
  private let mistakes: Set<Mistake>
  private let store = FileStore()
  private var isSending = false
  private var isUploading = false
  private var isLoading = false
  private var arePhotosDue = false

  private static let messagesKey = "messages"
  private static let outboxKey = "outbox"
  private static let pathsKey = "paths"

  public init(user: String, api: any ChatAPI, mistakes: Set<Mistake> = []) {
    self.user = user
    self.api = api
    self.mistakes = mistakes
  }

  /// Shows what is kept, and goes online.
  public func appear() {
    messages = load(UserDefaults.standard.data(forKey: Self.messagesKey))
    outbox = load(
      mistakes.contains(.keepsOutboxInDefaults)
        ? UserDefaults.standard.data(forKey: Self.outboxKey) : store.outbox)
    photos = Set((messages + outbox).filter { $0.hasPhoto && store.has($0.id) }.map(\.id))
    Task { await stayOnline() }
    Task { await sendWaiting() }
    Task { await uploadWaiting() }
  }

  /// Sends a text, now or as soon as it can be.
  ///
  /// - Parameter photo: A picture with it, as a JPEG file.
  /// - Throws: When the disk does not take it: nothing is sent then, and the person is to be told.
  public func send(_ text: String, photo: Data? = nil) throws {
    let message = Message(
      id: UUID(), author: user, text: text, writtenAt: Date(), hasPhoto: photo != nil)
    if let photo {
      try store.keepForSending(photo, message.id)
      photos.insert(message.id)
      if mistakes.contains(.keepsPhotoPaths) {
        var paths = UserDefaults.standard.dictionary(forKey: Self.pathsKey) ?? [:]
        paths["\(message.id)"] = try store.waiting(message.id).path
        UserDefaults.standard.set(paths, forKey: Self.pathsKey)
      }
    }
    try keep(outbox + [message])
    outbox.append(message)
    Task { await sendWaiting() }
  }

  // MARK: - Sending

  private func sendWaiting() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    var backoff = Backoff()
    while let next = outbox.first(where: { $0.place == nil }) {
      do {
        let message =
          mistakes.contains(.newIDForEachAttempt)
          ? Message(id: UUID(), author: next.author, text: next.text, writtenAt: next.writtenAt)
          : next
        let sent = try await api.post(message)
        let isWhole = !sent.hasPhoto || mistakes.contains(.forgetsBeforeTheUpload)
        let place = outbox.firstIndex { $0.id == next.id }
        if let place, isWhole {
          outbox.remove(at: place)
        } else if let place {
          outbox[place] = sent
        }
        // Where the disk does not take it, the next launch does it once more, which changes nothing.
        try? keep(outbox)
        take([sent])
        backoff.reset()
        if !isWhole {
          Task { await uploadWaiting() }
        } else if sent.hasPhoto {
          Task { try await upload(sent.id) }
        }
      } catch {
        await backoff.pause()
      }
    }
  }

  /// Hands pictures over whose texts the server has, one after the other; texts do not wait for them.
  private func uploadWaiting() async {
    guard !isUploading else { return }
    isUploading = true
    defer { isUploading = false }
    var backoff = Backoff()
    while let next = outbox.first(where: { $0.place != nil }) {
      do {
        try await upload(next.id)
        outbox.removeAll { $0.id == next.id }
        try? keep(outbox)
        backoff.reset()
      } catch {
        await backoff.pause()
      }
    }
  }

  private func upload(_ id: UUID) async throws {
    var file = try store.waiting(id)
    if mistakes.contains(.keepsPhotoPaths) {
      let paths = UserDefaults.standard.dictionary(forKey: Self.pathsKey)
      if let path = paths?["\(id)"] as? String { file = URL(filePath: path) }
    }
    // A launch that ended behind the last upload has moved the file already.
    guard FileManager.default.fileExists(atPath: file.path) || !store.has(id) else { return }
    try await api.upload(file, of: id)
    try store.wasSent(id)
  }

  // MARK: - Receiving

  private func stayOnline() async {
    var backoff = Backoff()
    var isFirst = true
    while !Task.isCancelled {
      do {
        if mistakes.contains(.fetchesBeforeItListens) { try await fetch() }
        for try await news in api.news() {
          switch news {
          case .listening:
            isOnline = true
            backoff.reset()
            let isDue = isFirst || !mistakes.contains(.forgetsWhatItMissed)
            if isDue, !mistakes.contains(.fetchesBeforeItListens) { try await fetch() }
            isFirst = false
          case .message(let message): take([message])
          case .photo: Task { await loadPhotos() }
          }
        }
      } catch {}
      isOnline = false
      await backoff.pause()
    }
  }

  private func fetch() async throws {
    let known = messages
    let places = Set(known.compactMap(\.place))
    let last =
      mistakes.contains(.asksBehindTheLast)
      ? places.max() ?? 0 : (0...).first { !places.contains($0 + 1) } ?? 0
    let missed = try await api.messages(after: last)
    if mistakes.contains(.fetchReplacesNews) {
      messages = known + missed
      save()
    } else {
      take(missed)
    }
    Task { await loadPhotos() }
  }

  /// Fetches the pictures that the phone lacks, as far as the server has them.
  private func loadPhotos() async {
    arePhotosDue = true
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    var backoff = Backoff()
    while arePhotosDue {
      arePhotosDue = false
      do {
        for message in messages where message.hasPhoto && !photos.contains(message.id) {
          guard let photo = try await api.photo(of: message.id) else { continue }
          try store.keep(photo, message.id)
          photos.insert(message.id)
        }
      } catch {
        arePhotosDue = true
        await backoff.pause()
      }
    }
  }

  /// Takes messages in that the server has, whichever way they came.
  private func take(_ some: [Message]) {
    let new = some.filter { message in !messages.contains { $0.id == message.id } }
    guard !new.isEmpty else { return }
    messages = (messages + new).sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    save()
  }

  // MARK: - Keeping

  private func load(_ data: Data?) -> [Message] {
    data.flatMap { try? JSONDecoder().decode([Message].self, from: $0) } ?? []
  }

  /// Keeps what the server has, so that it is there at once the next time; what is lost of it is fetched.
  private func save() {
    if let data = try? JSONEncoder().encode(messages) {
      UserDefaults.standard.set(data, forKey: Self.messagesKey)
    }
  }

  /// Keeps what waits.
  private func keep(_ outbox: [Message]) throws {
    let data = try JSONEncoder().encode(outbox)
    if mistakes.contains(.keepsOutboxInDefaults) {
      UserDefaults.standard.set(data, forKey: Self.outboxKey)
    } else {
      try store.keepOutbox(data)
    }
  }
}
