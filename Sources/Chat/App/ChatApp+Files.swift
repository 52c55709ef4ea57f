internal import Backend
internal import Devices
internal import Simulator

extension ChatApp {
  /// Takes up what the phone's system has uploaded meanwhile, and how uploads share the link.
  func connectUploads() {
    if configuration.policies.yieldsUploads { services.storage.post { $0.setYields(true) } }
    guard configuration.policies.uploadsInBackground else { return }
    services.backgroundSession.connect(self) { app, path, progress in
      app.ingest { model, _ in model.uploadProgressed(to: path, progress) }
    } ended: { app, path, result in
      if let fact = app.model.upload(to: path) { app.uploadEnded(fact, result) }
    }
  }

  /// Announces a picture, and hands it over to the phone's system once the backend knows of it.
  private func uploadInBackground(_ fact: UploadFact) {
    if let session = fact.session {
      return services.backgroundSession.upload(
        fact.picture.content, to: fact.place, contentType: fact.picture.format.contentType,
        resuming: session, yields: configuration.policies.yieldsUploads)
    }
    let limit = configuration.policies.transferLimit
    services.storage.post { storage in
      storage.beginUpload(
        byteCount: fact.picture.byteCount, to: fact.place,
        contentType: fact.picture.format.contentType, retryLimit: limit, waitsForNetwork: true
      ) { [weak self] result in
        self?.post { app in
          switch result {
          case .success(let session):
            app.ingest { model, _ in model.uploadBegan(fact.id, session) }
          case .failure(let error): app.uploadEnded(fact, .failure(error))
          }
        }
      }
    }
  }

  /// Stores a picture, from where the backend has it already.
  ///
  /// While the disk was full its upload may have ended, of which the system tells at the launch: then nothing is left to do.
  func upload(_ fact: UploadFact) {
    guard let present = model.store.uploads[fact.id.text], present.state != .uploaded else {
      return
    }
    if configuration.policies.uploadsInBackground, fact.isOfMessage {
      return uploadInBackground(fact)
    }
    let storage = services.storage
    let limit = fact.isOfMessage ? configuration.policies.transferLimit : StorageClient.retryLimit
    // The loss of the network ends the upload at once; a group's photo waits for the next one.
    let endsWithNetwork = fact.isOfMessage && !configuration.policies.resumesUploads
    storage.post { storage in
      storage.upload(
        fact.picture.content, to: fact.place, contentType: fact.picture.format.contentType,
        resuming: fact.session, retryLimit: limit, endsWithNetwork: endsWithNetwork,
        waitsForNetwork: fact.isOfMessage,
        progress: { [weak self] progress in
          self?.post { $0.ingest { model, _ in model.uploadProgressed(fact.id, progress) } }
        },
        ended: { [weak self] result in self?.post { $0.uploadEnded(fact, result) } })
    }
  }

  /// Tells the model of the end of an upload; of one that was refused once it is known that the picture is not there already.
  ///
  /// Another upload begins where the app has ended before it kept which one it had begun, and where the backend has forgotten
  /// one that is older than a week. When the first has stored the whole picture, no rule lets the second replace it.
  private func uploadEnded(_ fact: UploadFact, _ result: Result<StoredFile, TransferError>) {
    guard case .failure(.refused(.unauthorized)) = result else { return tellEnd(of: fact, result) }
    let user = user
    services.storage.post { storage in
      storage.metadata(of: fact.place) { [weak self] answer in
        var end = result
        switch answer {
        case .success(let there):
          let isOwn = there.file.owner == user.text && there.file.content == fact.picture.content
          if isOwn { end = .success(there.file) }
        case .failure(.refused): break
        case .failure(let error): end = .failure(error)
        }
        self?.post { [end] in $0.tellEnd(of: fact, end) }
      }
    }
  }

  private func tellEnd(of fact: UploadFact, _ result: Result<StoredFile, TransferError>) {
    if configuration.policies.uploadsInBackground, fact.isOfMessage {
      // The phone's system tells of an end once: it is on the disk before the step is over.
      change { model, _ in model.uploadEnded(fact.id, result) }
    } else {
      ingest { model, _ in model.uploadEnded(fact.id, result) }
    }
  }

  /// Calls the model after the pause that follows a time-out.
  func startUploadTimer(_ id: Key, _ delay: Duration) {
    process.schedule(after: delay, on: lane) { [weak self] in
      self?.post { $0.ingest { model, _ in model.uploadTimerFired(id) } }
    }
  }

  /// Stops what is on its way to a place.
  func cancelUpload(to place: Path) {
    services.storage.post { $0.cancelUploads(to: place) }
    if configuration.policies.uploadsInBackground { services.backgroundSession.cancel(to: place) }
  }

  /// Fetches a file.
  func download(_ place: String) {
    guard let path = try? Path(parsing: place) else { return }
    let storage = services.storage
    let isPicture = ChatPlaces.message(at: place) != nil
    let limit = isPicture ? configuration.policies.transferLimit : StorageClient.retryLimit
    storage.post { storage in
      storage.download(path, retryLimit: limit, waitsForNetwork: isPicture) { [weak self] result in
        self?.post { $0.ingest { model, _ in model.downloadEnded(place, result) } }
      }
    }
  }
}

extension UploadFact {
  /// Whether it is a picture of a message, and not a group's photo.
  var isOfMessage: Bool { if case .message = purpose { true } else { false } }
}
