internal import Simulator

/// What a client says, when it listens, of the data that it still holds.
public struct ListenHash: Hashable, Sendable {
  /// The hash of all of it, as ``Node/dataHash`` gives it: when it is current nothing is sent.
  public let simple: String
  /// The hashes of its parts, of which those are sent that differ; nil for little data.
  public let compound: CompoundHash?

  /// The hashes of data.
  public init(_ simple: String, compound: CompoundHash? = nil) {
    self.simple = simple
    self.compound = compound
  }

  /// The hashes that the platform's clients send of data that they hold.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`sendListen:`) and `FListenContainer` (`includeCompoundHash`).
  public init(of node: Node) {
    let size = node.estimatedSerializedSize
    self.init(
      node.dataHash,
      compound: size > CompoundHash.sizeThreshold ? CompoundHash(node, estimatedSize: size) : nil)
  }
}

extension ListenHash {
  func digest(into hash: inout StableHash) {
    hash.mix(simple)
    guard let compound else { return }
    for post in compound.posts { hash.mix(post.contentHash) }
    for range in compound.hashes { hash.mix(range) }
  }

  /// Bytes of its members in a listen's JSON: `,"h":"…","ch":{"hs":["…",""],"ps":["a/b"]}`.
  ///
  /// A hash of a range is 28 characters, the platform's SHA-1 in base 64; behind the last stands an empty one.
  var byteCount: Int {
    let size = #","h":"""#.utf8.count + simple.utf8.count
    guard let compound else { return size }
    let hashes = compound.hashes.count * (28 + 3) + 2
    let posts = compound.posts.reduce(0) { $0 + WireSize.relativePath($1) + 3 }
    return size + #","ch":{"hs":[],"ps":[]}"#.utf8.count + hashes + posts
  }
}

extension RangeMerge {
  func digest(into hash: inout StableHash) {
    for bound in [range.start, range.end] {
      hash.mix(bound?.contentHash ?? 0)
      hash.mix(UInt64(bound == nil ? 0 : 1))
    }
    hash.mix(updates.contentHash)
  }

  /// Bytes of the merge as JSON, with a comma: `{"s":"a","e":"b","m":{…}},`.
  var byteCount: Int {
    let bounds = [range.start, range.end].compactMap { $0 }.map {
      #""s":"","#.utf8.count + WireSize.relativePath($0)
    }
    return bounds.reduce(0, +) + #"{"m":},"#.utf8.count + updates.byteCount
  }
}
