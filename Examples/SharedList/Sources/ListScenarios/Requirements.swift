import Rehearsal

extension RequirementCatalog where Self == RequirementTable {
  /// The requirements of the list.
  public static var list: RequirementTable {
    RequirementTable(
      """
      # SL Shared list
      SL-01 T An item is on the other phones within 1 s of being added, on LTE.
      SL-02 S Edits of different fields of an item are all kept, whoever made them.
      SL-03 S Of two edits of one field the newer stands, in whatever order they reach the backend.
      SL-04 S An item that was removed stays removed, whatever others did to it meanwhile.
      SL-05 S What a person did is not lost when the app dies, and needs no network.
      SL-06 S An edit that is sent twice does not undo what others did in between.
      SL-07 L In the end every phone shows what the backend has.
      SL-08 S What several people count at the same time is all counted, also without a network.
      """)
  }
}
