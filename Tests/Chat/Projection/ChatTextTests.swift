import Testing

@testable import Chat

@Suite("Words of the chat")
struct ChatTextTests {
  @Test("any entry can be replaced, the others stay (C-22)")
  func replaces() {
    var words = ChatText()
    words[.readByCount] = "Gelesen von {read} von {all}"
    #expect(words.filled(.readByCount, ["read": "1", "all": "2"]) == "Gelesen von 1 von 2")
    #expect(words[.done] == ChatText()[.done])
    #expect(words != ChatText())
  }

  @Test("words in braces are filled in wherever they stand; unknown and open ones stay")
  func fills() {
    var words = ChatText()
    words[.daysAgo] = "{count}{count} of {other} {"
    #expect(words.filled(.daysAgo, ["count": "3"]) == "33 of {other} {")
    words[.daysAgo] = ""
    #expect(words.filled(.daysAgo, ["count": "3"]).isEmpty)
    // What is filled in is not read again.
    words[.daysAgo] = "{a}"
    #expect(words.filled(.daysAgo, ["a": "{b}", "b": "x"]) == "{b}")
  }

  @Test("no phrase is missing")
  func isComplete() {
    for phrase in ChatText.Phrase.allCases { #expect(!ChatText()[phrase].isEmpty, "\(phrase)") }
  }

  @Test("a whole app speaks the replaced words")
  func reachesTheScreen() {
    var policies = ChatPolicies()
    policies.text[.readByCount] = "{all}/{read}"
    policies.text[.you] = "Ich"
    policies.text[.read] = "Gelesen"
    var harness = ModelHarness.chatting(with: [ModelHarness.bob], policies: policies)
    harness.learn(members: [ModelHarness.alice, ModelHarness.bob], isGroup: true)
    harness.sendAccepted("hello", as: "1", at: 1000)
    harness.open()
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    let bubble = harness.screen.bubble(MessageID("1"))
    #expect(bubble.receiptLabel == "1/1")
    #expect(bubble.accessibilityLabel.hasPrefix("Ich: hello"))
    #expect(bubble.accessibilityLabel.contains("Gelesen"))
  }
}
