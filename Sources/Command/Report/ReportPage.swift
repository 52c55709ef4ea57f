/// The page of a report: its skeleton, its style and its script, which stand in files of `Sources/Command/Report/Page`.
///
/// The package's build compiles them in, so that the program needs no file beside it.
enum ReportPage {
  /// All that stands before the data.
  static func beginning(title: String) -> String {
    skeleton.before
      .replacing("<!-- title -->", with: escaped(title))
      .replacing("/* style */", with: styles.map(text).joined(separator: "\n"))
  }

  /// Data of the page, compressed.
  static func block(id: String, _ text: String) -> String {
    let bytes = Base64.encoded(Deflate.compressed(Array(text.utf8)))
    return "<script type=\"text/plain\" id=\"\(id)\">\(String(decoding: bytes, as: UTF8.self))"
      + "</script>\n"
  }

  /// All that stands behind the data.
  static var ending: String {
    skeleton.behind.replacing("/* script */", with: scripts.map(text).joined(separator: "\n"))
  }

  /// The styles, in the order in which they count.
  private static var styles: [[UInt8]] {
    [
      PackageResources.base_css, PackageResources.layout_css, PackageResources.phone_css,
      PackageResources.lanes_css,
    ]
  }

  /// The scripts: each uses only what stands before it.
  private static var scripts: [[UInt8]] {
    [
      PackageResources.words_js, PackageResources.format_js, PackageResources.data_js,
      PackageResources.links_js, PackageResources.run_js, PackageResources.values_js,
      PackageResources.causes_js, PackageResources.related_js,
      PackageResources.axis_js, PackageResources.drawing_js, PackageResources.lock_js,
      PackageResources.phone_js, PackageResources.rows_js, PackageResources.view_js,
      PackageResources.links_draw_js, PackageResources.lanes_draw_js, PackageResources.lanes_js,
      PackageResources.strip_js, PackageResources.details_js, PackageResources.events_js,
      PackageResources.source_js,
      PackageResources.why_js, PackageResources.dataview_js, PackageResources.player_js,
      PackageResources.header_js,
      PackageResources.compare_js, PackageResources.figures_js, PackageResources.indexview_js,
      PackageResources.runview_js, PackageResources.main_js,
    ]
  }

  /// The skeleton before and behind the data.
  private static var skeleton: (before: String, behind: String) {
    let parts = text(PackageResources.page_html).split(separator: "<!-- data -->", maxSplits: 1)
    return (String(parts.first ?? ""), String(parts.last ?? ""))
  }

  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
