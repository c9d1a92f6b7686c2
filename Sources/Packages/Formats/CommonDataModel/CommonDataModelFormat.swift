import Archives
import Findings
import Records

extension EntityFormat {
  /// Partitions of Common Data Model folders, which are CSV without a header.
  static let partition = EntityFormat("csv") { _, _, _ in nil }
}

extension PackageFormat {
  /// A folder of partitions with a description beside them, as data lakes hold them.
  static let commonDataModel = PackageFormat(
    kinds: [.salesCommonDataModel, .finopsCommonDataModel], files: [],
    open: { container, _, sniffer, _ in
      guard let search = try DescriptionSearch(container) else { return nil }
      do {
        var entities = DescribedEntities(try search.read(), search.folder, sniffer.schemas)
        return try entities.read()
      } catch let fault as DescriptionFault {
        throw PackageError.description(fault, package: container.path)
      }
    },
    find: { container in
      try DescriptionSearch(container).map { PackageRoot(container, folder: $0.folder.root) }
    },
    describesItsFolder: DescriptionSearch.names,
    makeReader: { package, request in PartitionsReader(package, request) })
}
