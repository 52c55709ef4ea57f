import Chat
import Rehearsal

// Phones in several languages. All others speak English: most scenarios expect its words, so no seed draws a language.

extension Scenarios {
  static let languages = Scenario(
    "A German, a Polish and an Arabic phone in one group see the same receipts, counts and times, each in its language",
    covers: "GR-02", "SH-19", "SY-02", "TY-01", "DS-11", tags: .receipts, .groups, .sheets,
    .languages, pinned: .clocks, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let piotr = try await world.phone("Piotr", on: .lte, locale: .polish)
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    for name in ["Ada", "Ben", "Cid", "Dov", "Eli"] {
      await world.openAccount(of: UserID(name.lowercased()), named: name)
    }
    let group = try await hanna.startConversation(with: piotr, layla, isGroup: true)
    for phone in [piotr, layla] { await phone.open(group) }
    await hanna.add("ada", "ben", "cid", "dov", "eli", to: group)
    for (phone, words) in [
      (hanna, "Du hast 5 Teilnehmer hinzugefügt"), (piotr, "Hanna dodaje 5 uczestników"),
      (layla, "أضاف Hanna ٥ مشاركين"),
    ] {
      try await phone.expect(\.texts, of: .thread, is: [words])
    }
    try await hanna.expect(\.isRightToLeft, is: false, within: .zero)
    try await layla.expect(\.isRightToLeft, is: true, within: .zero)

    // Two of seven read what each of them writes.
    var messages: [MessageID] = []
    for (author, readers, label, time) in [
      (hanna, [piotr, layla], "Gelesen von 2 von 7", "12:00"),
      (piotr, [hanna, layla], "Przeczytane przez 2 z 7", "12:00"),
      (layla, [hanna, piotr], "قرأها ٢ من ٧", "١٢:٠٠"),
    ] {
      let message = try await author.send("hello", in: group)
      for phone in readers { try await phone.expect(\.text, of: .bubble(message), is: "hello") }
      try await author.expect(
        all: .that(\.receiptLabel, of: .bubble(message), is: label),
        .that(\.time, of: .bubble(message), is: time), within: .seconds(1))
      messages.append(message)
    }
    let sheets: [(ChatPhone, heading: String, times: [(Duration, String)])] = [
      (
        hanna, "Gelesen (2)",
        [
          (.minutes(1), "vor 1 Minute"), (.minutes(2), "vor 2 Minuten"),
          (.minutes(5), "vor 5 Minuten"), (.minutes(22), "vor 22 Minuten"),
          (.hours(1), "vor 1 Stunde"),
        ]
      ),
      (
        piotr, "Przeczytano (2)",
        [
          (.minutes(1), "1 minutę temu"), (.minutes(2), "2 minuty temu"),
          (.minutes(5), "5 minut temu"), (.minutes(22), "22 minuty temu"),
          (.hours(1), "1 godzinę temu"),
        ]
      ),
      (
        layla, "تمت القراءة (٢)",
        [
          (.minutes(1), "قبل دقيقة واحدة"), (.minutes(2), "قبل دقيقتين"),
          (.minutes(5), "قبل ٥ دقائق"), (.minutes(22), "قبل ٢٢ دقيقة"),
          (.hours(1), "قبل ساعة واحدة"),
        ]
      ),
    ]
    for ((phone, _, _), message) in zip(sheets, messages) {
      await phone.openReceipts(of: message)
      try await phone.expect(\.read.count, of: .receiptSheet, is: 2, within: .zero)
    }
    let start = world.now
    for index in sheets[0].times.indices {
      // Half a minute later than the youngest receipt is so old; the others are older by seconds.
      let age = sheets[0].times[index].0 + .seconds(30)
      try await world.advance(by: age - start.duration(to: world.now))
      for (phone, heading, times) in sheets {
        let time = times[index].1
        try await phone.expect(
          all: .that(\.read.heading, of: .receiptSheet, is: heading),
          .that(\.read.times, of: .receiptSheet, is: [time, time]), within: .zero)
      }
    }
    for (phone, _, _) in sheets { await phone.closeSheet() }
    await hanna.type("so")
    await piotr.type("no")
    try await layla.expect(\.typingLine, of: .thread, is: "Hanna وPiotr يكتبان…")
    await layla.type("طيب")
    try await hanna.expect(\.typingLine, of: .thread, is: "Layla und Piotr schreiben…")
    try await piotr.expect(\.typingLine, of: .thread, is: "Hanna i Layla piszą…")
  }

  static let languageChanged = Scenario(
    "B sets his phone to Polish and back: the app is launched anew in each language, and has lost nothing",
    covers: "GR-02", "RR-10", "SY-01", tags: .receipts, .groups, .restart, .languages,
    pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await bob.startConversation(with: alice, isGroup: true)
    await bob.add(carol.userID, to: group)
    try await bob.expect(\.texts, of: .thread, is: ["You added Carol"])
    let hello = try await bob.send("hello", in: group)
    for phone in [alice, carol] { try await phone.expect(\.badge, is: 1) }
    await alice.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    for (locale, label, notice) in [
      (PhoneLocale.polish, "Przeczytane przez 1 z 2", "Dodajesz: Carol"),
      (.german, "Gelesen von 1 von 2", "Du hast Carol hinzugefügt"),
      (.english, "Read by 1 of 2", "You added Carol"),
    ] {
      try await bob.setLocale(locale)
      try await bob.expect(\.preview, of: .conversation(group), is: "hello")
      await bob.open(group)
      try await bob.expect(\.receiptLabel, of: .bubble(hello), is: label)
      try await bob.expect(\.texts, of: .thread, is: [notice, "hello"])
    }
    // Behind the screen it ends, and stays so until somebody launches it.
    try await bob.enterBackground()
    try await bob.setLocale(.german)
    try world.require(bob.lifeState, is: .terminated, "the state of Bob's app")
    try await bob.launch()
    await bob.open(group)
    await carol.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Gelesen von 2 von 2")
  }

  static let digits = Scenario(
    "An Arabic phone writes when somebody was last seen and the days of a group's statistics in its own digits",
    covers: "DS-15", "PM-19", tags: .groups, .sheets, .languages, pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await layla.startConversation(with: bob, isGroup: true)
    for text in ["one", "two"] { _ = try await layla.send(text, in: group) }
    await layla.openInfo(of: group)
    await layla.openStatistics(of: group)
    try await layla.expect(
      all: .that("dates", of: .groupStatistics, is: ["٢٠٢٦-٠١-٠٥"]) { $0.days.map(\.date) })
    await layla.closeSheet()
    let chat = try await layla.startConversation(with: bob)
    try await world.advance(by: .minutes(7))
    try await bob.kill()
    try await layla.expect(
      all: .that(\.id, of: .thread, is: chat),
      .that(\.subtitle, of: .thread, is: "آخر ظهور ١٢:٠٧"), within: .minutes(2))
  }
}
