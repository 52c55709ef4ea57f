import Testing

@testable import Chat

@Suite("What a phone knows")
struct ChatStoreTests {
  private static let id = MessageID("m")
  private static let message = MessageFact(
    id: id, conversation: ConversationID("c"), author: "bob", text: "hello", localMilliseconds: 10,
    serverMilliseconds: 10, submission: .accepted)

  @Test(
    "nobody is told of a message that was read on another phone, although it is not here yet (I-15)"
  )
  func readElsewhere() {
    var store = ChatStore(of: "alice")
    #expect(!store.isDone(Self.id))
    store.noteRead(ReceiptKey(message: Self.id, user: "carol"), at: 20)
    #expect(!store.isDone(Self.id))
    store.noteOwnRead(of: Self.id, at: 20)
    #expect(store.isDone(Self.id))
  }

  @Test("of a message that is here a person is told while it is unread")
  func unread() {
    var store = ChatStore(of: "alice")
    store.put(Self.message)
    #expect(!store.isDone(Self.id))
    store.put(
      SeenFact(
        message: Self.id, conversation: ConversationID("c"), isPrivate: false, isSettled: false))
    #expect(store.isDone(Self.id))
  }
}
