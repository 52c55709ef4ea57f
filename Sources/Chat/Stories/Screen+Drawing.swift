internal import Devices
public import Harness

// What a report draws of a screen.

extension Screen: DrawnScreen {
  /// The screen as the person sees it, in the words of their phone: a sheet covers the thread, and a thread the list. What is
  /// behind a swipe or a long press is not drawn.
  public var drawing: ScreenDrawing {
    let colours = ChatColours(traits)
    var parts: [ScreenDrawing] = []
    if let sheet {
      parts.append(sheet.drawing(in: words, colours))
    } else if let thread {
      parts += thread.drawing(on: traits.width, in: words, colours)
    } else {
      parts.append(ScreenDrawing(.bar, words[.conversationsTitle]))
      parts += listControls.map { control -> ScreenDrawing in
        let name = words.name(of: control)
        return switch control {
        case .newConversation: ScreenDrawing(.button, name)
        case .readReceipts: ScreenDrawing.toggle(name, isOn: sharesReceipts == true, in: words)
        }
      }
      for invitation in invitations {
        parts.append(ScreenDrawing(.notice, invitation.text, marks: "✉"))
        parts += [invitation.decline, invitation.accept].compactMap(\.self).map {
          ScreenDrawing(.button, $0)
        }
      }
      parts.append(ScreenDrawing(.field, search?.words ?? "", end: words[.searchField]))
      parts.append(
        ScreenDrawing(.list, parts: listedConversations.map { $0.drawing(in: colours) }))
    }
    if let alert {
      parts.append(
        ScreenDrawing(.alert, alert, parts: [ScreenDrawing(.button, words[.alertOK])]))
    }
    if let question {
      let buttons = [
        ScreenDrawing(.button, question.cancel),
        ScreenDrawing(.button, question.confirm, traits: .alarming),
      ]
      parts.append(ScreenDrawing(.alert, question.text, parts: buttons))
    }
    if let prompt {
      let buttons = [prompt.limit, prompt.allow, prompt.deny].map { ScreenDrawing(.button, $0) }
      parts.append(ScreenDrawing(.alert, prompt.text, parts: buttons))
    }
    return ScreenDrawing(
      .screen, end: badge > 0 ? "\(badge)" : "", traits: traits.isDark ? .dark : [],
      fill: colours.ground, parts: parts)
  }
}

extension ScreenDrawing {
  /// A switch with its state.
  fileprivate static func toggle(_ name: String, isOn: Bool, in words: ChatText) -> ScreenDrawing {
    ScreenDrawing(
      .button, "\(name): \(words[isOn ? .switchOn : .switchOff])", traits: isOn ? .selected : [])
  }
}

extension Screen {
  /// The photo of a group beside its title, once it is on the phone.
  fileprivate static func drawing(
    ofPhoto photo: GroupPhoto?, in colours: ChatColours
  ) -> [ScreenDrawing] {
    guard let photo, photo.content != nil else { return [] }
    return [ScreenDrawing(.image, photo.place, border: colours.pictureBorder)]
  }
}

extension Screen.ConversationRow {
  fileprivate func drawing(in colours: ChatColours) -> ScreenDrawing {
    let unread = unread ?? 0
    let marks = [isMuted ? "🔕" : nil, isInArchive ? "🗄" : nil, tag].compactMap(\.self)
    return ScreenDrawing(
      .row, title, detail: departure ?? preview, end: unread > 0 ? "\(unread)" : "",
      marks: marks.joined(separator: " "), traits: isArchived || departure != nil ? .faded : [],
      parts: Screen.drawing(ofPhoto: photo, in: colours))
  }
}

extension Screen.MessageThread {
  fileprivate func drawing(
    on screenWidth: Int, in words: ChatText, _ colours: ChatColours
  ) -> [ScreenDrawing] {
    let image = Screen.drawing(ofPhoto: photo, in: colours)
    var parts = [ScreenDrawing(.bar, title, detail: subtitle ?? "", marks: "‹", parts: image)]
    parts += pinned.map { ScreenDrawing(.notice, $0.text, marks: "📌") }
    var rows = bubblesInView.map {
      $0.drawing(isGroup: isGroup, on: screenWidth, in: words, colours)
    }
    if inView.lowerBound > 0 {
      rows.insert(ScreenDrawing(.notice, "↑ \(words.number(inView.lowerBound))"), at: 0)
    }
    if offersNewest {
      let below = words.number(bubbles.count - inView.upperBound)
      rows.append(ScreenDrawing(.notice, "↓ \(below)"))
    }
    parts.append(ScreenDrawing(.thread, parts: rows))
    if let typingLine { parts.append(ScreenDrawing(.typing, typingLine)) }
    if let storageWarning {
      parts.append(ScreenDrawing(.text, storageWarning, traits: .alarming))
    }
    for preview in previews {
      parts.append(
        ScreenDrawing(
          .image, preview.isVideo ? "▶ \(preview.name)" : preview.name, detail: preview.size,
          border: colours.pictureBorder))
      parts.append(
        ScreenDrawing(.button, words[preview.isVideo ? .removeVideo : .removeAttachment]))
    }
    if let writingNotice {
      parts.append(ScreenDrawing(.notice, writingNotice))
      return parts
    }
    parts.append(
      ScreenDrawing(
        .field, composer, detail: offersPictures ? "+" : "", end: words[.composer], marks: "↑",
        traits: canSend ? [] : .disabled))
    return parts
  }
}

extension Screen.Bubble {
  fileprivate func drawing(
    isGroup: Bool, on screenWidth: Int, in words: ChatText, _ colours: ChatColours
  ) -> ScreenDrawing {
    if author == .system { return ScreenDrawing(.notice, text, end: time) }
    let isOwn = status != nil
    var traits: ScreenDrawing.Traits = isOwn ? .own : []
    if isDeleted { traits.insert(.faded) }
    switch marks?.colour {
    case .blue: traits.insert(.highlighted)
    case .red: traits.insert(.alarming)
    case .grey, nil: break
    }
    var parts: [ScreenDrawing] = []
    if let photo { parts += photo.drawing(on: screenWidth, border: colours.pictureBorder) }
    if let pageLabel { parts.append(ScreenDrawing(.text, pageLabel)) }
    if let mediaNote { parts.append(ScreenDrawing(.text, mediaNote)) }
    if let receiptLabel { parts.append(ScreenDrawing(.text, receiptLabel)) }
    if offersRetry {
      parts.append(ScreenDrawing(.button, words.name(of: Control.retry), traits: .alarming))
    }
    if controls.contains(.reload) {
      parts.append(ScreenDrawing(.button, words.name(of: Control.reload), traits: .alarming))
    }
    return ScreenDrawing(
      .bubble, text, detail: isGroup && !isOwn ? speaker : "", end: time, marks: marks?.glyph ?? "",
      traits: traits,
      fill: traits.contains(.alarming) ? colours.failed : isOwn ? colours.own : colours.other,
      parts: parts)
  }
}

extension Screen.Photo {
  /// The picture with the share that is uploaded over it (AD-08), and the reason of a failure below.
  fileprivate func drawing(on screenWidth: Int, border: ScreenColour) -> [ScreenDrawing] {
    let name = content == nil ? "…" : place
    // Reports draw every phone at one width.
    func drawn(_ points: Int) -> Int { max(1, points * PhoneTraits.usualWidth / screenWidth) }
    let image = ScreenDrawing(
      .image, isVideo ? "▶ \(name)" : name, end: progress ?? "", border: border,
      width: drawn(width), height: drawn(height))
    return [image] + (failure.map { [ScreenDrawing(.text, $0)] } ?? [])
  }
}

extension Screen.Sheet {
  fileprivate func drawing(in words: ChatText, _ colours: ChatColours) -> ScreenDrawing {
    switch self {
    case .receipts(let sheet):
      let sections = sheet.sections.filter { $0.count > 0 }
      return Self.sheet(sheet.title, done: sheet.done, sections.flatMap(\.drawing))
    case .info(let info):
      let rows: [(ChatText.Phrase, String)] = [
        (.sent, info.sent), (.delivered, info.delivered), (.read, info.read),
      ]
      return Self.sheet(
        info.title, done: info.done, rows.map { ScreenDrawing(.row, words[$0.0], end: $0.1) })
    case .picker(let picker):
      let rows = picker.candidates.map {
        ScreenDrawing(.row, $0.name, marks: "○", traits: $0.isPicked ? .selected : [])
      }
      let add = ScreenDrawing(.button, picker.add, traits: picker.canAdd ? [] : .disabled)
      return Self.sheet(picker.title, done: picker.cancel, [add] + rows)
    case .picture(let viewer):
      let zoom = words.filled(.uploadedShare, ["percent": words.number(viewer.zoom)])
      let details = [zoom, viewer.pageLabel].compactMap(\.self)
      let name = viewer.message.text
      let image = ScreenDrawing(
        .image, viewer.isVideo ? "▶ \(name)" : name, detail: words.listed(details),
        border: colours.pictureBorder)
      let delete = viewer.delete.map { ScreenDrawing(.button, $0, traits: .alarming) }
      return Self.sheet("", done: viewer.close, [image] + [delete].compactMap(\.self))
    case .media(let media): return media.drawing(in: colours)
    case .photos(let sheet):
      let rows = sheet.rows.map {
        ScreenDrawing(
          .row, $0.name, end: $0.time, marks: $0.isVideo ? "▶" : "",
          parts: [ScreenDrawing(.image, $0.name, border: colours.pictureBorder)])
      }
      let more = sheet.rows.count < sheet.count ? [ScreenDrawing(.text, "…")] : []
      let notices = [sheet.empty, sheet.notice].compactMap(\.self).map { ScreenDrawing(.text, $0) }
      let controls = [sheet.select, sheet.settings].compactMap(\.self).map {
        ScreenDrawing(.button, $0)
      }
      return Self.sheet(sheet.title, done: sheet.cancel, notices + controls + rows + more)
    case .group(let info):
      let border = colours.pictureBorder
      let image = info.photo.map { [ScreenDrawing(.image, $0, border: border)] } ?? []
      let isAwaited = info.photo != nil && info.picture == nil
      let state = info.uploading ?? (isAwaited ? "…" : nil)
      let photo = image + (state.map { [ScreenDrawing(.text, $0)] } ?? [])
      let rows = info.members.map { row in
        ScreenDrawing(
          .row, row.name,
          detail: [row.role, row.pending].compactMap(\.self).joined(separator: " "),
          end: row.remove ?? "", marks: row.canGiveRole ? "▾" : "")
      }
      let guests = info.guests.map {
        ScreenDrawing(.row, $0.name, detail: $0.mark, end: $0.withdraw ?? "", traits: .faded)
      }
      let texts = [info.description, info.canEdit ? nil : info.writing].compactMap(\.self)
      let changes = info.controls.map { control -> ScreenDrawing in
        let name = words.name(of: control)
        return switch control {
        case .onlyAdminsWrite: ScreenDrawing.toggle(name, isOn: info.writing != nil, in: words)
        default: ScreenDrawing(.button, name)
        }
      }
      let heading =
        texts.map { ScreenDrawing(.text, $0) } + changes + [ScreenDrawing(.section, info.heading)]
      let controls = [info.add, info.media, info.statistics, info.leave].compactMap(\.self).map {
        ScreenDrawing(.button, $0)
      }
      return Self.sheet(info.title, done: info.done, photo + heading + rows + guests + controls)
    case .statistics(let statistics):
      let days = statistics.days.map {
        ScreenDrawing(.row, $0.date, detail: $0.members, end: $0.messages)
      }
      let writers = statistics.active.map {
        ScreenDrawing(.row, $0.name, end: words.number($0.count))
      }
      let peak = statistics.peakHour.map { [ScreenDrawing(.text, $0)] } ?? []
      return Self.sheet(statistics.title, done: statistics.done, days + writers + peak)
    }
  }

  /// A sheet with the control that closes it at its end.
  fileprivate static func sheet(
    _ title: String, done: String?, _ parts: [ScreenDrawing]
  ) -> ScreenDrawing {
    ScreenDrawing(.sheet, title, end: done ?? "", parts: parts)
  }
}

extension Screen.Section {
  fileprivate var drawing: [ScreenDrawing] {
    let shown = rows.map { row in
      ScreenDrawing(
        .row, row.name, detail: row.avatar ?? "", end: row.time ?? "",
        marks: row.hasCheck ? "✓✓" : "")
    }
    let more = rows.count < count ? [ScreenDrawing(.text, "…")] : []
    return [ScreenDrawing(.section, heading)] + shown + more
  }
}

extension Screen.MediaSheet {
  fileprivate func drawing(in colours: ChatColours) -> ScreenDrawing {
    let chosen = MediaFilter.allCases.firstIndex(of: filter)
    let tabs = filters.enumerated().map {
      ScreenDrawing(.button, $1, traits: $0 == chosen ? .selected : [])
    }
    let shown = rows.map { row in
      let image = ScreenDrawing(
        .image, row.content == nil ? "…" : row.message.text, border: colours.pictureBorder)
      return ScreenDrawing(
        .row, row.author, detail: row.state, end: row.time, marks: row.isVideo ? "▶" : "",
        traits: row.hasFailed ? .alarming : [],
        parts: [image] + (row.delete.map { [ScreenDrawing(.button, $0, traits: .alarming)] } ?? []))
    }
    let more = rows.count < count ? [ScreenDrawing(.text, "…")] : []
    let rest = empty.map { [ScreenDrawing(.text, $0)] } ?? []
    let all = downloadAll.map { [ScreenDrawing(.button, $0)] } ?? []
    return Screen.Sheet.sheet(title, done: done, tabs + shown + more + rest + all)
  }
}
