import Simulator

/// Rows of cells set in columns.
enum Columns {
  /// The rows as lines, made visible: columns two spaces apart, as wide as their widest cell.
  ///
  /// - Parameter right: The columns whose cells stand at the right, such as numbers.
  static func lines(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    let rows = rows.map { $0.map(\.visibleLine) }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = row.enumerated().map { column, cell in
        right.contains(column)
          ? cell.leftPadded(to: widths[column]) : cell.padded(to: widths[column])
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
