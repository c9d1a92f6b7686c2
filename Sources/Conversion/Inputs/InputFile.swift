import Packages

/// One file of one entity of an input, as what is known of the files of a run is looked up by.
struct InputFile: Hashable {
  let path: String
  let kind: PackageKind
  let entity: Int
  let name: String

  init(_ entity: Int, of package: Package) {
    (path, kind) = (package.path, package.kind)
    self.entity = entity
    name = package.entities[entity].file
  }

  init(_ input: TaskInput) { self.init(input.entity, of: input.package) }
}
