import Chat
import Harness
import RehearsalCommand
import scenarios

RehearseCommand(
  abstract: "Rehearses a chat app on many simulated phones.", catalog: .scenarios,
  requirements: .chat
).main()
