internal import Harness
public import Simulator

/// The photo library of a phone as its system guards it. The access and the selection outlive the app's process and go with
/// a reinstallation; the photos are the phone's, and stay.
///
/// Ours: each picture is in the library once, photos take no room of the app's disk, and none is ever deleted.
final class PhotoLibrary: Sendable {
  private struct State {
    var access = PhotoAccess.notDetermined
    /// All photos, the oldest first.
    var photos: [LibraryPhoto] = []
    /// The pictures that a limited library has for the app.
    var selected: Set<Picture> = []
    /// Tells the app that it may see others than before.
    var changed: (@Sendable () -> Void)?
    /// Those who wait for the person's answer to the prompt; there is no prompt where nobody does.
    var waiting: [@Sendable (PhotoAccess) -> Void] = []
  }

  private let state: WorldBound<State>
  private let world: World
  private let subject: JournalSource

  init(in world: World, of subject: JournalSource) {
    self.world = world
    self.subject = subject
    state = WorldBound(State(), in: world)
  }

  var access: PhotoAccess { state.withValue { $0.access } }

  func set(_ access: PhotoAccess) {
    guard access != self.access else { return }
    state.withValue { state in
      state.access = access
      if access == .notDetermined { state.selected = [] }
    }
    world.journal.record(PhotoAccessEvent(access: access, isAsked: false), about: subject)
  }

  /// All pictures, the newest first.
  var pictures: [Picture] { state.withValue { $0.photos.reversed().map(\.picture) } }

  /// The pictures that a limited library has for the app, the newest first.
  var selection: [Picture] {
    state.withValue { state in
      state.photos.reversed().map(\.picture).filter { state.selected.contains($0) }
    }
  }

  /// What the app may see at present, the newest first.
  ///
  /// Source: Apple, "Delivering an Enhanced Privacy Experience in Your Photos App": with a limited library, fetches have
  /// the selected photos alone.
  var seen: [LibraryPhoto] {
    state.withValue { state -> [LibraryPhoto] in
      switch state.access {
      case .notDetermined, .denied: return []
      case .limited: return state.photos.reversed().filter { state.selected.contains($0.picture) }
      case .authorized: return state.photos.reversed()
      }
    }
  }

  /// Puts a picture into the library, unless it is there.
  func save(_ picture: Picture, at milliseconds: Int64) {
    guard !pictures.contains(picture) else { return }
    state.withValue { $0.photos.append(LibraryPhoto(picture, at: milliseconds)) }
    world.journal.record(PhotoLibraryEvent(change: .saved, pictures: [picture]), about: subject)
    if access == .authorized { tellChange() }
  }

  /// Selects pictures of the library for the app, and no others.
  func select(_ pictures: [Picture]) {
    let (before, known) = (selection, self.pictures)
    state.withValue { $0.selected = Set(pictures.filter(known.contains)) }
    guard selection != before else { return }
    world.journal.record(
      PhotoLibraryEvent(change: .selected, pictures: selection), about: subject)
    if access == .limited { tellChange() }
  }

  /// Tells the app of changes from now on; there is one app, and it forgets this as it ends.
  func watch(_ changed: @escaping @Sendable () -> Void) { state.withValue { $0.changed = changed } }

  private func tellChange() { state.withValue { $0.changed }?() }

  /// Shows the prompt, once for all who ask while it is there.
  func ask(_ answered: @escaping @Sendable (PhotoAccess) -> Void) {
    let isFirst = state.withValue { state in
      state.waiting.append(answered)
      return state.waiting.count == 1
    }
    guard isFirst else { return }
    world.journal.record(PhotoAccessEvent(access: .notDetermined, isAsked: true), about: subject)
  }

  /// Takes the person's answer; does nothing without a prompt.
  func answer(_ answer: PhotoAnswer) {
    let waiting = state.withValue { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    guard !waiting.isEmpty else { return }
    set(answer.access)
    for answered in waiting { answered(answer.access) }
  }

  /// Takes the prompt away with the process that has asked, and tells it of changes no more; nobody is any wiser.
  func processEnded() {
    state.withValue { $0.waiting = [] }
    state.withValue { $0.changed = nil }
  }
}

/// The photo library as one launch of an app sees it.
public struct AppPhotoLibrary: Sendable {
  let library: PhotoLibrary
  let process: AppProcess

  init(library: PhotoLibrary, process: AppProcess) {
    self.library = library
    self.process = process
    process.atEnd { library.processEnded() }
  }

  /// What the app may see.
  ///
  /// Source: Apple, `PHPhotoLibrary.authorizationStatus(for:)`.
  public var access: PhotoAccess { library.access }

  /// Asks the person, by a prompt of the system in front of the app; `app` hears of the answer in a step of its own. Where they
  /// have answered before, there is no prompt, and the app hears of that answer.
  ///
  /// Source: Apple, `PHPhotoLibrary.requestAuthorization(for:handler:)`. A prompt is for apps that read the library itself: the
  /// system's picker, `PHPickerViewController`, runs beside the app and asks for nothing.
  public func requestAccess<App: LaneActor>(
    on app: App, _ answered: @escaping @Sendable (isolated App, PhotoAccess) -> Void
  ) {
    guard process.isAlive else { return process.noteAttempt("ask for access to photos") }
    let process = process
    let tell: @Sendable (PhotoAccess) -> Void = { [weak app] access in
      app?.post { app in
        if process.isAlive { answered(app, access) }
      }
    }
    let access = access
    guard access == .notDetermined else { return tell(access) }
    library.ask(tell)
  }

  /// The newest photos that the app may see, at most `limit` of them, and how many there are in all.
  ///
  /// Source: Apple, `PHAsset.fetchAssets(with:)` with `PHFetchOptions.sortDescriptors` by `creationDate`. It shows what the
  /// person lets the app see; the system's picker, which runs beside the app, shows the whole library whatever the access
  /// (Apple Developer Forums, thread 658485).
  public func newest(_ limit: Int) -> LibraryWindow {
    guard process.isAlive else { return LibraryWindow() }
    let seen = library.seen
    return LibraryWindow(Array(seen.prefix(max(0, limit))), of: seen.count)
  }

  /// Tells `app`, in a step of its own, each time that it may see other photos than before: a picture was saved, or the person
  /// has selected others.
  ///
  /// Source: Apple, `PHPhotoLibraryChangeObserver`.
  public func watchChanges<App: LaneActor>(
    on app: App, _ changed: @escaping @Sendable (isolated App) -> Void
  ) {
    guard process.isAlive else { return process.noteAttempt("watch the photo library") }
    let process = process
    library.watch { [weak app] in
      app?.post { app in
        if process.isAlive { changed(app) }
      }
    }
  }

  /// The person selects further pictures for an app with a limited library, in the system's sheet that the app has brought up.
  ///
  /// For the words of scenarios: no app can select for the person. Source: Apple,
  /// `PHPhotoLibrary.presentLimitedLibraryPicker(from:)`, which does nothing for an app whose library is not limited.
  public func selectMore(_ pictures: [Picture]) {
    guard access == .limited else { return }
    library.select(library.selection + pictures)
  }

  /// Whether a picture is in the phone's library, whatever the app may see of it; for the words of scenarios.
  public func holds(_ picture: Picture) -> Bool { library.pictures.contains(picture) }

  /// The person's tap on the prompt; does nothing where there is none.
  ///
  /// For the words of scenarios: no app can answer for the person.
  public func answerPrompt(_ answer: PhotoAnswer) { library.answer(answer) }
}
