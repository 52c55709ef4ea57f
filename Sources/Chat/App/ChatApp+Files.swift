internal import Backend
internal import Devices
internal import Simulator

extension ChatApp {
  /// Stores a picture, from where the backend has it already.
  func upload(_ fact: UploadFact) {
    let storage = services.storage
    storage.post { storage in
      storage.upload(
        fact.picture.content, to: fact.place, resuming: fact.session,
        progress: { [weak self] progress in
          guard let session = progress.upload, session != fact.session else { return }
          self?.post { $0.ingest { model, _ in model.uploadBegan(fact.id, as: session) } }
        },
        ended: { [weak self] result in
          self?.post { $0.ingest { model, _ in model.uploadEnded(fact.id, result) } }
        })
    }
  }

  /// Fetches a file.
  func download(_ place: String) {
    guard let path = try? Path(parsing: place) else { return }
    let storage = services.storage
    storage.post { storage in
      storage.download(path) { [weak self] result in
        self?.post { $0.ingest { model, _ in model.downloadEnded(place, result) } }
      }
    }
  }
}
