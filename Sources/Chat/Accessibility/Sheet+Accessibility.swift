extension Screen.Sheet {
  /// The elements of the sheet, from its title on.
  func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    switch self {
    case .receipts(let sheet):
      let sections = sheet.sections.filter { $0.count > 0 }
      return Self.bar(sheet.title, sheet.done)
        + sections.flatMap { $0.accessibilityElements(in: words) }
    case .info(let info):
      let check = DeliveryStatus.sent.marks.glyph
      let rows: [(ChatText.Phrase, String)] = [
        (.sent, info.sent), (.delivered, info.delivered == check ? words[.yes] : info.delivered),
        (.read, info.read),
      ]
      return Self.bar(info.title, info.done)
        + rows.map { phrase, value in
          phrase == .read && info.offersExactTime(in: words)
            ? AccessibilityElement(
              words[phrase], value: value, .button, hint: words[.exactTimeHint])
            : AccessibilityElement(words[phrase], value: value, .staticText)
        }
    case .picker(let picker):
      let add = AccessibilityElement(picker.add, picker.canAdd ? .button : [.button, .notEnabled])
      let rows = picker.candidates.map {
        AccessibilityElement($0.name, $0.isPicked ? [.button, .selected] : .button)
      }
      return Self.bar(picker.title, picker.cancel) + [add] + rows
    case .group(let info): return info.accessibilityElements(in: words)
    case .picture(let viewer): return viewer.accessibilityElements(in: words)
    case .statistics(let statistics):
      let days = statistics.days.map {
        AccessibilityElement($0.date, value: words.listed([$0.messages, $0.members]), .staticText)
      }
      let writers = statistics.active.map {
        AccessibilityElement($0.name, value: words.number($0.count), .staticText)
      }
      let peak = [statistics.peakHour].compactMap(\.self).map {
        AccessibilityElement($0, .staticText)
      }
      return Self.bar(statistics.title, statistics.done) + days + writers + peak
    case .media(let media): return media.accessibilityElements(in: words)
    case .photos(let sheet): return sheet.accessibilityElements(in: words)
    }
  }

  /// The title of a sheet and the control that closes it.
  fileprivate static func bar(_ title: String, _ close: String) -> [AccessibilityElement] {
    [AccessibilityElement(title, .header), AccessibilityElement(close, .button)]
  }
}

extension Screen.Section {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    let rows = rows.map { row in
      row.time == nil
        ? AccessibilityElement(row.name, .staticText)
        : AccessibilityElement(row.name, value: row.time, .button, hint: words[.exactTimeHint])
    }
    return [AccessibilityElement(heading, .header)] + rows
  }
}

extension Screen.GroupInfo {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    var elements = Screen.Sheet.bar(title, done)
    if photo != nil || uploading != nil {
      elements.append(AccessibilityElement(words[.groupPhoto], value: uploading, .image))
    }
    // What only admins see as a switch, others hear as a sentence.
    elements += [description, canEdit ? nil : writing].compactMap(\.self).map {
      AccessibilityElement($0, .staticText)
    }
    elements += controls.map { control -> AccessibilityElement in
      let name = words.name(of: control)
      return switch control {
      case .onlyAdminsWrite: AccessibilityElement.toggle(name, isOn: writing != nil, in: words)
      default: AccessibilityElement(name, .button)
      }
    }
    elements.append(AccessibilityElement(heading, .header))
    elements += members.map { row in
      let value = words.listed([row.role, row.pending])
      let actions = [row.canGiveRole ? words[.giveRole] : nil, row.remove].compactMap(\.self)
      return AccessibilityElement(
        row.name, value: value.isEmpty ? nil : value, .staticText, actions: actions)
    }
    elements += guests.map {
      AccessibilityElement(
        $0.name, value: $0.mark, .staticText, actions: [$0.withdraw].compactMap(\.self))
    }
    return elements
      + [add, media, statistics, leave].compactMap(\.self).map { AccessibilityElement($0, .button) }
  }
}

extension Screen.PhotoSheet {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    let photos = rows.map { row in
      AccessibilityElement(
        words.listed([words[row.isVideo ? .videoWord : .photoWord], row.name, row.time]),
        [.image, .button])
    }
    let notices = [empty, notice].compactMap(\.self).map { AccessibilityElement($0, .staticText) }
    let controls = [select, settings].compactMap(\.self).map { AccessibilityElement($0, .button) }
    return Screen.Sheet.bar(title, cancel) + notices + controls + photos
  }
}

extension Screen.PictureViewer {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    let percent = words.filled(.uploadedShare, ["percent": words.number(zoom)])
    var traits: AccessibilityTraits = [.image, .supportsZoom]
    if pageLabel != nil { traits.insert(.adjustable) }
    let word: ChatText.Phrase = isVideo ? .videoWord : .photoWord
    let placeholder: ChatText.Phrase = isVideo ? .spokenVideoPlaceholder : .spokenPlaceholder
    let picture = AccessibilityElement(
      words[content == nil ? placeholder : word],
      value: words.listed([pageLabel, percent]), traits)
    return [AccessibilityElement(words[.spokenClose], .button), picture]
      + [delete].compactMap(\.self).map { AccessibilityElement($0, .button) }
  }
}

extension Screen.MediaSheet {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    let chosen = MediaFilter.allCases.firstIndex(of: filter)
    let tabs = filters.enumerated().map {
      AccessibilityElement($1, $0 == chosen ? [.button, .selected] : .button)
    }
    let rows = rows.map { row in
      let hint = words[row.isVideo ? .playHint : .fullScreenHint]
      return AccessibilityElement(
        words.listed([words[row.isVideo ? .videoWord : .photoWord], row.author, row.time]),
        value: row.state, row.content == nil ? .image : [.image, .button],
        hint: row.content == nil ? nil : hint, actions: [row.delete].compactMap(\.self))
    }
    let rest = [empty].compactMap(\.self).map { AccessibilityElement($0, .staticText) }
    let all = [downloadAll].compactMap(\.self).map { AccessibilityElement($0, .button) }
    return Screen.Sheet.bar(title, done) + tabs + rows + rest + all
  }
}
