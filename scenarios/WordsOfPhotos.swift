import Chat
import Rehearsal

// What German, Polish and Arabic phones say of photos and videos: the leave to see them, the media tab, and the full screen.

extension Scenarios {
  static let photosInLanguages = Scenario(
    "Hanna, Piotr and Layla deny their photos, fetch what Bob has sent and look at it: each phone says so in its language",
    covers: "AS-01", "PM-17", "AD-03", "AX-02", tags: .fault, .languages,
    pinned: .links, .clocks, .timings, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 2 }
    let bob = try await world.phone("Bob", on: .lte)
    for locale in [PhoneLocale.german, .polish, .arabic] {
      let words = PhotoWords.of(locale)
      let phone = try await world.phone(words.name, on: .lte, locale: locale)
      let chat = try await phone.startConversation(with: bob)
      await bob.open(chat)
      await phone.addPicture()
      try await phone.expect(\.accessibilityLabels, is: words.prompt, within: .seconds(1))
      try await phone.answerPrompt(.deny)
      try await phone.expect(\.accessibilityLabels, is: words.denied, within: .seconds(1))
      await phone.closeSheet()
      await phone.openMedia(of: chat)
      try await phone.expect(\.accessibilityLabels, is: words.tab + [words.noMedia])
      await phone.closeSheet()
      await phone.close()

      let film = Picture("clip", byteCount: 900_000, format: .mp4)
      for (picture, preview) in [(Picture("sea"), words.photo), (film, words.video)] {
        let message = try await bob.send("", picture: picture, in: chat)
        try await phone.expect(
          \.preview, of: .conversation(chat), is: "[\(preview)]", within: .minutes(1))
        try await bob.expect(
          all: .that(\.photo, of: .bubble(message), isNot: nil),
          .that(\.photo?.progress, of: .bubble(message), is: nil), within: .minutes(1))
      }
      // Both are above what an opening displays, and so not fetched.
      for text in ["one", "two"] { _ = try await bob.send(text, in: chat) }
      try await phone.expect(\.preview, of: .conversation(chat), is: "two")
      try await world.untilQuiet()
      await phone.open(chat)
      await phone.openMedia(of: chat)
      try await phone.expectStates(words.elsewhere)
      try await phone.expect(
        all: .that("the tab", is: words.tab) {
          Array($0.accessibilityLabels.prefix(words.tab.count))
        },
        .that(\.downloadAll, of: .mediaSheet, is: words.downloadAll))
      phone.partition(for: .minutes(1))
      await phone.downloadAll()
      try await phone.expectStates(words.loading)
      try await phone.expectStates(words.unanswered)
      try await world.advance(by: .minutes(1))
      await phone.downloadAll()
      try await phone.expectStates(words.here)
      try await phone.expect(
        all: .that("hints", is: words.hints) { $0.accessibilityElements.compactMap(\.hint) })
      await phone.closeSheet()

      let hut = try await bob.send("hut", picture: Picture("hut"), in: chat)
      try await phone.expect(
        all: .present(.spoken("Bob: hut, \(words.spokenPhoto)")), within: .minutes(1))
      await phone.openPicture(of: hut)
      try await phone.expect(\.accessibilityLabels, is: [words.close, words.photo])
      await phone.closeSheet()
      await bob.close()
    }
  }
}

extension ChatPhone {
  /// Expects both rows of the media tab to say this.
  fileprivate nonisolated func expectStates(_ words: String) async throws {
    try await expect(
      all: .that("states", of: .mediaSheet, is: [words, words]) { $0.rows.map(\.state) },
      within: .minutes(1))
  }
}

/// The words of a phone on photos.
private struct PhotoWords: Sendable {
  let name, photo, video: String
  let prompt, denied, tab: [String]
  let noMedia, elsewhere, downloadAll, loading, unanswered, here: String
  let hints: [String]
  let spokenPhoto, close: String

  static func of(_ locale: PhoneLocale) -> PhotoWords {
    switch locale {
    case .german:
      PhotoWords(
        name: "Hanna", photo: "Foto", video: "Video",
        prompt: [
          "„Chat“ möchte auf deine Fotos zugreifen, um gewählte zu senden",
          "Zugriff beschränken…", "Vollen Zugriff erlauben", "Nicht erlauben",
        ],
        denied: [
          "Fotos", "Abbrechen",
          "Chat darf deine Fotos nicht sehen. Erlaube es in den Einstellungen",
          "Einstellungen öffnen",
        ],
        tab: ["Medien", "Fertig", "Alle", "Fotos", "Videos"],
        noMedia: "Noch nichts geteilt", elsewhere: "Nicht auf diesem Telefon",
        downloadAll: "Alle laden (2)", loading: "Wird geladen…",
        unanswered: "Nicht geladen: Der Server hat nicht geantwortet",
        here: "Auf diesem Telefon",
        hints: ["Zum Abspielen doppeltippen", "Zum Öffnen im Vollbild doppeltippen"],
        spokenPhoto: "Foto, zum Öffnen im Vollbild doppeltippen", close: "Schließen")
    case .polish:
      PhotoWords(
        name: "Piotr", photo: "Zdjęcie", video: "Wideo",
        prompt: [
          "„Chat” prosi o dostęp do zdjęć, aby wysyłać te, które wybierzesz",
          "Ogranicz dostęp…", "Zezwól na pełny dostęp", "Nie zezwalaj",
        ],
        denied: [
          "Zdjęcia", "Anuluj",
          "Chat nie ma dostępu do zdjęć. Możesz na niego zezwolić w Ustawieniach",
          "Otwórz Ustawienia",
        ],
        tab: ["Multimedia", "Gotowe", "Wszystko", "Zdjęcia", "Wideo"],
        noMedia: "Jeszcze nic nie udostępniono", elsewhere: "Nie ma na tym telefonie",
        downloadAll: "Pobierz wszystko (2)", loading: "Wczytywanie…",
        unanswered: "Nie wczytano: serwer nie odpowiedział", here: "Na tym telefonie",
        hints: [
          "Stuknij dwukrotnie, aby odtworzyć",
          "Stuknij dwukrotnie, aby otworzyć na pełnym ekranie",
        ],
        spokenPhoto: "Zdjęcie, stuknij dwukrotnie, aby otworzyć na pełnym ekranie",
        close: "Zamknij")
    default:
      PhotoWords(
        name: "Layla", photo: "صورة", video: "فيديو",
        prompt: [
          "يطلب «Chat» الوصول إلى صورك لإرسال ما تختاره منها",
          "تقييد الوصول…", "السماح بالوصول الكامل", "عدم السماح",
        ],
        denied: [
          "الصور", "إلغاء", "لا يُسمح لـ Chat برؤية صورك. يمكنك السماح بذلك في الإعدادات",
          "فتح الإعدادات",
        ],
        tab: ["الوسائط", "تم", "الكل", "الصور", "الفيديو"],
        noMedia: "لم يُشارك شيء بعد", elsewhere: "ليس على هذا الهاتف",
        downloadAll: "تنزيل الكل (٢)", loading: "جارٍ التحميل…",
        unanswered: "تعذّر التحميل: لم يُجب الخادم", here: "على هذا الهاتف",
        hints: ["انقر مرتين للتشغيل", "انقر مرتين للفتح بملء الشاشة"],
        spokenPhoto: "صورة، انقر مرتين للفتح بملء الشاشة", close: "إغلاق")
    }
  }
}
