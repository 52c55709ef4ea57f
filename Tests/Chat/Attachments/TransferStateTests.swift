import Testing

@testable import Chat

@Suite("The states of a picture on its way up and down")
struct TransferStateTests {
  private static let uploads: [UploadState] =
    [.local, .queued, .retried, .uploaded]
    + [0, 40, 100, 101, -1].map { .uploading(percent: $0) }
    + UploadFailure.allCases.map { .failed($0) }

  @Test("every pair of states of an upload is in the table or not, and no other")
  func uploadTable() {
    for before in Self.uploads {
      for next in Self.uploads {
        #expect(before.canBecome(next) == isLegal(before, next), "\(before) to \(next)")
      }
    }
  }

  /// The table once more, in words of its own.
  private func isLegal(_ before: UploadState, _ next: UploadState) -> Bool {
    let legal: Set<String> = [
      "local queued", "queued uploading", "queued failed", "uploading uploading",
      "uploading queued", "uploading uploaded", "uploading failed", "uploaded failed",
      "failed retried", "retried uploading", "retried failed",
    ]
    guard legal.contains("\(name(before)) \(name(next))") else { return false }
    guard case .uploading(let percent) = next else { return true }
    if case .uploading(let earlier) = before { return percent >= max(0, earlier) && percent <= 100 }
    return percent >= 0 && percent <= 100
  }

  private func name(_ state: UploadState) -> String {
    switch state {
    case .local: "local"
    case .queued: "queued"
    case .retried: "retried"
    case .uploading: "uploading"
    case .uploaded: "uploaded"
    case .failed: "failed"
    }
  }

  @Test("every pair of states of a download is in the table or not, and no other")
  func downloadTable() {
    let states: [DownloadState] =
      [.placeholder, .queued, .retried, .loading, .shown]
      + DownloadFailure.allCases.map { .failed($0) }
    let legal: Set<[String]> = [
      ["placeholder", "queued"], ["placeholder", "shown"], ["queued", "loading"],
      ["queued", "placeholder"], ["loading", "shown"], ["loading", "failed"],
      ["loading", "placeholder"], ["failed", "retried"], ["shown", "placeholder"],
      ["retried", "loading"], ["retried", "placeholder"],
    ]
    func name(_ state: DownloadState) -> String {
      if case .failed = state { "failed" } else { "\(state)" }
    }
    for before in states {
      for next in states {
        #expect(
          before.canBecome(next) == legal.contains([name(before), name(next)]),
          "\(before) to \(next)")
      }
    }
  }

  @Test("a transition that is not in the table traps")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      var state = UploadState.uploaded
      state.become(.queued)
    }
    await #expect(processExitsWith: .failure) {
      var state = DownloadState.shown
      state.become(.loading)
    }
  }
}
