import Rehearsal

// What a person does with the number of trips to the shop.
extension Phone where App == ListApp {
  public nonisolated func openTrips(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture(
      "open the trips", at: CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) {
      $0.openTrips()
    }
  }

  public nonisolated func countTrip(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("count a trip", at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
    {
      $0.countTrip()
    }
  }

  public nonisolated func resetTrips(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture(
      "reset the trips", at: CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) {
      $0.resetTrips()
    }
  }
}
