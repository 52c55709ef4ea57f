/// The hashes of a node's parts, which a client sends with a listen so that the server need tell only the parts that differ.
///
/// A part is a range of leaves: behind the post before, up to and with its own post. Behind the last post the client holds
/// nothing. Source: firebase-ios-sdk, `FCompoundHash`; as a hash of the platform is opaque, those here are this simulator's.
public struct CompoundHash: Hashable, Sendable {
  /// The path of the last leaf of each range, below the node, in order.
  public let posts: [Path]
  /// The hash of each range.
  public let hashes: [UInt64]

  /// A node larger than this, as ``Node/estimatedSerializedSize`` says, is listened to with a compound hash.
  ///
  /// Source: firebase-ios-sdk, `FSyncTree` (`kFSizeThresholdForCompoundHash`).
  package static let sizeThreshold = 1_024

  /// Posts and hashes as they come over the wire, unchecked.
  public init(posts: [Path], hashes: [UInt64]) {
    self.posts = posts
    self.hashes = hashes
  }

  /// The hash of a node, split as the platform's clients do: into about the square root of its size in hundreds.
  ///
  /// Source: firebase-ios-sdk, `FCompoundHash` (`simpleSizeSplitStrategyForNode:`): a range ends with the leaf that makes its text longer
  /// than 512 and than the root of a hundred times the node's estimated size, but not with a priority. A priority that would come
  /// behind all children is hashed here; `FChildrenNode` leaves it out.
  public init(_ node: Node) {
    self.init(node, estimatedSize: node.estimatedSerializedSize)
  }

  /// The hash of a node whose estimated size is known.
  package init(_ node: Node, estimatedSize: Int) {
    let lengthMax = max(512, Int((Double(estimatedSize) * 100).squareRoot()))
    self.init(node) { _, length in length > lengthMax }
  }

  /// The hash of a node, split where one likes, but not behind a priority.
  ///
  /// - Parameter splits: gets the path of a leaf and the length of the range's text with it, and says whether the range ends there.
  package init(_ node: Node, splitsAfter splits: (_ leaf: Path, _ length: Int) -> Bool) {
    var posts: [Path] = []
    var hashes: [UInt64] = []
    var hasher = RangeHasher()
    node.visitLeaves(&hasher) { hasher, leaf in
      hasher.add(leaf)
      guard !hasher.isAtPriority, splits(hasher.path, hasher.length) else { return }
      posts.append(hasher.path)
      hashes.append(hasher.hash)
      hasher.endRange()
    }
    if hasher.hasLeaves {
      posts.append(hasher.lastPath)
      hashes.append(hasher.hash)
    }
    self.init(posts: posts, hashes: hashes)
  }

  /// Whether a client can have made it: a hash for each post, the posts in order.
  var isWellFormed: Bool {
    posts.count == hashes.count && zip(posts, posts.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// What of a node the holder of these hashes lacks, in order; nil where the node has to be told whole.
  ///
  /// That is so, which is ours, where it has priorities: a range can hold a priority and none of the children without which there
  /// is none. A merge for each range that differs is our reading: the server's sources are not public.
  package func merges(for node: Node) -> [RangeMerge]? {
    guard isWellFormed else { return nil }
    var differing: [Int] = []
    var index = 0
    var hasPriorities = false
    var hasher = RangeHasher()
    func endRange(_ hasher: inout RangeHasher) {
      if hasher.hash != (index < hashes.count ? hashes[index] : 0) { differing.append(index) }
      hasher.endRange()
      index += 1
    }
    node.visitLeaves(&hasher) { hasher, leaf in
      if hasher.isAtPriority || !leaf.priority.isNone { hasPriorities = true }
      while index < posts.count, hasher.isBehind(posts[index]) { endRange(&hasher) }
      hasher.add(leaf)
    }
    while index <= posts.count { endRange(&hasher) }
    if hasPriorities { return nil }
    return differing.map { index in
      let range = PathRange(
        after: index > 0 ? posts[index - 1] : nil, through: index < posts.count ? posts[index] : nil
      )
      return RangeMerge(range, node.part(in: range))
    }
  }
}
