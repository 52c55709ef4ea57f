import Testing

@testable import RehearsalCommand

@Suite("The part of a sweep that the environment asks for")
struct ShardEnvironmentTests {
  private static func slurm(
    _ id: String, count: String = "10", min: String = "1", max: String? = "10", step: String? = "1"
  ) -> [String: String] {
    var variables = [
      "SLURM_ARRAY_TASK_ID": id, "SLURM_ARRAY_TASK_COUNT": count, "SLURM_ARRAY_TASK_MIN": min,
    ]
    variables["SLURM_ARRAY_TASK_MAX"] = max
    variables["SLURM_ARRAY_TASK_STEP"] = step
    return variables
  }

  @Test(
    "each system's variables name the part",
    arguments: [
      (slurm("1"), "1/10"), (slurm("10"), "10/10"),
      (slurm("0", count: "4", min: "0", max: "3"), "1/4"),
      (slurm("7", count: "3", min: "3", max: "7", step: "2"), "3/3"),
      (slurm("5", count: "10", min: "1", max: nil, step: nil), "5/10"),
      (["JOB_COMPLETION_INDEX": "0", "REHEARSE_SHARD_COUNT": "8"], "1/8"),
      (["JOB_COMPLETION_INDEX": "7", "REHEARSE_SHARD_COUNT": "8"], "8/8"),
      (["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "5"], "3/5"),
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "6"], "1/6"),
      (["CI_NODE_INDEX": "6", "CI_NODE_TOTAL": "6"], "6/6"),
      (["CI_NODE_TOTAL": "1"], "1/1"),
      (["REHEARSE_SHARD_INDEX": "3", "REHEARSE_SHARD_COUNT": "4", "CI": "true"], "4/4"),
    ])
  func parts(variables: [String: String], shard: String) throws {
    #expect(try ShardEnvironment(variables).shard.description == shard)
  }

  @Test("a pair of its own comes before what a system says")
  func own() throws {
    let variables = [
      "REHEARSE_SHARD_INDEX": "0", "REHEARSE_SHARD_COUNT": "2", "CI_NODE_INDEX": "5",
      "CI_NODE_TOTAL": "9",
    ]
    #expect(try ShardEnvironment(variables).shard.description == "1/2")
  }

  @Test("Bazel is told through its file that the test shards itself")
  func statusFile() throws {
    let variables = [
      "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "/some/file",
    ]
    #expect(try ShardEnvironment(variables).statusFile == "/some/file")
  }

  @Test(
    "what is missing, wrong or ambiguous is named",
    arguments: [
      ([:], ShardEnvironmentError.nothing),
      (["JOB_COMPLETION_INDEX": "3"], .missing("REHEARSE_SHARD_COUNT")),
      (["REHEARSE_SHARD_INDEX": "3"], .missing("REHEARSE_SHARD_COUNT")),
      (["TEST_TOTAL_SHARDS": "3"], .missing("TEST_SHARD_INDEX")),
      (["CI_NODE_TOTAL": "3"], .missing("CI_NODE_INDEX")),
      (["SLURM_ARRAY_TASK_ID": "3"], .missing("SLURM_ARRAY_TASK_COUNT")),
      (
        ["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "3"], .noNumber("CI_NODE_INDEX", "one")
      ),
      (["TEST_SHARD_INDEX": "+1", "TEST_TOTAL_SHARDS": "3"], .noNumber("TEST_SHARD_INDEX", "+1")),
      (
        ["TEST_SHARD_INDEX": "9223372036854775807", "TEST_TOTAL_SHARDS": "3"],
        .contradiction(["TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"])
      ),
      (
        ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "9223372036854775807"],
        .tooMany(.max)
      ),
      (
        ["TEST_SHARD_INDEX": "3", "TEST_TOTAL_SHARDS": "3"],
        .contradiction(["TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"])
      ),
      (
        ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"],
        .contradiction(["CI_NODE_INDEX", "CI_NODE_TOTAL"])
      ),
      (
        [
          "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "TEST_SHARD_INDEX": "0",
          "TEST_TOTAL_SHARDS": "2",
        ], .several(["Bazel", "GitLab"])
      ),
    ])
  func refused(variables: [String: String], error: ShardEnvironmentError) {
    #expect(throws: error) { try ShardEnvironment(variables) }
    #expect("\(error)".contains("REHEARSE_SHARD_"))
  }

  @Test("a Slurm array with gaps has no parts that are numbered without gaps")
  func gaps() {
    // sbatch --array=1,2,9
    let variables = Self.slurm("9", count: "3", min: "1", max: "9")
    #expect(throws: ShardEnvironmentError.self) { try ShardEnvironment(variables) }
  }

  @Test("an array's tasks play every run once")
  func cover() throws {
    var places: [Int] = []
    for task in 0..<7 {
      let variables = Self.slurm("\(3 + 2 * task)", count: "7", min: "3", max: "15", step: "2")
      places += try ShardEnvironment(variables).shard.part(of: 1000)
    }
    #expect(places == Array(0..<1000))
  }
}
