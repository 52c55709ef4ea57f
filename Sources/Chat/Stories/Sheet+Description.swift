// What stories and failures print of a sheet.

extension Screen.Sheet: CustomStringConvertible {
  /// The sheet drawn with characters.
  public var description: String {
    switch self {
    case .receipts(let sheet):
      var lines = ["[ \(sheet.title) ]  \(sheet.done)"]
      for section in sheet.sections where section.count > 0 {
        lines.append("  \(section.heading)")
        for row in section.rows {
          lines.append(
            "    \(row.avatar.map { "(\($0)) " } ?? "")\(row.name)\(row.hasCheck ? " ✓✓" : "")"
              + "\(row.time.map { "  \($0)" } ?? "")")
        }
        if section.rows.count < section.count { lines.append("    …") }
      }
      return lines.joined(separator: "\n")
    case .info(let info):
      return """
        [ \(info.title) ]  \(info.done)
          sent \(info.sent)
          delivered \(info.delivered)
          read \(info.read)
        """
    case .group(let info):
      let controls = [info.done, info.add, info.media, info.statistics, info.leave]
        .compactMap(\.self).joined(separator: "  ")
      let state = info.uploading ?? (info.picture == nil && info.photo != nil ? "…" : "")
      let photo = info.photo.map { "  (\($0)) \(state)" } ?? (state.isEmpty ? "" : "  (\(state))")
      var lines = ["[ \(info.title)\(photo) ]  \(controls)", "  \(info.heading)"]
      for line in [info.description, info.writing].compactMap(\.self) { lines.append("  \(line)") }
      for row in info.members {
        let words = [row.role, row.pending, row.remove, row.canGiveRole ? "▾" : nil]
          .compactMap(\.self)
        lines.append("    " + ([row.name] + words).joined(separator: "  "))
      }
      for guest in info.guests {
        lines.append(
          "    "
            + [guest.name, guest.mark, guest.withdraw].compactMap(\.self).joined(separator: "  "))
      }
      return lines.joined(separator: "\n")
    case .picture(let viewer): return viewer.description
    case .statistics(let statistics): return statistics.description
    case .media(let sheet): return sheet.description
    case .photos(let sheet): return sheet.description
    case .picker(let picker):
      let rows = picker.candidates.map { "  \($0.isPicked ? "●" : "○") \($0.name)" }
      let controls = "\(picker.cancel)  \(picker.canAdd ? picker.add : "")"
      return (["[ \(picker.title) ]  \(controls)"] + rows).joined(separator: "\n")
    }
  }
}

extension Screen.MediaSheet: CustomStringConvertible {
  /// The media tab drawn with characters.
  public var description: String {
    let chosen = MediaFilter.allCases.firstIndex(of: filter)
    let words = filters.enumerated().map { $0 == chosen ? "(\($1))" : $1 }
    var lines = ["[ \(title) ]  \(([done] + words).joined(separator: "  "))"]
    for row in rows {
      let parts = [row.author, row.time, row.state, row.delete].compactMap(\.self)
      lines.append("    \(row.isVideo ? "▶ " : "")\(parts.joined(separator: "  "))")
    }
    if rows.count < count { lines.append("    …") }
    return (lines + [empty, downloadAll].compactMap(\.self)).joined(separator: "\n")
  }
}

extension Screen.GroupStatistics: CustomStringConvertible {
  /// The sheet drawn with characters.
  public var description: String {
    var lines = ["[ \(title) ]  \(done)"]
    for day in days { lines.append("  \(day.date)  \(day.messages)  \(day.members)") }
    for writer in active { lines.append("  \(writer.name)  \(writer.count)") }
    if let peakHour { lines.append("  \(peakHour)") }
    return lines.joined(separator: "\n")
  }
}
