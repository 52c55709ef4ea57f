// Plays the script of exchanges with the library's URLSession and a server of its own over the loopback interface, and
// prints what both ends noted of each: a line "# name", then a line for each note. Nothing where there is no such interface.

import Foundation
import WebScript

let notes = Notes()
guard let server = RealServer(notes) else { exit(0) }
let client = RealClient(server, notes)
let wanted = CommandLine.arguments.dropFirst().first
for exchange in Exchange.script where wanted.map({ exchange.name.contains($0) }) ?? true {
  print("#", exchange.name)
  for line in await client.play(exchange) { print(line) }
}
exit(0)
