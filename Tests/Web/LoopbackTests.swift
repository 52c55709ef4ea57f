import Testing
import WebScript

#if os(Linux)
  @Suite(
    "The simulated web does what a real client and a real server do over the loopback interface")
  struct LoopbackTests {
    @Test("there are at least fifty exchanges, each with a name of its own")
    func script() {
      #expect(Exchange.script.count >= 50)
      #expect(Set(Exchange.script.map(\.name)).count == Exchange.script.count)
    }

    @Test("every difference that is listed is one of an exchange, and has a reason")
    func list() throws {
      let listed = try LoopbackDifference.known()
      #expect(Set(listed.map(\.exchange)).isSubset(of: Exchange.script.map(\.name)))
      #expect(Set(listed.map(\.exchange)).count == listed.count)
      #expect(listed.allSatisfy { !$0.reason.isEmpty && $0.reason != "why?" })
    }

    @Test("all exchanges are noted alike but for the listed differences")
    func comparison() throws {
      let real = try LoopbackRecording.read("LoopbackRecording.txt").notes
      #expect(Set(real.keys) == Set(Exchange.script.map(\.name)), "record the script anew")
      let ours = LoopbackStage.notes(of: Exchange.script, speaksHTTP2: false)
      let listed = try LoopbackDifference.known()
      for exchange in Exchange.script {
        let (theirs, mine) = (real[exchange.name] ?? [], ours[exchange.name] ?? [])
        let known = listed.first { $0.exchange == exchange.name }
        let found = LoopbackDifference.found(
          exchange.name, real: theirs, simulated: mine, known?.reason ?? "why?")
        #expect(found == known, "\n\(found?.entry ?? "There is no difference any more.")")
      }
    }

    @Test("by HTTP/2 all exchanges are noted as by HTTP/1.1, but for what only one of them has")
    func versions() {
      let old = LoopbackStage.notes(of: Exchange.script, speaksHTTP2: false)
      let new = LoopbackStage.notes(of: Exchange.script, speaksHTTP2: true)
      func plain(_ notes: [String]?) -> [String] {
        (notes ?? []).map { note in
          note.split(separator: "; ").filter {
            ![
              "new connection", "kept connection", "connection: close",
              "transfer-encoding: chunked",
            ].contains($0)
          }.joined(separator: "; ")
        }
      }
      // The connection of the latter is a kept one by HTTP/2 alone, so that the request goes once more.
      for exchange in Exchange.script where exchange.name != "a hang-up in place of an answer" {
        #expect(plain(new[exchange.name]) == plain(old[exchange.name]), "\(exchange.name)")
      }
    }
  }
#endif
