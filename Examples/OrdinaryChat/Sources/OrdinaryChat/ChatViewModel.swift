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
  }

  public private(set) var isOnline = false
  private var messages: [Message] = []
  private var outbox: [Message] = []

  /// The messages in their order, those that wait to be sent last.
  public var rows: [Row] {
    messages.map { Row(id: $0.id, author: $0.author, text: $0.text, isSent: true) }
      + outbox.filter { waiting in !messages.contains { $0.id == waiting.id } }
      .map { Row(id: $0.id, author: $0.author, text: $0.text, isSent: false) }
  }

  private let user: String
  private let api: any ChatAPI
  private let mistakes: Set<Mistake>
  private var isSending = false

  private static let messagesKey = "messages"
  private static let outboxKey = "outbox"

  public init(user: String, api: any ChatAPI, mistakes: Set<Mistake> = []) {
    self.user = user
    self.api = api
    self.mistakes = mistakes
  }

  /// Shows what is kept, and goes online.
  public func appear() {
    messages = load(Self.messagesKey)
    outbox = load(Self.outboxKey)
    Task { await stayOnline() }
    Task { await sendWaiting() }
  }

  /// Sends a text, now or as soon as it can be.
  public func send(_ text: String) {
    outbox.append(Message(id: UUID(), author: user, text: text, writtenAt: Date()))
    save(outbox, Self.outboxKey)
    Task { await sendWaiting() }
  }

  // MARK: - Sending

  private func sendWaiting() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    var pause = 1.0
    while let next = outbox.first {
      do {
        let message =
          mistakes.contains(.newIDForEachAttempt)
          ? Message(id: UUID(), author: next.author, text: next.text, writtenAt: next.writtenAt)
          : next
        let sent = try await api.post(message)
        outbox.removeAll { $0.id == next.id }
        save(outbox, Self.outboxKey)
        take([sent])
        pause = 1
      } catch {
        try? await Task.sleep(for: .seconds(pause * .random(in: 0.5...1)))
        pause = min(pause * 2, 30)
      }
    }
  }

  // MARK: - Receiving

  private func stayOnline() async {
    var pause = 1.0
    var isFirst = true
    while !Task.isCancelled {
      do {
        if mistakes.contains(.fetchesBeforeItListens) { try await fetch() }
        for try await news in api.news() {
          switch news {
          case .listening:
            isOnline = true
            pause = 1
            let isDue = isFirst || !mistakes.contains(.forgetsWhatItMissed)
            if isDue, !mistakes.contains(.fetchesBeforeItListens) { try await fetch() }
            isFirst = false
          case .message(let message): take([message])
          }
        }
      } catch {}
      isOnline = false
      try? await Task.sleep(for: .seconds(pause * .random(in: 0.5...1)))
      pause = min(pause * 2, 30)
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
      save(messages, Self.messagesKey)
    } else {
      take(missed)
    }
  }

  /// Takes messages in that the server has, whichever way they came.
  private func take(_ some: [Message]) {
    let new = some.filter { message in !messages.contains { $0.id == message.id } }
    guard !new.isEmpty else { return }
    messages = (messages + new).sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    save(messages, Self.messagesKey)
  }

  // MARK: - Keeping

  private func load(_ key: String) -> [Message] {
    UserDefaults.standard.data(forKey: key)
      .flatMap { try? JSONDecoder().decode([Message].self, from: $0) } ?? []
  }

  private func save(_ messages: [Message], _ key: String) {
    if let data = try? JSONEncoder().encode(messages) {
      UserDefaults.standard.set(data, forKey: key)
    }
  }
}
