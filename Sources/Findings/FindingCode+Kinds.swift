extension FindingCode {
  /// Whether it is about a record's values, keys and lookups as templates read them: `P2C2nnn`.
  public var isAboutRecords: Bool { number / 1000 == 2 }

  /// Whether it is about a package of F&O, its manifest and files: `P2C12nn`.
  public var isAboutFinopsPackages: Bool { number / 100 == 12 }

  /// Whether it is about a Common Data Model folder: `P2C15nn`.
  public var isAboutCommonDataModel: Bool { number / 100 == 15 }

  /// Whether findings of the code are about the record's key.
  public var isAboutKey: Bool {
    [FindingCode.keyTwice, .keyContradicts, .numberOfAnotherCompany, .keyLooksLikeAnother].contains(self)
  }

  /// Whether findings of the code about a field say that it is empty, so that there is no value to show.
  public var isAboutNoValue: Bool { self == .requiredFieldIsEmpty || self == .noCurrency }
}
