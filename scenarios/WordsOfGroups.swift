import Chat
import Rehearsal

// What German, Polish and Arabic phones say of a group: to its admin, to those who are invited, and to those who are gone.

extension Scenarios {
  static let guestsInLanguages = Scenario(
    "Hanna, Piotr and Layla are invited, look around, are removed, added again and leave: each phone says so in its language",
    covers: "PM-09", "MR-03", "MR-10", "SY-03", tags: .groups, .members, .sheets, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let guests = try await phones(in: world).map { ($0, words: GuestWords.of($0.locale)) }
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Wandern")
    for (phone, words) in guests {
      await alice.invite(phone.userID, to: group)
      let list = ControlWords.of(phone.locale)
      try await phone.expect(
        \.accessibilityLabels,
        is: [
          words.list, list.newConversation, list.sendReceipts, words.invitation, words.decline,
          words.accept, list.search,
        ], within: .minutes(1))
      await phone.accept(group)
      try await phone.expect(
        \.preview, of: .conversation(group), is: words.joined, within: .minutes(1))
      await phone.open(group)
    }
    for (phone, words) in guests {
      try await phone.expect(\.members.count, of: .thread, is: 5)
      await phone.openInfo(of: group)
      try await phone.expect(
        \.accessibilityElements,
        is: [
          AccessibilityElement("Wandern", .header), AccessibilityElement(words.done, .button),
          AccessibilityElement(words.members, .header),
          AccessibilityElement("Alice", value: words.admin, .staticText),
        ]
          + ["Dave", "Hanna", "Layla", "Piotr"].map { AccessibilityElement($0, .staticText) }
          + [words.media, words.leave].map { AccessibilityElement($0, .button) })
      await phone.leave(group)
      try await phone.expect(
        \.accessibilityLabels, is: [words.askLeave, words.cancel, words.leave], within: .zero)
      await phone.goBack()
      await phone.closeSheet()
    }

    await alice.letOnlyAdminsWrite(true, in: group)
    for (phone, words) in guests {
      try await phone.expect(
        \.writingNotice, of: .thread, is: words.onlyAdmins, within: .minutes(1))
    }
    await alice.remove("hanna", "layla", "piotr", from: group)
    for (phone, words) in guests {
      try await phone.expect(\.writingNotice, of: .thread, is: words.removed, within: .minutes(1))
      await phone.close()
      try await phone.expect(\.departure, of: .conversation(group), is: words.removed)
    }
    for (phone, words) in guests {
      await alice.add(phone.userID, to: group)
      try await phone.expect(
        all: .that(\.preview, of: .conversation(group), is: words.added),
        .that(\.departure, of: .conversation(group), is: nil), within: .minutes(1))
    }
    try await world.untilQuiet()
    for (phone, words) in guests {
      await phone.open(group)
      await phone.openInfo(of: group)
      await phone.leave(group)
      await phone.confirm()
      try await phone.expect(\.writingNotice, of: .thread, is: words.left, within: .minutes(1))
      await phone.close()
      try await phone.expect(\.departure, of: .conversation(group), is: words.left)
    }
  }

  static let adminsInLanguages = Scenario(
    "Hanna, Piotr and Layla each begin a group, change its members, look at its statistics and leave it: each phone says so in its language",
    covers: "SY-01", "SY-02", "SY-03", "MR-01", "MR-10", "PM-19",
    tags: .groups, .members, .sheets, .languages, pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    for name in ["Ada", "Ben", "Cid", "Dov", "Eli"] {
      await world.openAccount(of: UserID(name.lowercased()), named: name)
    }
    for phone in try await phones(in: world) {
      let words = AdminWords.of(phone.locale)
      let group = try await phone.startConversation(
        with: [bob], and: ["ada", "ben"], isGroup: true)
      await phone.openInfo(of: group)
      await phone.rename(group, to: "Team")
      await phone.closeSheet()
      await phone.add("cid", to: group)
      try await phone.expect(\.texts, of: .thread, is: [words.addedOne])
      await phone.add("dov", "eli", to: group)
      await phone.remove("ada", from: group)
      try await phone.expect(
        \.texts, of: .thread, is: [words.addedOne, words.addedTwo, words.removedOne])
      await phone.remove("dov", "eli", from: group)
      try await phone.expect(
        \.texts, of: .thread,
        is: [words.addedOne, words.addedTwo, words.removedOne, words.removedTwo])
      for text in ["one", "two"] { _ = try await phone.send(text, in: group) }
      try await bob.expect(\.unread, of: .conversation(group), is: 2)

      await phone.openPicker(in: group)
      try await phone.expect(
        all: .that(
          "the first words", is: [words.picker, words.cancel, words.add]
        ) {
          Array($0.accessibilityLabels.prefix(3))
        })
      await phone.closeSheet()
      await phone.openInfo(of: group)
      await phone.invite("eli", to: group)
      await phone.give(.moderator, to: "ben", in: group)
      let actions = [words.role, words.remove]
      let controls = ControlWords.of(phone.locale)
      try await phone.expect(
        \.accessibilityElements,
        is: [
          AccessibilityElement("Team", .header), AccessibilityElement(words.done, .button),
          AccessibilityElement(controls.changeName, .button),
          AccessibilityElement(controls.changePhoto, .button),
          AccessibilityElement(controls.changeDescription, .button),
          AccessibilityElement(
            controls.onlyAdmins, value: controls.off, [.button, .toggleButton]),
          AccessibilityElement(controls.invite, .button),
          AccessibilityElement(words.members, .header),
          AccessibilityElement("Ben", value: words.moderator, .staticText, actions: actions),
          AccessibilityElement("Bob", .staticText, actions: actions),
          AccessibilityElement("Cid", .staticText, actions: actions),
          AccessibilityElement(phone.name, value: words.admin, .staticText),
          AccessibilityElement("Eli", value: words.invited, .staticText, actions: [words.withdraw]),
        ]
          + [words.add, words.media, words.statistics, words.leave].map {
            AccessibilityElement($0, .button)
          }, within: .minutes(1))
      await phone.openStatistics(of: group)
      try await phone.expect(
        all: .that(\.title, of: .groupStatistics, is: words.statistics),
        .that(\.days.first?.messages, of: .groupStatistics, is: words.messages),
        .that(\.days.first?.members, of: .groupStatistics, is: words.membersOfDay))
      await phone.closeSheet()

      await phone.openInfo(of: group)
      await phone.withdraw("eli", from: group)
      await phone.askRemoval(of: "ben", from: group)
      try await phone.expect(
        \.accessibilityLabels, is: [words.askRemove, words.cancel, words.remove], within: .zero)
      await phone.goBack()
      await phone.remove("ben", "cid", from: group)
      try await phone.expect(\.users.count, of: .groupInfo, is: 2)
      await phone.leave(group)
      try await phone.expect(
        \.accessibilityLabels, is: [words.askArchive, words.cancel, words.archive],
        within: .seconds(1))
      await phone.goBack()
      await phone.closeSheet()
    }
  }

  private static func phones(in world: ChatWorld) async throws -> [ChatPhone] {
    [
      try await world.phone("Hanna", on: .lte, locale: .german),
      try await world.phone("Piotr", on: .lte, locale: .polish),
      try await world.phone("Layla", on: .lte, locale: .arabic),
    ]
  }
}

/// The words of a phone to a guest.
private struct GuestWords: Sendable {
  let list, invitation, decline, accept, joined: String
  let done, members, admin, media, leave, askLeave, cancel: String
  let onlyAdmins, removed, added, left: String

  static func of(_ locale: PhoneLocale) -> GuestWords {
    switch locale {
    case .german:
      GuestWords(
        list: "Unterhaltungen", invitation: "Alice lädt dich zu Wandern ein",
        decline: "Ablehnen", accept: "Annehmen", joined: "Du bist beigetreten",
        done: "Fertig", members: "Teilnehmer (5)", admin: "Admin", media: "Medien",
        leave: "Verlassen", askLeave: "Wandern verlassen?", cancel: "Abbrechen",
        onlyAdmins: "Nur Admins können Nachrichten senden",
        removed: "Du wurdest aus Wandern entfernt", added: "Alice hat dich hinzugefügt",
        left: "Du hast die Gruppe verlassen")
    case .polish:
      GuestWords(
        list: "Rozmowy", invitation: "Alice zaprasza cię do Wandern",
        decline: "Odrzuć", accept: "Zaakceptuj", joined: "Dołączasz do grupy",
        done: "Gotowe", members: "Uczestnicy (5)", admin: "Administrator",
        media: "Multimedia", leave: "Opuść", askLeave: "Opuścić Wandern?", cancel: "Anuluj",
        onlyAdmins: "Tylko administratorzy mogą wysyłać wiadomości",
        removed: "Usunięto Cię z Wandern", added: "Alice dodaje Cię do grupy",
        left: "Opuszczasz grupę")
    default:
      GuestWords(
        list: "المحادثات", invitation: "Alice يدعوك إلى Wandern",
        decline: "رفض", accept: "قبول", joined: "انضممت",
        done: "تم", members: "المشاركون (٥)", admin: "مشرف", media: "الوسائط",
        leave: "مغادرة", askLeave: "مغادرة Wandern؟", cancel: "إلغاء",
        onlyAdmins: "يمكن للمشرفين فقط إرسال الرسائل",
        removed: "تمت إزالتك من Wandern", added: "أضافك Alice", left: "غادرتَ")
    }
  }
}

/// The words of a phone to an admin.
private struct AdminWords: Sendable {
  let addedOne, addedTwo, removedOne, removedTwo: String
  let picker, cancel, add, done, members, admin, moderator, role, remove: String
  let invited, withdraw, media, statistics, messages, membersOfDay, leave: String
  let askRemove, askArchive, archive: String

  static func of(_ locale: PhoneLocale) -> AdminWords {
    switch locale {
    case .german:
      AdminWords(
        addedOne: "Du hast Cid hinzugefügt", addedTwo: "Du hast 2 Teilnehmer hinzugefügt",
        removedOne: "Du hast Ada entfernt", removedTwo: "Du hast 2 Teilnehmer entfernt",
        picker: "Teilnehmer hinzufügen", cancel: "Abbrechen", add: "Hinzufügen", done: "Fertig",
        members: "Teilnehmer (4)", admin: "Admin", moderator: "Moderator",
        role: "Rolle ändern", remove: "Entfernen", invited: "Eingeladen",
        withdraw: "Zurückziehen", media: "Medien", statistics: "Statistik",
        messages: "2 Nachrichten", membersOfDay: "4 Teilnehmer", leave: "Verlassen",
        askRemove: "Ben aus Team entfernen?",
        askArchive: "Eine Gruppe braucht zwei Mitglieder. Team archivieren?",
        archive: "Archivieren")
    case .polish:
      AdminWords(
        addedOne: "Dodajesz: Cid", addedTwo: "Dodajesz 2 uczestników",
        removedOne: "Usuwasz: Ada", removedTwo: "Usuwasz 2 uczestników",
        picker: "Dodaj uczestników", cancel: "Anuluj", add: "Dodaj", done: "Gotowe",
        members: "Uczestnicy (4)", admin: "Administrator", moderator: "Moderator",
        role: "Zmień rolę", remove: "Usuń", invited: "Zaproszono",
        withdraw: "Wycofaj", media: "Multimedia", statistics: "Statystyki",
        messages: "2 wiadomości", membersOfDay: "4 uczestnicy", leave: "Opuść",
        askRemove: "Usunąć Ben z Team?",
        askArchive: "Grupa wymaga dwóch osób. Zarchiwizować Team?", archive: "Archiwizuj")
    default:
      AdminWords(
        addedOne: "أضفتَ Cid", addedTwo: "أضفتَ مشاركَين",
        removedOne: "أزلتَ Ada", removedTwo: "أزلتَ مشاركَين",
        picker: "إضافة مشاركين", cancel: "إلغاء", add: "إضافة", done: "تم",
        members: "المشاركون (٤)", admin: "مشرف", moderator: "مشرف مساعد",
        role: "تغيير الدور", remove: "إزالة", invited: "مدعو",
        withdraw: "سحب", media: "الوسائط", statistics: "الإحصائيات",
        messages: "رسالتان", membersOfDay: "٤ مشاركين", leave: "مغادرة",
        askRemove: "إزالة Ben من Team؟",
        askArchive: "تحتاج المجموعة إلى عضوين. أرشفة Team؟", archive: "أرشفة")
    }
  }
}
