import Testing

@testable import SystemSupport

// One after the other: a process that is being started must not inherit what another test has open.
@Suite("The operating system", .serialized)
struct SystemSupportTests {}

extension SystemSupportTests {
  @Suite("Child processes", .serialized)
  struct ChildProcessTests {
    /// Starts a shell that runs `script` with a file in memory as its standard output.
    private static func shell(
      _ script: String, environment: [String: String] = [:]
    ) throws -> (process: ChildProcess, output: Descriptor) {
      let output = try AnonymousFile.make("output")
      try AnonymousFile.appendOnly(output)
      let process = try ChildProcess(
        "/bin/sh", named: "sh", ["-c", script], environment: environment,
        descriptors: [StandardDescriptors.output: output])
      return (process, output)
    }

    @Test("a process that ends is told by its status, and one that is ended by the signal")
    func ends() throws {
      let exits = try Self.shell("exit 7").process
      exits.wait()
      #expect(exits.end == .exit(7))
      let dies = try Self.shell("kill -KILL $$").process
      dies.wait()
      #expect(dies.end == .signal(9))
      #expect(dies.end?.description.hasPrefix("signal 9 (") ?? false)
    }

    @Test("a process that is stopped is not taken for one that has ended")
    func stops() throws {
      let process = try Self.shell("kill -STOP $$; exit 3").process
      while !process.isStopped, process.end == nil {
        process.look()
        SystemThread.sleep(milliseconds: 1)
      }
      #expect(process.end == nil)
      let other = try Self.shell("kill -CONT \(process.identifier)").process
      other.wait()
      process.wait()
      #expect(process.end == .exit(3))
    }

    @Test("a process finds the descriptors and the variables that it is given")
    func inherits() throws {
      let (process, output) = try Self.shell(
        "echo $REHEARSE_TEST; ls /proc/self/fd 2>/dev/null | wc -l >/dev/null",
        environment: ["REHEARSE_TEST": "given"])
      process.wait()
      #expect(AnonymousFile.take(output.number, limit: 100) == "given\n")
    }

    @Test("a program that is not there is an error, and leaves no process")
    func missing() {
      #expect(throws: SystemError.self) {
        _ = try ChildProcess("/no/such/program", named: "x", [], descriptors: [:])
      }
    }

    @Test("signals have their default effect in a process, whatever this one does with them")
    func signals() throws {
      let process = try Self.shell("kill -PIPE $$; exit 0").process
      process.wait()
      #expect(process.end == .signal(13))
    }
  }

}

extension SystemSupportTests {
  @Suite("Descriptors", .serialized)
  struct DescriptorTests {
    @Test("what is written to a pipe is read, and its end is told from an empty pipe")
    func pipes() throws {
      let (reader, end) = try Descriptor.pipe()
      try reader.setNonBlocking()
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 16)
      #expect(try reader.read(into: &bytes, buffer: &buffer) == nil)
      _ = try end.write([1, 2, 3])
      #expect(try reader.read(into: &bytes, buffer: &buffer) == 3)
      #expect(bytes == [1, 2, 3])
      #expect(Descriptor.state(ofPipe: reader.number, afterMilliseconds: 0) == .open)
      let other = try Self.readingEnd()
      #expect(Descriptor.state(ofPipe: other.number, afterMilliseconds: 0) == .hungUp)
      #expect(try other.read(into: &bytes, buffer: &buffer) == 0)
    }

    /// The end of a pipe whose other end is closed.
    private static func readingEnd() throws -> Descriptor { try Descriptor.pipe().read }

    /// The end of a connection whose other end is closed.
    private static func sendingEnd() throws -> Descriptor { try Descriptor.connection().here }

    @Test("sending to an end that is closed is an error, and no signal")
    func broken() throws {
      let here = try Self.sendingEnd()
      #expect(throws: SystemError.self) { _ = try here.send([1]) }
    }

    @Test("of a file that is too long the end is kept, and it is empty afterwards")
    func files() throws {
      let file = try AnonymousFile.make("test")
      _ = try file.write(ArraySlice("0123456789".utf8))
      #expect(AnonymousFile.take(file.number, limit: 4) == "6789")
      #expect(AnonymousFile.size(file.number) == 0)
    }

    @Test("two mappings of shared counters see each other's numbers")
    func counters() throws {
      let here = try SharedCounters()
      let file = try #require(here.file)
      let there = try SharedCounters(from: file)
      here[3] = .max
      #expect(there[3] == .max)
      there[0] = 7
      #expect(here[0] == 7)
      #expect(here[1] == 0)
    }

    @Test("an error of the system says what to do where that is known")
    func remedies() {
      let error = SystemError("start a process", code: 11)
      #expect(error.description.hasPrefix("cannot start a process: "))
      #expect(error.description.contains("ulimit -u"))
      #expect(!SystemError("read", code: 5).description.contains(";"))
    }
  }
}
