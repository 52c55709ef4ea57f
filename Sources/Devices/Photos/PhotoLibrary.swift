internal import Harness
public import Simulator

/// The photo library of a phone as its system guards it. The access outlives the app's process and goes with a
/// reinstallation.
final class PhotoLibrary: Sendable {
  private struct State {
    var access = PhotoAccess.notDetermined
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
    state.withValue { $0.access = access }
    world.journal.record(PhotoAccessEvent(access: access, isAsked: false), about: subject)
  }

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

  /// Takes the prompt away with the process that has asked; nobody is any wiser.
  func dismissPrompt() {
    state.withValue { $0.waiting = [] }
  }
}

/// The photo library as one launch of an app sees it.
public struct AppPhotoLibrary: Sendable {
  let library: PhotoLibrary
  let process: AppProcess

  init(library: PhotoLibrary, process: AppProcess) {
    self.library = library
    self.process = process
    process.atEnd { library.dismissPrompt() }
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

  /// The person's tap on the prompt; does nothing where there is none.
  ///
  /// For the words of scenarios: no app can answer for the person.
  public func answerPrompt(_ answer: PhotoAnswer) { library.answer(answer) }
}
