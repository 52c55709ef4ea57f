import Foundation
internal import Harness
import Simulator
internal import SystemSupport

/// A folder of regressions, one file each.
struct RegressionFolder {
  /// One file of a folder.
  struct Entry {
    /// Its name in the folder.
    let name: String
    /// The regression that it keeps, or the reason why it cannot be used.
    let content: Result<PlayableRegression, Problem>
  }

  /// A regression whose scenario there is.
  struct PlayableRegression {
    let regression: Regression
    let scenario: Scenario
  }

  /// The reason why a file cannot be used.
  enum Problem: Error, CustomStringConvertible {
    case unreadable(String)
    case malformed(RegressionError)
    case unknownProfile(TokenFlaw)
    case unknownScenario(String)
    /// Its name is that of another run.
    case changed(rightName: String)

    var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .malformed(let error): error.description
      case .unknownProfile(let error): error.description
      case .unknownScenario(let name):
        "there is no scenario \(name) any more; `\(Program.name) regressions prune` takes such files away"
      case .changed(let name):
        """
        its token was changed: its name is that of another run. Take it from version control again, or \
        call it \(name) if the change was meant
        """
      }
    }

    /// Whether such a file can show nothing any more, so that it may be taken away.
    ///
    /// One that cannot be read, is of another version or was changed may still be wanted.
    var isVoid: Bool {
      switch self {
      case .unreadable, .changed, .malformed(.token(.version, line: _)): false
      case .malformed, .unknownProfile, .unknownScenario: true
      }
    }
  }

  /// The folder beside the scenario files that keeps them when nothing else is said.
  static let standardName = "Regressions"
  static let suffix = ".regression"

  /// The default folder of a catalog's regressions: beside the files of its first module.
  ///
  /// - Parameter isAbsolute: Whether the path holds wherever the process stands, or from the package on.
  /// - Returns: Nil for a catalog that no build has made from files.
  static func standard(of catalog: ScenarioCatalog, isAbsolute: Bool = false) -> String? {
    guard let home = catalog.scenarios.lazy.compactMap(\.home).first else { return nil }
    let path = home.folder.isEmpty ? standardName : home.folder + "/" + standardName
    return isAbsolute ? home.package + "/" + path : path
  }

  /// The folder that is made where a first run is kept and no folder was named.
  static func newPath(of catalog: ScenarioCatalog) -> String {
    standard(of: catalog) ?? standardName
  }

  /// Whether there is a folder at a path.
  static func exists(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
  }

  /// The folder as it was typed.
  let path: String
  /// The files, by name.
  let entries: [Entry]

  /// Reads the folder; the standard one may be absent.
  init(_ path: String?, of catalog: ScenarioCatalog) throws(UsageError) {
    let standard = Self.standard(of: catalog)
    self.path = path ?? Self.newPath(of: catalog)
    guard path != nil || standard != nil else {
      entries = []
      return
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: self.path)
    } catch {
      guard path == nil else {
        throw .unreadable(path: self.path, reason: ResultSink.reason(of: error))
      }
      entries = []
      return
    }
    let folder = self.path
    entries = names.filter { $0.hasSuffix(Self.suffix) }.sorted().map { name in
      Entry(name: name, content: Self.read(folder + "/" + name, catalog))
    }
  }

  /// A regression has some hundred bytes, and some thousand where many choices are fixed.
  private static let bytesMost = 1 << 20

  private static func read(
    _ path: String, _ catalog: ScenarioCatalog
  ) -> Result<PlayableRegression, Problem> {
    let regression: Regression
    do {
      regression = try Regression(parsing: try TextFile.read(path, limit: bytesMost))
      try ProfileName.check(regression.token)
    } catch let error as TextFileError {
      return .failure(.unreadable(error.reason))
    } catch let error as RegressionError {
      return .failure(.malformed(error))
    } catch let error as TokenFlaw {
      return .failure(.unknownProfile(error))
    } catch {
      return .failure(.unreadable("\(error)"))
    }
    guard isNamed(path, as: regression) else {
      return .failure(.changed(rightName: regression.fileName))
    }
    let name = regression.token.scenario
    guard let scenario = catalog.scenarios.first(where: { $0.name == name }) else {
      return .failure(.unknownScenario(name))
    }
    return .success(PlayableRegression(regression: regression, scenario: scenario))
  }

  /// Whether the number in a file's name, where it has one, is that of its run.
  private static func isNamed(_ path: String, as regression: Regression) -> Bool {
    guard let number = path.firstMatch(of: /-([0-9a-f]{8})\.regression$/)?.1 else { return true }
    return regression.fileName.hasSuffix("-\(number)\(suffix)")
  }

  /// Those that can be played, with the names of their files.
  var playable: [(name: String, entry: PlayableRegression)] {
    entries.compactMap { entry in (try? entry.content.get()).map { (entry.name, $0) } }
  }

  /// Those that cannot, each with its reason.
  var complaints: [String] {
    entries.compactMap { entry in
      if case .failure(let problem) = entry.content {
        "\(path)/\(entry.name) cannot be used: \(problem)"
      } else {
        nil
      }
    }
  }

  /// Keeps a run that failed; returns the path of its file.
  func save(_ regression: Regression) throws(UsageError) -> String {
    let file = path + "/" + regression.fileName
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      try regression.description.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw .unwritable(path: file, reason: ResultSink.reason(of: error))
    }
    return file
  }

  /// Takes a file away.
  func remove(_ name: String) throws(UsageError) {
    do {
      try FileManager.default.removeItem(atPath: path + "/" + name)
    } catch {
      throw .unwritable(path: path + "/" + name, reason: ResultSink.reason(of: error))
    }
  }
}
