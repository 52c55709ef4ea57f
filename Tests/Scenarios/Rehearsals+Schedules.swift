import Simulator

extension Rehearsals {
  /// Under `fifo` the release build plays all of them (`.ci/run`).
  static var schedules: [Schedule] { [.random] }
}
