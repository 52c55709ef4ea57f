internal import Backend
internal import Devices

extension ChatModel {
  // MARK: - Receipts

  /// A message was touched: a long press on the bubble or its image, and a tap on the check marks or the count, ask for
  /// its receipts; a tap on the bubble itself does nothing (C-09, RR-13, RG-04).
  mutating func touched(_ id: MessageID, by touch: MessageTouch) {
    switch touch {
    case .longPress: openReceipts(of: id)
    case .longPressOnImage: openReceipts(of: id)
    case .tapOnStatus: openReceipts(of: id)
    case .tapOnBubble: break
    }
  }

  /// Asks who has read a message; nothing opens where there is nothing to tell (C-10, C-56, SH-02, SH-03).
  mutating func openReceipts(of id: MessageID) {
    guard let message = store.messages[id], navigation.open == message.conversation,
      projection(clock: WallClock()).offersReceipts(of: message)
    else { return }
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .receipts(id))
  }

  /// Closes the sheet in front of the thread, as Done does (SH-18).
  mutating func closeSheet() {
    guard let sheet = navigation.sheet else { return }
    navigation.sheet = nil
    for user in followedProfiles.sorted() where !namedProfiles.contains(user) {
      effects.append(.unfollow(.profile(user)))
    }
    followedProfiles = []
    if case .picker = sheet.subject { effects.append(.unfollow(.directory)) }
  }

  /// Leaves the sheet in front of the person: behind the picker of a group's photo is the information on the group, and behind all
  /// others the thread.
  mutating func leaveSheet() {
    guard case .photos(let group?) = navigation.sheet?.subject else { return closeSheet() }
    navigation.sheet = Navigation.Sheet(subject: .info(group))
  }

  /// Leaves the sheet whose subject is gone: its message, or the membership or the right that it takes. It must not come back
  /// unasked, nor be scrolled in place of the thread (FG-01).
  mutating func closeSheetWithoutSubject() {
    while let sheet = navigation.sheet,
      let conversation = navigation.open.flatMap({ store.conversations[$0] }),
      !projection(clock: WallClock()).hasSubject(sheet.subject, in: conversation)
    {
      leaveSheet()
    }
  }

  /// Taps a row of the sheet: its exact time appears, or goes again (SH-20).
  mutating func tapRow(of user: UserID) {
    guard var sheet = navigation.sheet else { return }
    if sheet.tapped.remove(user) == nil { sheet.tapped.insert(user) }
    navigation.sheet = sheet
  }

  /// Reveals further rows.
  mutating func scrollSheet(by count: Int) {
    if let revealed = navigation.sheet?.revealed {
      let most = Navigation.mostRevealed
      navigation.sheet?.revealed = min(revealed + min(max(0, count), most), most)
    }
  }

  /// Follows the accounts of the rows that are shown, and of those only: the sheet never waits for them (SH-23,
  /// PB-08, PB-09).
  mutating func followProfiles() {
    guard let sheet = navigation.sheet else { return }
    let projection = projection(clock: WallClock())
    let shown: [UserID]
    switch sheet.subject {
    case .receipts(let id):
      guard let message = store.messages[id] else { return }
      shown = projection.usersOnSheet(of: message)
    case .info(let id):
      shown = projection.usersOnInfo(of: id)
    case .statistics:
      shown = projection.writersOnStatistics
    case .media(let id):
      shown = projection.authorsOfMedia(in: id)
    case .picker, .picture, .photos:
      return
    }
    for user in shown
    where followedProfiles.insert(user).inserted && !namedProfiles.contains(user) {
      effects.append(.follow(.profile(user)))
    }
  }

  /// Follows the accounts that the list and the thread name, for as long as they name them: each is asked for once, and a new
  /// name is shown wherever it stands. What they were called last is on the disk, and stands until the backend has answered.
  mutating func followNames(of accounts: Set<UserID>) {
    let named = accounts.subtracting([user, .system])
    for user in namedProfiles.subtracting(named).sorted() where !followedProfiles.contains(user) {
      effects.append(.unfollow(.profile(user)))
    }
    for user in named.subtracting(namedProfiles).sorted() where !followedProfiles.contains(user) {
      effects.append(.follow(.profile(user)))
    }
    namedProfiles = named
  }

  mutating func profileChanged(of user: UserID, _ node: Node) {
    let name = node[child: ChatField.name].text.map { $0.asVisibleName ?? "" }
    store.put(ProfileFact(user: user, name: name))
  }

  /// All accounts are told: those that this phone knew and are not among them are gone, since when nobody followed them.
  mutating func directoryTold(_ users: Node) {
    for (user, profile) in store.profiles.sorted(by: { $0.key < $1.key })
    where profile.name != nil && users[child: user.key].isEmpty {
      profileChanged(of: user, .empty)
    }
  }

  // MARK: - The group

  /// Shows a group with its members (GI-02).
  mutating func openInfo(of id: ConversationID) {
    guard navigation.open == id, let conversation = store.conversations[id], conversation.isGroup,
      conversation.isMember
    else { return }
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .info(id))
    fetchPhotoAgain(of: conversation)
  }

  /// Gives a group another name, as an admin can; a blank one does nothing (GI-03).
  mutating func rename(_ id: ConversationID, to name: String) {
    let name = name.asPersonName
    guard !name.isBlank, let conversation = store.conversations[id], conversation.name != name,
      conversation.lets(user)
    else { return }
    submit(.describe(id, .name(name)))
  }

  // MARK: - Picking members

  /// Shows who could be added to a group; for its admins only (MR-16).
  mutating func openPicker(in id: ConversationID) {
    guard navigation.open == id, let conversation = store.conversations[id],
      conversation.lets(user)
    else { return }
    closeSheet()
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .picker(id))
    effects.append(.follow(.directory))
  }

  /// Adds who is picked, and closes the picker.
  mutating func confirmPicker(as change: MessageID) {
    guard let sheet = navigation.sheet, case .picker(let id) = sheet.subject,
      !sheet.tapped.isEmpty
    else { return }
    closeSheet()
    // Whose account is gone meanwhile is in the list no more.
    let picked = sheet.tapped.filter { store.profiles[$0]?.name != nil }
    changeMembers(.added, picked.sorted(), of: id, as: change)
  }
}
