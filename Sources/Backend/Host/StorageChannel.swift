package import Network
package import Simulator

/// File storage as the network knows it.
package enum StorageChannel {
  /// The name under which the backend listens for connections.
  package static let name = "storage"

  /// A client's requests have ten minutes for themselves (firebase-ios-sdk, `StorageUploadTask`, `StorageDownloadTask`:
  /// `timeoutInterval`), so that the kernel ends an attempt: after 75 s without an answer to its SYNs (`TCPTV_KEEP_INIT` of
  /// xnu), and a stall within TLS as any other silence.
  package static var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration()
    configuration.connectTimeout = .seconds(75)
    return configuration
  }
}

/// A request of a client to file storage. Its number is repeated by the answer.
package struct StorageClientMessage: Sendable {
  /// Counts the requests of a client.
  package let number: Int
  /// The request.
  package let request: StorageCommand

  /// Numbers a request.
  package init(number: Int, _ request: StorageCommand) {
    self.number = number
    self.request = request
  }
}

/// A request that a client can make of file storage.
package enum StorageCommand: Sendable {
  /// Acts as a user from now on; nil acts as nobody. A phone of this backend is believed. It has no answer.
  case authenticate(uid: String?)
  /// Announces a file; answered by the upload's number.
  case beginUpload(Path, byteCount: Int, contentType: String)
  /// Asks how far an upload is.
  case queryUpload(FileStore.UploadID)
  /// Stores a chunk.
  case store(FileChunk, in: FileStore.UploadID)
  /// Gives an upload up. It has no answer.
  case cancelUpload(FileStore.UploadID)
  /// Asks for a file's size, type and content.
  case describe(Path)
  /// Asks for a part of a file, as it was described: of this generation only.
  case read(Path, generation: Int, offset: Int, byteCount: Int)
  /// Removes a file.
  case delete(Path)
  /// Asks for a file's metadata.
  case metadata(Path)
  /// Changes a file's own metadata.
  case updateMetadata(Path, [String: String])
  /// Asks for the content of a folder.
  case list(Path)
}

/// The answer of file storage to the request of the same number.
package struct StorageServerMessage: Sendable {
  /// The request's number.
  package let number: Int
  /// The answer.
  package let answer: StorageAnswer

  init(number: Int, _ answer: StorageAnswer) {
    self.number = number
    self.answer = answer
  }
}

/// An answer of file storage.
package enum StorageAnswer: Sendable {
  /// An upload was begun.
  case begun(FileStore.UploadID)
  /// The progress of an upload.
  case progress(FileStore.Progress)
  /// The file that is there.
  case file(StoredFile)
  /// A part of a file.
  case data(FileChunk)
  /// The file was removed.
  case deleted
  case metadata(FileMetadata)
  case listing(FileListing)
  /// The request had no effect.
  case refused(StorageError)
}

extension StorageClientMessage: Payload {
  /// The chunk, and for everything else what an HTTP request with a credential commonly takes.
  package var byteCount: Int {
    switch request {
    case .authenticate(let uid): uid == nil ? 2 : 900
    case .beginUpload(let path, _, let type):
      400 + path.description.utf8.count + type.utf8.count
    case .store(let chunk, _): 300 + chunk.byteCount
    case .queryUpload, .cancelUpload: 300
    case .describe(let path), .delete(let path), .read(let path, _, _, _), .metadata(let path),
      .list(let path):
      300 + path.description.utf8.count
    case .updateMetadata(let path, let custom):
      300 + path.description.utf8.count + custom.byteCount
    }
  }

  package func digest(into hash: inout StableHash) {
    hash.mix(Int64(number))
    hash.mix(request.summary)
    switch request {
    case .store(let chunk, _): hash.mix(chunk.fingerprint)
    case .beginUpload(_, _, let type): hash.mix(type)
    case .read(_, let generation, _, let count):
      hash.mix(Int64(generation))
      hash.mix(Int64(count))
    case .updateMetadata(_, let custom): custom.digest(into: &hash)
    case .authenticate, .queryUpload, .cancelUpload, .describe, .delete, .metadata, .list: break
    }
  }

  package var summary: String { "#\(number) \(request.summary)" }
}

extension StorageCommand {
  /// One short line for stories.
  package var summary: String {
    switch self {
    case .authenticate(let uid): "storage auth \(uid ?? "nobody")"
    case .beginUpload(let path, let bytes, _): "upload \(path), \(bytes) bytes"
    case .queryUpload(let id): "upload \(id.number)?"
    case .store(let chunk, let id): "upload \(id.number): bytes \(chunk.offset)..<\(chunk.end)"
    case .cancelUpload(let id): "upload \(id.number) cancelled"
    case .describe(let path): "file \(path)?"
    case .read(let path, _, let offset, let count):
      "download \(path): bytes \(offset)..<\(offset.addingReportingOverflow(count).partialValue)"
    case .delete(let path): "delete file \(path)"
    case .metadata(let path): "metadata of \(path)?"
    case .updateMetadata(let path, _): "metadata of \(path)"
    case .list(let path): "files in \(path)?"
    }
  }
}

extension StorageServerMessage: Payload {
  package var isAnswer: Bool { true }

  /// The chunk, and for everything else what an HTTP response commonly takes.
  package var byteCount: Int {
    switch answer {
    case .begun, .progress, .deleted: 300
    case .file(let file): 500 + file.path.description.utf8.count
    case .metadata(let metadata):
      500 + metadata.file.path.description.utf8.count + metadata.custom.byteCount
    case .listing(let listing):
      (listing.items + listing.prefixes).reduce(300) { $0 + 60 + $1.description.utf8.count }
    case .data(let chunk): 300 + chunk.byteCount
    case .refused: 400
    }
  }

  package func digest(into hash: inout StableHash) {
    hash.mix(Int64(number))
    hash.mix(answer.summary)
    switch answer {
    case .file(let file), .progress(.complete(let file)): file.digest(into: &hash)
    case .data(let chunk): hash.mix(chunk.fingerprint)
    case .metadata(let metadata):
      metadata.file.digest(into: &hash)
      hash.mix(Int64(metadata.metageneration))
      metadata.custom.digest(into: &hash)
    case .listing(let listing):
      listing.items.digest(into: &hash)
      listing.prefixes.digest(into: &hash)
    case .begun, .progress, .deleted, .refused: break
    }
  }

  package var summary: String { "#\(number) \(answer.summary)" }
}

extension StorageAnswer {
  /// Whether it says that something was changed: an upload begun, a part stored, a file or its metadata changed.
  ///
  /// The answer to the question how far an upload is looks the same, and a client loses as much with it.
  package var acknowledgesChange: Bool {
    switch self {
    case .begun, .progress, .deleted, .metadata: true
    case .file, .data, .listing, .refused: false
    }
  }

  /// One short line for stories.
  package var summary: String {
    switch self {
    case .begun(let id): "upload \(id.number) begun"
    case .progress(.stored(let bytes, let total)): "\(bytes) of \(total) bytes stored"
    case .progress(.complete(let file)): "stored \(file.path)"
    case .file(let file): "file \(file.path), \(file.content.byteCount) bytes"
    case .data(let chunk): "bytes \(chunk.offset)..<\(chunk.end)"
    case .deleted: "deleted"
    case .metadata(let metadata): "metadata of \(metadata.file.path)"
    case .listing(let listing):
      "\(listing.items.count) files, \(listing.prefixes.count) folders"
    case .refused(let error): "refused: \(error)"
    }
  }
}

extension [String: String] {
  /// Bytes of the pairs as JSON, about.
  fileprivate var byteCount: Int {
    // order: a sum is the same in any.
    reduce(2) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 }
  }
}
