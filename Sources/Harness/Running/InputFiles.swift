internal import Synchronization
public import SystemSupport

/// Files of the real machine that runs read: what is in them is the same for every run of a process.
public enum InputFiles {
  /// The files of a recorded link that the command was given.
  public struct RecordedLink: Hashable, Sendable {
    /// The link's name.
    public let name: String
    /// The file of the direction from a host.
    public let up: String
    /// The file of the direction to a host.
    public let down: String

    /// Names the files of a link.
    public init(name: String, up: String, down: String) {
      self.name = name
      self.up = up
      self.down = down
    }
  }

  private struct Shelf {
    var values: [String: any Sendable] = [:]
    var links: [RecordedLink] = []
  }

  private static let shelf = Mutex(Shelf())

  /// What `read` makes of a file's text; read once by each process for each type of value.
  ///
  /// - Parameters:
  ///   - path: A relative path counts from the working directory of the process.
  ///   - limit: The bytes that the file may have.
  ///   - failing: Makes the error of a file that cannot be read.
  public static func value<Value: Sendable, Flaw: Error>(
    in path: String, limit: Int = TextFile.usualLimit,
    failing: (_ reason: String) -> Flaw, _ read: (String) throws(Flaw) -> Value
  ) throws(Flaw) -> Value {
    let place = "\(Value.self) \(path)"
    if let known = shelf.withLock({ $0.values[place] as? Value }) { return known }
    let text: String
    do {
      text = try TextFile.read(path, limit: limit)
    } catch {
      throw failing(error.reason)
    }
    let value = try read(text)
    shelf.withLock { $0.values[place] = value }
    return value
  }

  /// The recorded links that this process was told of.
  public static var recordedLinks: [RecordedLink] { shelf.withLock { $0.links } }

  /// Makes the files of a recorded link known to this process.
  public static func add(_ link: RecordedLink) {
    shelf.withLock { shelf in
      if !shelf.links.contains(link) { shelf.links.append(link) }
    }
  }
}
