internal import Foundation

/// The directives of `Cache-Control` fields (RFC 9111, 5.2), by their names in lower case.
struct CacheControl: Sendable {
  private var values: [String: String] = [:]

  init(_ headers: HeaderFields) {
    for field in headers.values(of: "Cache-Control") {
      for part in field.split(separator: ",") {
        let halves = part.split(separator: "=", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard let name = halves.first else { continue }
        let value = halves.count > 1 ? halves[1] : ""
        values[name.lowercased()] = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
      }
    }
  }

  /// Whether a directive is there.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The seconds of a directive; nil where it has none, or they are no number.
  func seconds(_ name: String) -> TimeInterval? {
    values[name].flatMap(UInt32.init).map(TimeInterval.init)
  }
}

/// A date as HTTP writes it, such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7); the two obsolete forms are not read.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970; nil for another text.
  static func seconds(_ text: String) -> TimeInterval? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, 1...31 ~= day, 1...9999 ~= year else { return nil }
    let days = days(before: year, month + 1) + day - 1
    return TimeInterval(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
  }

  /// The days from the beginning of 1970 to that of a month, as Howard Hinnant's `days_from_civil` counts them.
  private static func days(before year: Int, _ month: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
