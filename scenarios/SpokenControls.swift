import Chat
import Rehearsal

// The controls of a screen, in the phone's language: VoiceOver has each of them where its gesture is possible, and nowhere else.

extension Scenarios {
  static let spokenRows = Scenario(
    "On the list VoiceOver offers at a chat what can be done with it now, at a group that one is gone from nothing, and above them the switch and the search",
    covers: "PM-01", "PM-14", "PM-15", "PM-20", "UN-08", tags: .groups, .members, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let phones = [
      try await world.phone("Alice", on: .wifi),
      try await world.phone("Hanna", on: .wifi, locale: .german),
    ]
    for phone in phones {
      let words = ControlWords.of(phone.locale)
      let above = [
        AccessibilityElement(words.title, .header),
        AccessibilityElement(words.newConversation, .button),
        AccessibilityElement(words.sendReceipts, value: words.on, [.button, .toggleButton]),
        AccessibilityElement(words.search, .searchField),
      ]
      try await phone.expect(\.accessibilityElements, is: above, within: .seconds(1))
      await phone.shareReceipts(false)
      try await phone.expect(
        \.value, of: .spoken(words.sendReceipts), is: words.off, within: .zero)
      await phone.shareReceipts(true)
      try await phone.expect(
        \.value, of: .spoken(words.sendReceipts), is: words.on, within: .zero)
      await phone.search("bo")
      try await phone.expect(\.value, of: .spoken(words.search), is: "bo", within: .zero)
      await phone.search("")

      let chat = try await bob.startConversation(with: phone)
      _ = try await bob.send("hi", in: chat)
      func expect(_ actions: [String]) async throws {
        try await phone.expect(\.actions, of: .spoken("Bob, hi"), is: actions)
      }
      try await expect([words.markRead, words.mute, words.archive, words.tag])
      await phone.markRead(chat)
      try await expect([words.mute, words.archive, words.tag])
      await phone.mute(chat, for: .forever)
      try await expect([words.mute, words.unmute, words.archive, words.tag])
      await phone.archive(chat)
      try await expect([words.mute, words.unmute, words.unarchive, words.tag])
      await phone.unmute(chat)
      try await expect([words.mute, words.unarchive, words.tag])

      let group = try await bob.startConversation(with: [phone], and: ["carol"], isGroup: true)
      await bob.openInfo(of: group)
      await bob.rename(group, to: "Hiking")
      await bob.closeSheet()
      try await phone.expect(
        \.actions, of: .spoken("Hiking"), is: [words.mute, words.archive, words.tag])
      await bob.remove(phone.userID, from: group)
      try await phone.expect(\.actions, of: .spoken("Hiking"), is: [])
    }
  }

  static let spokenTimes = Scenario(
    "On Message Info VoiceOver says that a double tap tells the time of reading exactly, once there is one",
    covers: "SH-20", tags: .receipts, .sheets, pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.openReceipts(of: hello)
    try await alice.expect(
      \.self, of: .spoken("Read"),
      is: AccessibilityElement("Read", value: "Not yet", .staticText), within: .zero)
    await bob.open(chat)
    try await alice.expect(
      \.self, of: .spoken("Read"),
      is: AccessibilityElement(
        "Read", value: "now", .button, hint: "Double tap for the exact time"))
    await alice.tapRow(of: bob.userID)
    try await alice.expect(
      all: .that(\.value, of: .spoken("Read"), matches: "is the exact time") {
        $0?.hasPrefix("2026-01-05 12:00:0") == true
      }, within: .zero)
  }

  static let spokenPins = Scenario(
    "VoiceOver offers to pin and to unpin to whom may, at the message and at the line above: to both of two, in a group to its admin and moderators",
    covers: "PM-12", "PM-16", tags: .groups, .languages, pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 2 }
    let alice = try await world.phone("Alice", on: .wifi)
    let hanna = try await world.phone("Hanna", on: .wifi, locale: .german)
    let (pin, unpin) = ("Anheften", "Nicht mehr anheften")
    let chat = try await alice.startConversation(with: hanna)
    await hanna.open(chat)
    let hello = try await alice.send("hello", in: chat)
    try await hanna.expect(\.actions, of: .spoken("Alice: hello"), is: [pin])
    await hanna.pin(hello)
    try await hanna.expect(
      all: .that(\.actions, of: .spoken("Alice: hello"), is: [unpin]),
      .that(\.actions, of: .spoken("Angeheftet, hello"), is: [unpin]))
    try await alice.expect(\.actions.last, of: .spoken("You: hello"), is: "Unpin")
    // The line is there also where the message is out of sight.
    for text in ["one", "two"] { _ = try await hanna.send(text, in: chat) }
    try await alice.expect(
      all: .that("texts in view", of: .thread, is: ["one", "two"]) {
        $0.bubblesInView.map(\.text)
      },
      .that(\.actions, of: .spoken("Pinned, hello"), is: ["Unpin"]))
    await alice.unpin(hello)
    try await hanna.expect(\.pinned.isEmpty, of: .thread, is: true)

    let group = try await alice.startConversation(with: hanna, isGroup: true)
    await hanna.open(group)
    let plan = try await alice.send("plan", in: group)
    try await alice.expect(\.actions.last, of: .spoken("You: plan"), is: "Pin")
    try await hanna.expect(\.actions, of: .spoken("Alice: plan"), is: [])
    await alice.pin(plan)
    try await hanna.expect(\.actions, of: .spoken("Angeheftet, plan"), is: [])
    await alice.openInfo(of: group)
    await alice.give(.moderator, to: hanna.userID, in: group)
    try await hanna.expect(
      all: .that(\.actions, of: .spoken("Angeheftet, plan"), is: [unpin]),
      .that(\.actions, of: .spoken("Alice: plan"), is: [unpin]))
  }

  static let spokenGroupControls = Scenario(
    "On the information on a group VoiceOver offers its admin what can be changed, tells a member how it stands, and opens it from the title as long as one belongs",
    covers: "PM-10", "PM-11", "GI-04", tags: .groups, .members, .sheets, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    let hanna = try await world.phone("Hanna", on: .wifi, locale: .german)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [hanna], and: ["carol"], isGroup: true)
    await hanna.open(group)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.describe(group, as: "On Sundays")
    await alice.letOnlyAdminsWrite(true, in: group)
    func button(_ name: String) -> AccessibilityElement { AccessibilityElement(name, .button) }
    let roles = ["Change role", "Remove"]
    try await alice.expect(
      \.accessibilityElements,
      is: [
        AccessibilityElement("Hiking", .header), button("Done"),
        AccessibilityElement("On Sundays", .staticText),
        button("Change name"), button("Change photo"), button("Change description"),
        AccessibilityElement(
          "Only admins can send messages", value: "on", [.button, .toggleButton]),
        button("Invite"), AccessibilityElement("Participants (3)", .header),
        AccessibilityElement("Alice", value: "Admin", .staticText),
        AccessibilityElement("Carol", .staticText, actions: roles),
        AccessibilityElement("Hanna", .staticText, actions: roles),
        button("Add"), button("Media"), button("Statistics"), button("Leave"),
      ])
    await alice.closeSheet()
    try await alice.expect(
      \.self, of: .spoken("Hiking"),
      is: AccessibilityElement(
        "Hiking", [.header, .button], hint: "Double tap for group info",
        actions: ["Add Participants"]), within: .zero)

    let title = AccessibilityElement(
      "Hiking", [.header, .button], hint: "Für Gruppeninfos doppeltippen")
    try await hanna.expect(\.self, of: .spoken("Hiking"), is: title)
    await hanna.openInfo(of: group)
    try await hanna.expect(
      \.accessibilityElements,
      is: [
        AccessibilityElement("Hiking", .header), button("Fertig"),
        AccessibilityElement("On Sundays", .staticText),
        AccessibilityElement("Nur Admins können Nachrichten senden", .staticText),
        AccessibilityElement("Teilnehmer (3)", .header),
        AccessibilityElement("Alice", value: "Admin", .staticText),
        AccessibilityElement("Carol", .staticText), AccessibilityElement("Hanna", .staticText),
        button("Medien"), button("Verlassen"),
      ])
    await hanna.closeSheet()
    await alice.remove(hanna.userID, from: group)
    try await hanna.expect(
      \.self, of: .spoken("Hiking"), is: AccessibilityElement("Hiking", .header))
  }
}

/// The words of a phone on what can be done on its list and in a group.
struct ControlWords: Sendable {
  let title, newConversation, sendReceipts, on, off, search: String
  let markRead, mute, unmute, archive, unarchive, tag: String
  let changeName, changePhoto, changeDescription, onlyAdmins, invite: String

  static func of(_ locale: PhoneLocale) -> ControlWords {
    switch locale {
    case .german:
      ControlWords(
        title: "Unterhaltungen", newConversation: "Neue Unterhaltung",
        sendReceipts: "Lesebestätigungen senden", on: "ein", off: "aus", search: "Suchen",
        markRead: "Als gelesen markieren", mute: "Stummschalten",
        unmute: "Stummschaltung aufheben", archive: "Archivieren",
        unarchive: "Aus dem Archiv holen", tag: "Schlagwort ändern",
        changeName: "Namen ändern", changePhoto: "Foto ändern",
        changeDescription: "Beschreibung ändern",
        onlyAdmins: "Nur Admins können Nachrichten senden", invite: "Einladen")
    case .polish:
      ControlWords(
        title: "Rozmowy", newConversation: "Nowa rozmowa",
        sendReceipts: "Wysyłaj potwierdzenia odczytu", on: "włączone", off: "wyłączone",
        search: "Szukaj", markRead: "Oznacz jako przeczytane", mute: "Wycisz",
        unmute: "Wyłącz wyciszenie", archive: "Archiwizuj", unarchive: "Przywróć z archiwum",
        tag: "Zmień etykietę", changeName: "Zmień nazwę", changePhoto: "Zmień zdjęcie",
        changeDescription: "Zmień opis",
        onlyAdmins: "Tylko administratorzy mogą wysyłać wiadomości", invite: "Zaproś")
    case .arabic:
      ControlWords(
        title: "المحادثات", newConversation: "محادثة جديدة",
        sendReceipts: "إرسال إشعارات القراءة", on: "تشغيل", off: "إيقاف", search: "بحث",
        markRead: "وضع علامة كمقروءة", mute: "كتم", unmute: "إلغاء الكتم", archive: "أرشفة",
        unarchive: "إلغاء الأرشفة", tag: "تغيير الوسم", changeName: "تغيير الاسم",
        changePhoto: "تغيير الصورة", changeDescription: "تغيير الوصف",
        onlyAdmins: "يمكن للمشرفين فقط إرسال الرسائل", invite: "دعوة")
    default:
      ControlWords(
        title: "Conversations", newConversation: "New conversation",
        sendReceipts: "Send read receipts", on: "on", off: "off", search: "Search",
        markRead: "Mark as read", mute: "Mute", unmute: "Unmute", archive: "Archive",
        unarchive: "Unarchive", tag: "Change tag", changeName: "Change name",
        changePhoto: "Change photo", changeDescription: "Change description",
        onlyAdmins: "Only admins can send messages", invite: "Invite")
    }
  }
}
