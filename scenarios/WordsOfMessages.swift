import Chat
import Rehearsal

// What German, Polish and Arabic phones say of messages: who writes one, what becomes of it, how many wait, why a photo
// does not arrive.

extension Scenarios {
  static let typingInLanguages = Scenario(
    "One, three and four members type: a German, a Polish and an Arabic phone name two and count the others, each in its language",
    covers: "TY-01", tags: .groups, .typing, .languages, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let piotr = try await world.phone("Piotr", on: .lte, locale: .polish)
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    let everyone = [bob, carol, dave, hanna, piotr, layla]
    let group = try await alice.startConversation(with: everyone, isGroup: true)
    for phone in everyone { await phone.open(group) }
    try await world.untilQuiet()
    let lines: [(typists: Int, german: String, polish: String, arabic: String)] = [
      (1, "Alice schreibt…", "Alice pisze…", "Alice يكتب…"),
      (2, "Alice und Bob schreiben…", "Alice i Bob piszą…", "Alice وBob يكتبان…"),
      (
        3, "Alice, Bob und 1 weitere Person schreiben…",
        "Alice, Bob i 1 inna osoba piszą…", "Alice وBob وشخص آخر يكتبون…"
      ),
      (
        4, "Alice, Bob und 2 weitere Personen schreiben…",
        "Alice, Bob i 2 inne osoby piszą…", "Alice وBob وشخصان آخران يكتبون…"
      ),
    ]
    for line in lines {
      // Whoever types already types on.
      for phone in [alice, bob, carol, dave].prefix(line.typists) {
        await phone.type("well, \(line.typists)")
      }
      for (phone, words) in [
        (hanna, line.german), (piotr, line.polish), (layla, line.arabic),
      ] {
        try await phone.expect(\.typingLine, of: .thread, is: words, within: .seconds(1))
      }
      try await world.advance(by: .seconds(2))
    }
  }

  static let unreadInLanguages = Scenario(
    "One, two and five messages wait in a chat that is muted and put away later: VoiceOver counts and tells in the phone's language",
    covers: "UN-01", "PM-03", "PM-15", tags: .languages, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    let phones: [(ChatPhone, title: String, counts: [Int: String], marks: [String])] = [
      (
        try await world.phone("Hanna", on: .lte, locale: .german), "Unterhaltungen",
        [1: "Bob, hi, 1 ungelesen", 2: "Bob, hi, 2 ungelesen", 5: "Bob, hi, 5 ungelesen"],
        ["Bob, hi, stummgeschaltet", "Bob, hi, stummgeschaltet, im Archiv"]
      ),
      (
        try await world.phone("Piotr", on: .lte, locale: .polish), "Rozmowy",
        [
          1: "Bob, hi, 1 nieprzeczytana", 2: "Bob, hi, 2 nieprzeczytane",
          5: "Bob, hi, 5 nieprzeczytanych",
        ], ["Bob, hi, wyciszono", "Bob, hi, wyciszono, w archiwum"]
      ),
      (
        try await world.phone("Layla", on: .lte, locale: .arabic), "المحادثات",
        [
          1: "Bob، hi، غير مقروءة: ١", 2: "Bob، hi، غير مقروءة: ٢",
          5: "Bob، hi، غير مقروءة: ٥",
        ], ["Bob، hi، مكتومة", "Bob، hi، مكتومة، في الأرشيف"]
      ),
    ]
    for (phone, title, counts, marks) in phones {
      let words = ControlWords.of(phone.locale)
      let above = [title, words.newConversation, words.sendReceipts, words.search]
      let chat = try await bob.startConversation(with: phone)
      for number in 1...5 {
        _ = try await bob.send("hi", in: chat)
        guard let row = counts[number] else { continue }
        try await phone.expect(\.accessibilityLabels, is: above + [row], within: .minutes(1))
      }
      await phone.markRead(chat)
      await phone.mute(chat, for: .forever)
      try await phone.expect(\.accessibilityLabels, is: above + [marks[0]])
      await phone.archive(chat)
      try await phone.expect(\.accessibilityLabels, is: above + [marks[1]])
    }
  }

  static let statusesInLanguages = Scenario(
    "A message is written in a tunnel, sent, delivered, read and deleted, and another one refused: VoiceOver tells each step in the phone's language",
    covers: "DS-11", "AX-01", "SH-19", tags: .receipts, .offline, .sheets, .languages,
    pinned: .clocks, .links, .timings, .policies, .traffic
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    for locale in [PhoneLocale.german, .polish, .arabic] {
      let words = MessageWords.of(locale)
      let phone = try await world.phone(words.name, on: .lte, locale: locale)
      let chat = try await phone.startConversation(with: bob)
      try await world.untilQuiet()
      await bob.setAirplaneMode(true)
      await phone.setAirplaneMode(true)
      let hello = try await phone.send("hi", in: chat)
      @Sendable func expect(_ status: String, of message: MessageID) async throws {
        try await phone.expect(
          all: .that("the beginning", of: .bubble(message), is: words.said) {
            String($0.accessibilityLabel.prefix(words.said.count))
          },
          .that("the end", of: .bubble(message), is: status) {
            String($0.accessibilityLabel.suffix(status.count))
          }, within: .minutes(2))
      }
      try await expect(words.sending, of: hello)
      await phone.setAirplaneMode(false)
      try await expect(words.sent, of: hello)
      await phone.openReceipts(of: hello, by: .tapOnStatus)
      try await phone.expect(
        all: .that(\.title, of: .messageInfo, is: words.info),
        .that(\.read, of: .messageInfo, is: words.notYet),
        .that(\.done, of: .messageInfo, is: words.done))
      await phone.closeSheet()
      await bob.setAirplaneMode(false)
      try await expect(words.delivered, of: hello)
      await bob.open(chat)
      try await expect(words.read, of: hello)
      try await phone.expect(\.actions, of: .spoken(words.said), is: words.actions)
      await phone.delete(hello)
      try await phone.expect(\.text, of: .bubble(hello), is: words.deleted)
      try await world.untilQuiet()
      world.refuseNext(.message, by: phone)
      let refused = try await phone.send("hi", in: chat)
      try await expect(words.failed, of: refused)
      try await phone.expect(all: .present(.spoken(words.retry)))
      await phone.delete(refused)
      await bob.close()
    }
  }

  static let uploadsInLanguages = Scenario(
    "The network goes while photos are under way, and the next time the server does not answer: each phone names the reason in its language",
    covers: "AS-10", tags: .offline, .fault, .languages,
    pinned: .links, .clocks, .timings, .policies, .traffic
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    let phones: [(ChatPhone, lost: String, unanswered: String, retry: String)] = [
      (
        try await world.phone("Hanna", on: .threeG, locale: .german),
        "Nicht gesendet: Die Verbindung wurde unterbrochen",
        "Nicht gesendet: Der Server hat nicht geantwortet", "Erneut versuchen"
      ),
      (
        try await world.phone("Piotr", on: .threeG, locale: .polish),
        "Nie wysłano: utracono połączenie", "Nie wysłano: serwer nie odpowiedział",
        "Spróbuj ponownie"
      ),
      (
        try await world.phone("Layla", on: .threeG, locale: .arabic),
        "لم تُرسل: انقطع الاتصال", "لم تُرسل: لم يُجب الخادم", "إعادة المحاولة"
      ),
    ]
    for (phone, lost, unanswered, retry) in phones {
      let chat = try await phone.startConversation(with: bob)
      await bob.open(chat)
      let look = try await phone.send(
        "look", picture: Picture("view", byteCount: 2_000_000), in: chat)
      try await bob.expect(\.text, of: .bubble(look), is: "look", within: .minutes(1))
      try await world.advance(by: .seconds(1))
      await phone.setAirplaneMode(true)
      try await phone.expect(\.photo?.failure, of: .bubble(look), is: lost, within: .minutes(1))
      try await phone.expect(all: .present(.spoken(retry)), within: .zero)
      await phone.setAirplaneMode(false)
      try await world.untilQuiet()
      await phone.retry(look)
      try await phone.expect(\.photo?.failure, of: .bubble(look), is: nil)
      try await world.advance(by: .seconds(1))
      phone.partition(for: .minutes(10))
      try await phone.expect(
        \.photo?.failure, of: .bubble(look), is: unanswered, within: .minutes(5))
      try await world.advance(by: .minutes(7))
      await bob.close()
    }
  }
}

/// The words of a phone on a message.
private struct MessageWords: Sendable {
  let name, said, sending, sent, delivered, read, failed: String
  let info, notYet, done, deleted, retry: String
  let actions: [String]

  static func of(_ locale: PhoneLocale) -> MessageWords {
    switch locale {
    case .german:
      MessageWords(
        name: "Hanna", said: "Du: hi, ", sending: ", Wird gesendet", sent: ", Gesendet",
        delivered: ", Zugestellt", read: ", Gelesen",
        failed: ", Fehlgeschlagen, Aktionen verfügbar", info: "Nachrichteninfo",
        notYet: "Noch nicht", done: "Fertig", deleted: "Diese Nachricht wurde gelöscht",
        retry: "Erneut versuchen",
        actions: ["Bearbeiten", "Löschen", "Lesebestätigungen", "Anheften"])
    case .polish:
      MessageWords(
        name: "Piotr", said: "Ty: hi, ", sending: ", Wysyłanie", sent: ", Wysłano",
        delivered: ", Dostarczono", read: ", Przeczytano",
        failed: ", Nie wysłano, dostępne działania", info: "Informacje o wiadomości",
        notYet: "Jeszcze nie", done: "Gotowe", deleted: "Ta wiadomość została usunięta",
        retry: "Spróbuj ponownie", actions: ["Edytuj", "Usuń", "Potwierdzenia odczytu", "Przypnij"])
    default:
      MessageWords(
        name: "Layla", said: "أنت: hi, ", sending: ", جارٍ الإرسال", sent: ", أُرسلت",
        delivered: ", تم التسليم", read: ", تمت القراءة",
        failed: ", فشل الإرسال، الإجراءات متاحة", info: "معلومات الرسالة",
        notYet: "ليس بعد", done: "تم", deleted: "حُذفت هذه الرسالة",
        retry: "إعادة المحاولة", actions: ["تعديل", "حذف", "إشعارات القراءة", "تثبيت"])
    }
  }
}
