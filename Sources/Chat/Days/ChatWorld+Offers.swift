public import Devices
internal import Simulator

// The gestures that a person could make now, for generated days.

extension ChatWorld {
  public func offers(
    on phone: ChatPhone, _ draws: inout DayDraws
  ) async -> [DayOffer<ChatDeed>] {
    guard let app = try? phone.app() else { return [] }
    var glance = await app.glance()
    glance.savedPhotos = phone.savedPhotos
    return cast.withValue { [glance] cast in
      ChatOffers(user: phone.userID, glance: glance, cast: cast).all(&draws)
    }
  }
}

/// The offers on one phone.
private struct ChatOffers {
  let user: UserID
  let glance: ChatGlance
  let cast: ChatCast

  func all(_ draws: inout DayDraws) -> [DayOffer<ChatDeed>] {
    // order: an array.
    let known = glance.conversations.filter { cast.name(of: $0.id) != nil }
    var offers = start(known.count, &draws)
    offers.append(.init(.gesture(.shareReceipts(!glance.isSharing)), weight: 1))
    offers += inFront(&draws)
    for id in glance.invitations {
      guard let chat = cast.name(of: id) else { continue }
      offers.append(
        .init(.gesture(.answerInvitation(chat, accepts: draws.chance(0.7))), weight: 10))
    }
    // order: an array of the glance, in the order of the ids.
    let open = known.first { $0.id == glance.open }
    // People mostly stay where they are.
    guard let place = draws.chance(0.6) ? open ?? draws.pick(known) : draws.pick(known),
      let chat = cast.name(of: place.id)
    else { return offers }
    offers += about(chat, isOpen: place.id == glance.open, &draws)
    offers += settings(of: place, chat, &draws)
    offers += messages(of: place, &draws)
    if place.isGroup { offers += members(of: place, chat, &draws) }
    return offers
  }

  private func start(_ count: Int, _ draws: inout DayDraws) -> [DayOffer<ChatDeed>] {
    var others = cast.users.filter { $0 != user }
    let isGroup = draws.chance(0.6)
    if isGroup {
      others = others.filter { _ in draws.chance(0.7) }
      if draws.chance(0.05) {
        // Also about the most that a group may have.
        let guests =
          draws.chance(0.1)
          ? 256 - others.count - draws.number(in: 0...2) : draws.size(from: 0)
        others += (0..<max(0, guests)).map { UserID("\(ChatGesture.guestName)\($0 + 1)") }
      }
    } else {
      others = draws.pick(others).map { [$0] } ?? []
    }
    let weight = count == 0 ? 60 : count < 3 ? 4 : 1
    return [
      .init(
        .gesture(.startConversation(with: others, isGroup: isGroup)), weight: weight, makes: "chat")
    ]
  }

  /// What can be done with what is in front of the person.
  private func inFront(_ draws: inout DayDraws) -> [DayOffer<ChatDeed>] {
    var offers: [DayOffer<ChatDeed>] = []
    if glance.hasQuestion {
      offers.append(.init(.gesture(.confirm), weight: 50))
      offers.append(.init(.gesture(.back), weight: 30))
    }
    if glance.hasPrompt {
      offers += PhotoAnswer.allCases.map { .init(.gesture(.answerPrompt($0)), weight: 40) }
    }
    if glance.hasAlert { offers.append(.init(.gesture(.answerAlert), weight: 100)) }
    if glance.offersNewest {
      offers.append(.init(.gesture(.scrollDown(draws.size())), weight: 5))
      offers.append(.init(.gesture(.scrollToNewest), weight: 5))
    }
    if glance.open != nil {
      offers.append(.init(.gesture(.close), weight: 3))
      offers.append(.init(.gesture(.type("draft \(draws.number(in: 1...99))")), weight: 2))
      offers.append(.init(.gesture(.type("")), weight: 1))
      offers.append(
        .init(.gesture(.submit), weight: glance.hasDraft ? 8 : 1, makes: "message"))
      offers.append(.init(.gesture(.scroll(draws.size(from: 0))), weight: 3))
      // Also where there is none of this number.
      offers.append(.init(.gesture(.removePicture(draws.number(in: 1...2))), weight: 1))
      if glance.sheet == nil { offers.append(.init(.gesture(.addPicture), weight: 1)) }
    }
    if glance.sheet == .photos { offers += inPhotoPicker(&draws) }
    if glance.sheet != nil {
      let row = draws.pick(cast.users) ?? user
      offers.append(.init(.gesture(.tapRow(row)), weight: 5))
      offers.append(.init(.gesture(.closeSheet), weight: 5))
    }
    if glance.sheet == .picture {
      offers.append(.init(.gesture(.zoom(50 * draws.number(in: 1...10))), weight: 2))
      offers.append(.init(.gesture(.doubleTap), weight: 1))
      offers.append(.init(.gesture(.swipeDown), weight: 2))
    }
    if glance.sheet == .media {
      let filter = draws.pick(MediaFilter.allCases) ?? .all
      offers.append(.init(.gesture(.filterMedia(filter)), weight: 3))
      offers.append(.init(.gesture(.downloadAll), weight: 5))
      // order: an array of the glance, in the order of the ids.
      let listed = glance.conversations.first { $0.id == glance.open }?.messages ?? []
      if let row = draws.pick(listed.filter { $0.mediaCount > 0 && cast.name(of: $0.id) != nil }),
        let name = cast.name(of: row.id)
      {
        let number = draws.number(in: 1...row.mediaCount)
        offers.append(.init(.gesture(.openMediaRow(name, number: number)), weight: 5))
      }
    }
    if glance.sheet == .picker {
      offers.append(.init(.gesture(.addPicked), weight: glance.tapped > 0 ? 10 : 1))
    }
    return offers
  }

  /// What can be done in the photo picker, and what comes into the library behind it.
  private func inPhotoPicker(_ draws: inout DayDraws) -> [DayOffer<ChatDeed>] {
    let isEmpty = glance.photoAccess.showsPhotos && glance.photos.isEmpty
    var offers: [DayOffer<ChatDeed>] = [
      .init(.savePhoto(picture(&draws)), weight: isEmpty ? 12 : 2)
    ]
    if let shown = draws.pick(glance.photos) {
      if let group = glance.photoGroup {
        if let chat = cast.name(of: group) {
          offers.append(.init(.gesture(.setPhoto(chat, shown)), weight: 12))
        }
      } else {
        offers.append(.init(.gesture(.choose(shown)), weight: 12))
      }
    }
    if glance.photoAccess == .limited, let further = draws.pick(glance.savedPhotos) {
      offers.append(.init(.gesture(.selectMorePhotos([further])), weight: 8))
    }
    if glance.photoAccess == .denied { offers.append(.init(.gesture(.openSettings), weight: 4)) }
    return offers
  }

  /// A picture of the library: three of ten some chunks of an upload large, up to what is too much of a video and has to be
  /// made smaller of a photo; of any format, seldom damaged or of an odd shape.
  private func picture(_ draws: inout DayDraws) -> Picture {
    let format: Picture.Format =
      switch draws.unit() {
      case ..<0.55: .jpeg
      case ..<0.7: .png
      case ..<0.8: .heic
      default: .mp4
      }
    // None of the library is empty: 0 is the smallest there is.
    let bytes =
      draws.chance(0.7) ? 4_000 * draws.size(from: 0) : 250_000 * draws.number(in: 1...20)
    let (width, height) =
      switch draws.unit() {
      case ..<0.9: (1_600, 1_200)
      case ..<0.94: (1, 1)
      case ..<0.97: (100_000, 1)
      case ..<0.99: (3, 90_000)
      default: (100_001, 7)
      }
    return Picture(
      "picture \(draws.number(in: 1...9))", byteCount: bytes, width: width, height: height,
      format: format, isCorrupt: draws.chance(0.04))
  }

  private func about(
    _ chat: ConversationID, isOpen: Bool, _ draws: inout DayDraws
  ) -> [DayOffer<ChatDeed>] {
    var offers: [DayOffer<ChatDeed>] = []
    if !isOpen { offers.append(.init(.gesture(.open(chat)), weight: 12)) }
    let text =
      draws.chance(0.03) ? "" : draws.chance(0.03) ? " " : "hello \(draws.number(in: 1...999))"
    let pictureCount = draws.chance(0.05) ? draws.chance(0.7) ? 1 : draws.number(in: 2...11) : 0
    let pictures = (0..<pictureCount).map { _ in picture(&draws) }
    offers.append(
      .init(.gesture(.send(text, pictures: pictures, in: chat)), weight: 16, makes: "message"))
    offers.append(.init(.gesture(.markRead(chat)), weight: 2))
    offers.append(.init(.gesture(.prepare(chat)), weight: 1))
    offers.append(.init(.gesture(.openMedia(chat)), weight: isOpen ? 2 : 1))
    let count = draws.size()
    // One of some hundred messages costs as much as many days.
    offers.append(
      .init(.burst(min(count, draws.chance(0.1) ? 501 : 101), in: chat), weight: 1))
    if draws.chance(0.1) {
      offers.append(.init(.longMessage(draws.number(in: 9_999...10_001), in: chat), weight: 1))
      offers.append(.init(.refuseMessages(draws.number(in: 1...2)), weight: 4))
      if !cast.hasImported, let author = draws.pick(cast.users) {
        offers.append(.init(.imported(count, from: author, into: chat), weight: 2))
      }
    }
    return offers
  }

  private func settings(
    of place: ChatGlance.Conversation, _ chat: ConversationID, _ draws: inout DayDraws
  ) -> [DayOffer<ChatDeed>] {
    let span = draws.pick(MuteSpan.allCases) ?? .forever
    var tag = draws.pick(["work", "home", ""]) ?? ""
    if draws.chance(0.05) {
      let most = ConversationSetting.tagMax
      tag = String(repeating: "t", count: draws.number(in: most - 1...most + 1))
    }
    return [
      .init(.gesture(.mute(chat, for: span)), weight: 1),
      .init(.gesture(.unmute(chat)), weight: place.isMuted ? 3 : 1),
      .init(.gesture(place.isInArchive ? .unarchive(chat) : .archive(chat)), weight: 1),
      .init(.gesture(.tag(chat, as: tag)), weight: 1),
      .init(.gesture(.search(draws.pick(["group", "#work", "a", ""]) ?? "")), weight: 1),
    ]
  }

  private func messages(
    of place: ChatGlance.Conversation, _ draws: inout DayDraws
  ) -> [DayOffer<ChatDeed>] {
    let named = place.messages.filter { cast.name(of: $0.id) != nil }
    var offers: [DayOffer<ChatDeed>] = []
    if let failed = draws.pick(named.filter(\.hasFailed)), let name = cast.name(of: failed.id) {
      offers.append(.init(.gesture(.retry(name)), weight: 10))
      offers.append(.init(.gesture(.delete(name)), weight: 3))
    }
    if let unseen = draws.pick(named.filter(\.canReload)), let name = cast.name(of: unseen.id) {
      offers.append(.init(.gesture(.reload(name)), weight: 10))
    }
    if let seen = draws.pick(named.filter(\.hasPicture)), let name = cast.name(of: seen.id) {
      offers.append(.init(.gesture(.openPicture(name)), weight: 3))
    }
    if let any = draws.pick(named), let name = cast.name(of: any.id) {
      offers.append(.init(.gesture(draws.chance(0.7) ? .pin(name) : .unpin(name)), weight: 1))
    }
    if let media = draws.pick(named.filter { $0.mediaCount > 0 }),
      let name = cast.name(of: media.id)
    {
      offers.append(.init(.gesture(.deleteMedia(name)), weight: place.isAdmin ? 2 : 1))
      if media.mediaCount > 1, let turn = draws.pick(PageTurn.allCases) {
        offers.append(.init(.gesture(.swipe(name, turn)), weight: 5))
      }
    }
    if let own = draws.pick(named.filter(\.isOwn)), let name = cast.name(of: own.id) {
      let number = draws.chance(0.1) ? nil : draws.number(in: 1...999)
      // One in thirty is as long as a message may be, or one character less or more.
      if let number, number > 966 {
        offers.append(.init(.longEdit(9_999 + number % 3, of: name), weight: 3))
      } else {
        let text = number.map { "edited \($0)" } ?? ""
        offers.append(.init(.gesture(.edit(name, to: text)), weight: 3))
      }
      offers.append(.init(.gesture(.delete(name)), weight: 2))
      let touch = draws.pick(MessageTouch.allCases) ?? .longPress
      offers.append(.init(.gesture(.openReceipts(of: name, by: touch)), weight: 6))
    }
    if let other = draws.pick(named.filter { !$0.isOwn }), let name = cast.name(of: other.id) {
      offers.append(.init(.gesture(.edit(name, to: "not mine")), weight: 1))
      offers.append(.init(.gesture(.delete(name)), weight: 1))
      offers.append(.init(.gesture(.openReceipts(of: name)), weight: 1))
      offers.append(.init(.gesture(.retry(name)), weight: 1))
    }
    return offers
  }

  private func members(
    of place: ChatGlance.Conversation, _ chat: ConversationID, _ draws: inout DayDraws
  ) -> [DayOffer<ChatDeed>] {
    let weight = place.isAdmin ? 3 : 1
    let strangers = cast.users.filter { !place.members.contains($0) }
    var offers: [DayOffer<ChatDeed>] = [.init(.gesture(.openPicker(chat)), weight: weight)]
    let added = some(of: strangers, &draws)
    if !added.isEmpty { offers.append(.init(.gesture(.add(added, to: chat)), weight: 2 * weight)) }
    let invited = some(of: strangers, &draws)
    if let guest = draws.pick(invited) {
      offers.append(.init(.gesture(.invite(invited, to: chat)), weight: weight))
      offers.append(.init(.gesture(.withdraw(guest, from: chat)), weight: 1))
    }
    offers.append(.init(.gesture(.openInfo(chat)), weight: 2))
    if glance.sheet == .info, place.id == glance.open {
      let number = draws.number(in: 1...99)
      // One in sixteen is as long as a group's name may be, or one character less or more.
      let name =
        number > 93 ? String(repeating: "g", count: 63 + number % 3) : "group \(number)"
      offers.append(.init(.gesture(.rename(chat, to: name)), weight: weight))
      offers.append(.init(.gesture(.changePhoto(chat)), weight: weight))
      var text = draws.chance(0.2) ? "" : "about \(draws.number(in: 1...99))"
      if draws.chance(0.05) {
        let most = ConversationDetails.descriptionMax
        text = String(repeating: "d", count: draws.number(in: most - 1...most + 1))
      }
      offers.append(.init(.gesture(.describe(chat, as: text)), weight: weight))
      offers.append(
        .init(.gesture(.letOnlyAdminsWrite(draws.chance(0.3), in: chat)), weight: weight))
      offers.append(.init(.gesture(.openStatistics(chat)), weight: 1))
      if let member = draws.pick(place.members), let role = draws.pick(GroupRole.allCases) {
        offers.append(.init(.gesture(.giveRole(role, to: member, in: chat)), weight: weight))
      }
      if place.canLeave { offers.append(.init(.gesture(.leave(chat)), weight: 1)) }
      if let member = draws.pick(place.members) {
        offers.append(
          .init(.gesture(.askRemoval(of: member, from: chat)), weight: weight))
      }
    }
    let others = place.members.filter { $0 != user || draws.chance(0.1) }
    let removed = some(of: others, &draws)
    if !removed.isEmpty {
      offers.append(.init(.gesture(.remove(removed, from: chat)), weight: weight))
    }
    return offers
  }

  /// One of the users, and in a third of the cases several; none where there are none.
  private func some(of users: [UserID], _ draws: inout DayDraws) -> [UserID] {
    guard let first = draws.pick(users) else { return [] }
    let rest = users.filter { $0 != first }
    guard draws.chance(1.0 / 3), let second = draws.pick(rest) else { return [first] }
    return [first, second] + rest.filter { $0 != second && draws.chance(0.5) }
  }
}
