import Devices
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

  @Test("what is said anew of anybody is said so of the viewer, unless that is said anew too")
  func replacesOwn() {
    var words = ChatText(in: .german)
    words[.left] = "{actor} ging"
    #expect(words.filled(.youLeft, ["actor": "Du"]) == "Du ging")
    #expect(words[.youCreated] == ChatText(in: .german)[.youCreated])
    words[.youLeft] = "Du gingst"
    #expect(words.filled(.youLeft, ["actor": "Du"]) == "Du gingst")
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

  private static let counts = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 102, 111]

  private static let participants: [(locale: PhoneLocale, words: [String])] = [
    (.english, counts.map { "Alice added \($0) participant\($0 == 1 ? "" : "s")" }),
    (.german, counts.map { "Alice hat \($0) Teilnehmer hinzugefügt" }),
    (.polish, counts.map { "Alice dodaje \($0) uczestnik\($0 == 1 ? "a" : "ów")" }),
    (
      .arabic,
      [
        "أضاف Alice مشاركًا واحدًا", "أضاف Alice مشاركًا واحدًا", "أضاف Alice مشاركَين",
        "أضاف Alice ٣ مشاركين", "أضاف Alice ٥ مشاركين", "أضاف Alice ١١ مشاركًا",
        "أضاف Alice ١٢ مشاركًا", "أضاف Alice ٢١ مشاركًا", "أضاف Alice ٢٢ مشاركًا",
        "أضاف Alice ١٠٠ مشارك", "أضاف Alice ١٠١ مشارك", "أضاف Alice ١٠٢ مشارك",
        "أضاف Alice ١١١ مشاركًا",
      ]
    ),
  ]

  @Test("participants are counted in the forms of each language", arguments: participants)
  func countsParticipants(locale: PhoneLocale, words: [String]) {
    let texts = Self.counts.map {
      ChatText(in: locale).counted(.addedSeveral, $0, ["actor": "Alice"])
    }
    #expect(texts == words)
  }

  private static let messages: [(locale: PhoneLocale, words: [Int: String])] = [
    (.english, [1: "1 new message in G", 2: "2 new messages in G", 21: "21 new messages in G"]),
    (.german, [1: "1 neue Nachricht in G", 101: "101 neue Nachrichten in G"]),
    (
      .polish,
      [
        0: "0 nowych wiadomości w G", 1: "1 nowa wiadomość w G", 2: "2 nowe wiadomości w G",
        12: "12 nowych wiadomości w G", 22: "22 nowe wiadomości w G",
        102: "102 nowe wiadomości w G", 111: "111 nowych wiadomości w G",
      ]
    ),
    (
      .arabic,
      [
        0: "لا رسائل جديدة في G", 1: "رسالة جديدة واحدة في G", 2: "رسالتان جديدتان في G",
        3: "٣ رسائل جديدة في G", 11: "١١ رسالة جديدة في G", 100: "١٠٠ رسالة جديدة في G",
      ]
    ),
  ]

  @Test("new messages are counted in the forms of each language", arguments: messages)
  func countsMessages(locale: PhoneLocale, words: [Int: String]) {
    // order: each is checked by itself.
    for (count, text) in words {
      #expect(ChatText(in: locale).counted(.newMessages, count, ["group": "G"]) == text)
    }
  }

  @Test("the typing line counts the others that it does not name")
  func countsTypists() {
    let names: KeyValuePairs = ["first": "A", "second": "B"]
    func line(_ locale: PhoneLocale, _ count: Int) -> String {
      ChatText(in: locale).counted(.typingMany, count, names)
    }
    #expect(line(.english, 1) == "A, B and 1 other are typing…")
    #expect(line(.german, 2) == "A, B und 2 weitere Personen schreiben…")
    #expect(line(.polish, 5) == "A, B i 5 innych osób piszą…")
    #expect(line(.arabic, 2) == "A وB وشخصان آخران يكتبون…")
  }

  @Test("people of whom nothing is known are counted in the forms of each language")
  func countsStrangers() {
    func line(_ locale: PhoneLocale, _ count: Int) -> [String] {
      [.unknownUsers, .typingUnknown].map { ChatText(in: locale).counted($0, count) }
    }
    #expect(line(.english, 3) == ["3 unknown users", "3 people are typing…"])
    #expect(line(.german, 2) == ["2 unbekannte Benutzer", "2 Personen schreiben…"])
    #expect(line(.polish, 2) == ["2 nieznani użytkownicy", "2 osoby piszą…"])
    #expect(line(.polish, 5) == ["5 nieznanych użytkowników", "5 osób pisze…"])
    #expect(line(.arabic, 2) == ["مستخدمان غير معروفين", "شخصان يكتبان…"])
    #expect(line(.arabic, 3) == ["٣ مستخدمين غير معروفين", "٣ أشخاص يكتبون…"])
  }

  @Test("no phrase is missing, in any language and form; a language without a table speaks English")
  func isComplete() {
    for phrase in ChatText.Phrase.allCases {
      for locale in PhoneLocale.named {
        for count in Self.counts {
          #expect(!ChatText(in: locale).counted(phrase, count).isEmpty, "\(phrase) in \(locale)")
        }
      }
      #expect(ChatText(in: PhoneLocale("ja"))[phrase] == ChatText()[phrase])
    }
    #expect(ChatText(in: PhoneLocale("ja")).counted(.daysAgo, 1) == "1 day ago")
  }

  @Test("a whole app speaks the replaced words")
  func reachesTheScreen() throws {
    var policies = ChatPolicies()
    policies.text[.readByCount] = "{all}/{read}"
    policies.text[.you] = "Ich"
    policies.text[.read] = "Gelesen"
    var harness = ModelHarness.chatting(with: [ModelHarness.bob], policies: policies)
    harness.learn(members: [ModelHarness.alice, ModelHarness.bob], isGroup: true)
    harness.sendAccepted("hello", as: "1", at: 1000)
    harness.open()
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    let bubble = try #require(harness.screen.bubble(MessageID("1")))
    #expect(bubble.receiptLabel == "1/1")
    #expect(bubble.accessibilityLabel.hasPrefix("Ich: hello"))
    #expect(bubble.accessibilityLabel.contains("Gelesen"))
  }
}
