public import Devices

/// The words that the app shows and that VoiceOver says: one table in the phone's language, of which a team can replace any
/// entry (C-22).
///
/// ```swift
/// world.setPolicies { $0.text[.readByCount] = "Seen by {read} of {all}" }
/// ```
///
/// There are tables in English, German, Polish and Arabic; other phones see English, as an app's development language.
public struct ChatText: Hashable, Sendable {
  /// An entry of the table. Words in braces stand for what is filled in.
  public enum Phrase: String, Hashable, Sendable, CaseIterable {
    case sending, sent, delivered, read, failed
    /// The viewer, where a sentence begins with them, and where something is done to them.
    case you, youObject
    /// `{read}` recipients of `{all}`.
    case readByCount
    case receiptsTitle, infoTitle, pickerTitle
    /// `{count}` rows follow.
    case readHeading, deliveredHeading, pendingHeading
    case done, add, cancel
    case pending, notYet
    case now
    /// `{count}` of them.
    case minutesAgo, hoursAgo, yesterday, daysAgo
    /// Last seen at `{time}`.
    case online, lastSeen
    /// Who has no account any more, and who has one of which the phone has not heard yet; `{count}` of the latter.
    case deletedUser, unknownUser, unknownUsers
    case photo, deletedMessage
    /// What is told of a picture that cannot be read, and why another one was not uploaded or fetched.
    case pictureDamaged, uploadDisconnected, uploadTimedOut, uploadRefused
    case downloadTimedOut, downloadUnavailable
    /// What stands in the place of media that an admin has deleted, the control, and what is told where that failed.
    case mediaDeleted, deleteMedia, mediaNotDeleted
    /// The same of a video as of a picture; one of `{size}` is larger than the `{limit}`.
    case video, spokenVideo, spokenVideoPlaceholder
    case videoDamaged, videoTooLarge, videoRefused, videoUnavailable
    /// The `{page}` of `{all}` pictures that is shown, and that no more than `{count}` can be sent.
    case pageNumber, tooManyPictures
    /// No picture can be sent that is wider or higher than `{limit}` pixels.
    case tooManyPixels
    /// The words of the media tab, of which `{count}` can be fetched.
    case mediaTitle, allMedia, photosOnly, videosOnly, noMedia, downloadAll
    case mediaHere, mediaElsewhere, mediaLoading, mediaToCome
    /// So many `{percent}` of a picture are uploaded, and so many megabytes or kilobytes, `{count}`, it has.
    case uploadedShare, megabytes, kilobytes
    /// The photo picker, the system's prompt for the photo library with its answers, and what stands where it was denied.
    case photosTitle, photosPrompt, allowPhotos, limitPhotos, denyPhotos, photosDenied, openSettings
    /// What stands where there are no photos to choose from, and the control that lets the person select more for the app.
    case noPhotos, selectMorePhotos
    /// There are `{free}` on the phone's disk for pictures or videos of `{size}`.
    case storageLow
    /// What VoiceOver says of a picture, and the control that closes the viewer.
    case spokenPhoto, spokenPlaceholder, closePicture
    /// `{actor}` did it to `{users}`, who are `{count}`.
    case addedOne, addedSeveral, removedOne, removedSeveral
    case left, created, joined
    /// The same where the viewer did it.
    case youAddedOne, youAddedSeveral, youRemovedOne, youRemovedSeveral, youLeft, youCreated,
      youJoined
    case membersUnchanged, sizeRefused, startRefused, groupUnchanged, chatUnchanged
    /// What is shown while the disk does not take what the app wants to keep.
    case diskFull, notKept
    /// The marks and controls of the information on a group.
    case membersHeading, admin, moderator, remove, leave, archive, uploading
    /// `{actor}` invites the viewer to `{group}`, and the controls and marks of invitations.
    case invitation, accept, decline, invited, withdraw
    /// What stands in place of the composer where only admins may write, where a group is over, and for who is no member any
    /// more where it is unknown why.
    case onlyAdminsWrite, groupOver, membershipOver
    /// The statistics of a group: `{count}` messages, and members, on a day.
    case statistics, messagesOfDay, membersOfDay
    /// `{users}` are to go from `{group}`.
    case askRemove, askLeave, askArchive
    /// What a notification says to who was added by `{actor}`, or removed from `{group}`; the thread says the latter too.
    case addedYou, removedYou
    /// What a notification says that stands for `{count}` messages of `{group}`.
    case newMessages
    /// `{first}` and `{second}` write, and `{count}` others; where neither is known, `{count}` people in all.
    case typingOne, typingTwo, typingMany, typingUnknown
    /// What VoiceOver says of marks: of a picture of which `{share}` is uploaded, and of one that can be sent or fetched
    /// again; `{count}` unread messages, and the marks of a conversation.
    case spokenProgress, actionsAvailable
    case spokenUnread, spokenMuted, spokenArchived, spokenInArchive, spokenPinned
    /// The names of controls and fields without a word.
    case conversationsTitle, searchField, back, toNewest, composer, send, addPicture
    case attachment, removeAttachment, videoToSend, removeVideo
    case groupPhoto, giveRole, spokenClose, alertOK
    case newConversation, sendReceipts, switchOn, switchOff
    case markRead, mute, unmute, unarchive, changeTag, pin, unpin
    case changeName, changePhoto, changeDescription, invite
    case retry, reload, edit, deleteMessage
    case photoWord, videoWord, yes
    /// What a double tap on a reader does.
    case exactTimeHint
    /// What a double tap does on a photo and on a video in the list of all media.
    case fullScreenHint, playHint
    /// What a double tap does on the title of a group, and of a 1:1 conversation.
    case infoHint, mediaHint
    /// What VoiceOver announces: a photo or a video is sent, and `{count}` messages have arrived.
    case photoSent, videoSent, spokenArrivals
    /// Stands between names.
    case separator

    /// The phrase that says of anybody what this one says of the viewer; nil for others.
    var ofAnybody: Phrase? { Self.allCases.first { $0 != self && $0.byViewer == self } }

    /// The phrase that says the same of the viewer.
    var byViewer: Phrase {
      switch self {
      case .addedOne: .youAddedOne
      case .addedSeveral: .youAddedSeveral
      case .removedOne: .youRemovedOne
      case .removedSeveral: .youRemovedSeveral
      case .left: .youLeft
      case .created: .youCreated
      case .joined: .youJoined
      default: self
      }
    }
  }

  private var replaced: [Phrase: String] = [:]
  /// The language of the entries that nobody has replaced, and of the digits of all.
  var locale: PhoneLocale

  /// The table in a language.
  public init(in locale: PhoneLocale = .english) { self.locale = locale }

  /// The words for a phrase, with placeholders in braces; of one that counts, the form for most counts.
  ///
  /// Words that take its place hold for all counts.
  public subscript(phrase: Phrase) -> String {
    get { words(for: phrase, .other) }
    set { replaced[phrase] = newValue }
  }

  private func words(for phrase: Phrase, _ form: PluralCategory) -> String {
    if !replaced.isEmpty {
      // What is said anew of anybody is said so of the viewer too.
      if let words = replaced[phrase] ?? phrase.ofAnybody.flatMap({ replaced[$0] }) {
        return words
      }
    }
    switch locale.language {
    case "de": return Self.german(phrase, form)
    case "pl": return Self.polish(phrase, form)
    case "ar": return Self.arabic(phrase, form)
    default: return Self.english(phrase, form)
    }
  }

  /// A phrase with its words in braces filled in.
  public func filled(_ phrase: Phrase, _ values: KeyValuePairs<String, String>) -> String {
    fill(self[phrase], values)
  }

  /// A phrase in the form that its language has for a number of things, with `{count}` and other words in braces filled in.
  ///
  /// Source: Unicode CLDR, "Language Plural Rules".
  public func counted(
    _ phrase: Phrase, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    // Who reads no language of the tables reads English, and its forms.
    let isKnown = PhoneLocale.named.contains { $0.language == locale.language }
    let form = (isKnown ? locale : .english).pluralCategory(of: count)
    return fill(words(for: phrase, form), values, count: number(count))
  }

  /// Whether a text says a phrase, in any language that has a table.
  func says(_ phrase: Phrase, _ text: String?) -> Bool {
    guard let text else { return false }
    if text == self[phrase] { return true }
    return PhoneLocale.named.contains { locale in
      var words = self
      words.locale = locale
      return text == words[phrase]
    }
  }

  /// A number in the language's digits.
  public func number(_ number: Int) -> String { locale.number(number) }

  /// A text, such as a time of day, in the language's digits.
  func digits(in text: String) -> String { locale.digits(in: text) }

  private func fill(
    _ words: String, _ values: KeyValuePairs<String, String>, count: String? = nil
  ) -> String {
    var text = ""
    var rest = words[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      let value = values.first { $0.key == name }?.value ?? (name == "count" ? count : nil)
      text += rest[..<open]
      text += value ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// A status as VoiceOver says it.
  func spoken(_ status: DeliveryStatus) -> String {
    switch status {
    case .sending: self[.sending]
    case .sent: self[.sent]
    case .delivered: self[.delivered]
    case .read: self[.read]
    case .failed: self[.failed]
    }
  }
}
