/// A request for an operation on a file, as storage rules see it.
public struct StorageRequest: Sendable {
  /// The kind of operation that is asked for.
  public enum Operation: String, Sendable {
    /// To read a file.
    case get
    /// To list a folder.
    case list
    /// To store a file where none is.
    case create
    /// To replace a file.
    case update
    /// To remove a file.
    case delete
  }

  /// The operation that is asked for.
  public let operation: Operation
  /// The file's place.
  public let path: Path
  /// The user who asks; nil for nobody signed in.
  public let uid: String?
  /// The file that is there.
  public let existing: StoredFile?
  /// Bytes of the file to be stored.
  public let byteCount: Int?
  /// Media type of the file to be stored.
  public let contentType: String?
  /// The server's clock, milliseconds since 1970.
  public let nowMilliseconds: Int64
}

/// The rules for operations on files.
///
/// Nothing is allowed that no rule allows. Source: Firebase documentation, "Understand Firebase
/// Security Rules for Cloud Storage".
public struct StorageRules: Sendable {
  /// A rule for files of one shape of path.
  public struct Rule: Sendable {
    /// The files.
    package let pattern: PathPattern
    /// The operations that the rule can allow.
    public let operations: Set<StorageRequest.Operation>
    /// Whether it allows one; gets what the pattern's wildcards stand for.
    package let isAllowed: @Sendable (StorageRequest, PathPattern.Captures) -> Bool

    /// A rule.
    ///
    /// - Throws: `PathPatternError`.
    package init(
      _ pattern: String, _ operations: Set<StorageRequest.Operation>,
      isAllowed: @escaping @Sendable (StorageRequest, PathPattern.Captures) -> Bool
    ) throws(PathPatternError) {
      self.pattern = try PathPattern(parsing: pattern)
      self.operations = operations
      self.isAllowed = isAllowed
    }
  }

  /// The rules; one that allows is enough.
  public let rules: [Rule]?

  /// These rules.
  public init(_ rules: [Rule]) { self.rules = rules }

  private init() { rules = nil }

  /// Everything is allowed.
  public static let open = StorageRules()

  /// Whether a request may be carried out.
  public func allows(_ request: StorageRequest) -> Bool {
    guard let rules else { return true }
    return rules.contains { rule in
      guard rule.operations.contains(request.operation),
        let captures = rule.pattern.captures(at: request.path)
      else { return false }
      return rule.isAllowed(request, captures)
    }
  }
}
