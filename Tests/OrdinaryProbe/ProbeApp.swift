import AppFoundation
import Devices
import Foundation

/// What ordinary code finds where it asks Foundation. Built for release too, where the optimiser calls by other ways.
@MainActor
final class ProbeApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "probe" }

  /// Noon of the first of July 2026, UTC.
  private let noon = Date(timeIntervalSince1970: 1_782_907_200)

  func keep(_ text: String) {
    UserDefaults.standard.set(text, forKey: "kept")
    UserDefaults(suiteName: "group")?.set("\(text) in a suite", forKey: "kept")
  }

  /// What is kept in the app's user defaults.
  var kept: [String] {
    [UserDefaults.standard, UserDefaults(suiteName: "group"), UserDefaults()].map {
      $0?.string(forKey: "kept") ?? "-"
    }
  }

  var times: [String] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH.mm"
    return [
      TimeZone.current.identifier, NSTimeZone.default.identifier, formatter.string(from: noon),
      "\(Calendar.current.component(.hour, from: noon))",
      "\(Calendar(identifier: .gregorian).component(.hour, from: noon))",
      Locale.current.identifier,
    ]
  }
}
