internal import SystemSupport

// Worlds of one program share its statics and all that Swift's checks leave to the main actor, of which each world has its own: two of
// them on two threads would race. So a world that plays such code waits until no other one of the program does, and keeps the turn
// until it is over. Worlds without code on the main actor run beside it. Workers of the command play one world at a time.

extension World {
  /// Waits until no other run of the program plays code of apps. To be called before such code runs; after the first time it costs
  /// nothing.
  package func claimProgram() {
    guard programTurn == .open else { return }
    programTurn = .taken
    if ProgramTurn.tryBegin() { return }
    // The time is none of the step's.
    pulse.explain(true)
    ProgramTurn.begin()
    pulse.explain(false)
  }

  /// Lets the run ask for its turn from now on.
  func beginProgram() { programTurn = .open }

  /// Gives the turn back where the run has it.
  func endProgram() {
    if programTurn == .taken { ProgramTurn.end() }
    programTurn = .none
  }

  /// What a world has to do with the turn to play code of apps.
  enum Turn {
    /// It is not being run.
    case none
    /// It has played no such code.
    case open
    /// It has the turn.
    case taken
  }
}
