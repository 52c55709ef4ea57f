// Plays the script of exchanges with the library's URLSession and a server of its own over the loopback interface, and
// prints what both ends noted of each: a line "# name", then a line for each note. Nothing where there is no such interface.
//
// `web-probe http2 PORT FAR-PORT CLOSED-PORT` plays it with the server of http2-probe.mjs, which starts it so: what has no socket by
// PORT, and what only HTTP/2 has by FAR-PORT. Each exchange has a line "> request" for each of its requests; what the client notes is
// printed at once. Behind a line "@" that program plays the exchange, and says by a line that it has.

import Foundation
import WebScript

let arguments = Array(CommandLine.arguments.dropFirst())
let ports = arguments.dropFirst().compactMap { UInt16($0) }
if arguments.first == "http2", ports.count == 3 {
  let notes = Notes(isPrinted: true)
  let scripts = [
    (ports[0], Exchange.requests, true), (ports[1], Exchange.streams, true),
    (ports[1], Exchange.reader, false), (ports[1], Exchange.contact, true),
  ]
  for (port, script, isOurs) in scripts {
    let place = RealPlace(scheme: "https", port: port, closedPort: ports[2])
    let client = RealClient(place, notes)
    for exchange in script {
      Notes.print("# \(exchange.name)")
      for line in exchange.lines { Notes.print("> \(line)") }
      if isOurs {
        _ = await client.play(exchange)
      } else {
        Notes.print("@")
        _ = readLine()
      }
    }
  }
  exit(0)
}

let notes = Notes()
guard let server = RealServer(notes) else { exit(0) }
let client = RealClient(server.place, notes)
let wanted = arguments.first
for exchange in Exchange.script where wanted.map({ exchange.name.contains($0) }) ?? true {
  print("#", exchange.name)
  for line in await client.play(exchange) { print(line) }
}
exit(0)
