import Foundation
import Simulator

// Does to the runtime's hooks what another library would, in a process of its own, and prints what becomes of it:
// the hooks belong to the whole process, so that no other world may run beside.
//
//   kernel-probe reset     somebody sets the hook to nil while a world is driven
//   kernel-probe taken     somebody takes it while a world is driven, and the next world finds it so
//   kernel-probe asks      code of a run asks the real world, in whatever way this program is linked
//   kernel-probe shared    somebody had it before, and has it again afterwards

guard CommandLine.arguments.count == 2 else { fatalError("usage: kernel-probe CASE") }
let slot = HookSlot()

switch CommandLine.arguments[1] {
case "reset":
  tell(during: { slot.store(0) })
  tell(during: {})
case "taken":
  let theirs = slot.thief
  tell(during: { slot.store(theirs) })
  tell(during: {})
  print("left to them:", slot.load() == theirs)
case "shared":
  slot.store(slot.thief)
  tell(during: {})
  print("theirs again:", slot.load() == slot.thief)
  let done = DispatchSemaphore(value: 0)
  let world = World(seed: 1)
  let calls = HookSlot.calls
  world.run {
    Thread.detachNewThread { Task.detached { done.signal() } }
    done.wait()
  }
  print("called meanwhile:", HookSlot.calls > calls, HookSlot.wasWorldThread)
case "asks":
  let questions: [@Sendable () -> Void] = [
    { _ = Date() }, { _ = UUID() }, { _ = Int.random(in: 0..<9) },
    { DispatchQueue.global().async {} },
  ]
  for ask in questions { print(World(seed: 1).run { ask() }) }
default: fatalError("no such case")
}

/// Plays a world with a detached task in it.
func tell(during deed: @escaping @Sendable () -> Void) {
  let world = World(seed: 1)
  let verdict = world.run {
    try await world.sleep(for: .seconds(1))
    deed()
    try await world.sleep(for: .seconds(1))
  }
  let again = World(seed: 2)
  let next = again.run { await Task.detached {}.value }
  if case .leaked(let reason) = verdict { print("leaked:", reason) } else { print(verdict) }
  print("then:", next)
}
