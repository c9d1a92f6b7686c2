// Made from Sources/Mapping/Resources/codes.csv; `P2C_UPDATE_DOCS=1 bin/test --filter FindingNames` makes it anew.

extension FindingCode {
  /// P2C1101: Not an archive, or truncated.
  public static let notAnArchive = FindingCode(number: 1101)
  /// P2C1102: Unsafe entry name.
  public static let unsafeEntryName = FindingCode(number: 1102)
  /// P2C1103: Entry name twice.
  public static let entryTwice = FindingCode(number: 1103)
  /// P2C1104: Encrypted entry.
  public static let encryptedEntry = FindingCode(number: 1104)
  /// P2C1105: Grows too much.
  public static let growsTooMuch = FindingCode(number: 1105)
  /// P2C1106: Sizes or checksum do not agree.
  public static let sizesDisagree = FindingCode(number: 1106)
  /// P2C1107: Entry is no file.
  public static let entryIsNoFile = FindingCode(number: 1107)
  /// P2C1108: Nested too deep.
  public static let nestedTooDeep = FindingCode(number: 1108)
  /// P2C1201: Manifest or header not at the root.
  public static let manifestNotAtRoot = FindingCode(number: 1201)
  /// P2C1202: Data file missing.
  public static let dataFileMissing = FindingCode(number: 1202)
  /// P2C1203: File name differs from the manifest.
  public static let fileNameDiffers = FindingCode(number: 1203)
  /// P2C1204: Field maps missing or out of order.
  public static let fieldMapsOutOfOrder = FindingCode(number: 1204)
  /// P2C1205: Manifest cannot be read by the system.
  public static let manifestUnreadable = FindingCode(number: 1205)
  /// P2C1206: Value of the wrong form in the manifest.
  public static let manifestValueMalformed = FindingCode(number: 1206)
  /// P2C1207: Entity name is no label.
  public static let entityNameIsNoLabel = FindingCode(number: 1207)
  /// P2C1208: Entity or file listed twice.
  public static let entityOrFileListedTwice = FindingCode(number: 1208)
  /// P2C1209: Encoding does not fit the source format.
  public static let encodingDoesNotFit = FindingCode(number: 1209)
  /// P2C1210: Line ends of CSV-Unicode.
  public static let lineEndsOfUnicode = FindingCode(number: 1210)
  /// P2C1211: Value with delimiter, quote or line break.
  public static let valueWithDelimiter = FindingCode(number: 1211)
  /// P2C1212: Header missing or blank lines.
  public static let headerMissing = FindingCode(number: 1212)
  /// P2C1213: Ragged rows.
  public static let raggedRows = FindingCode(number: 1213)
  /// P2C1214: Empty file.
  public static let emptyFile = FindingCode(number: 1214)
  /// P2C1215: Columns and maps differ.
  public static let columnsAndMapsDiffer = FindingCode(number: 1215)
  /// P2C1216: Key twice in a file.
  public static let keyTwiceInFile = FindingCode(number: 1216)
  /// P2C1217: Date of an unclear or impossible form.
  public static let dateUnclear = FindingCode(number: 1217)
  /// P2C1218: Number of an unclear form.
  public static let numberUnclear = FindingCode(number: 1218)
  /// P2C1219: Not a symbol of the enumeration.
  public static let notASymbol = FindingCode(number: 1219)
  /// P2C1220: Text longer than the field.
  public static let textLongerThanField = FindingCode(number: 1220)
  /// P2C1221: Character that the format cannot carry.
  public static let characterNotCarried = FindingCode(number: 1221)
  /// P2C1222: Composite entity not whole.
  public static let compositeEntityNotWhole = FindingCode(number: 1222)
  /// P2C1223: Lines before their headers.
  public static let linesBeforeTheirHeaders = FindingCode(number: 1223)
  /// P2C1224: Another company in a value.
  public static let anotherCompanyInAValue = FindingCode(number: 1224)
  /// P2C1225: Surrogate key or read-only column.
  public static let readOnlyColumn = FindingCode(number: 1225)
  /// P2C1226: Workbook that the import refuses.
  public static let workbookRefused = FindingCode(number: 1226)
  /// P2C1227: Column that is empty everywhere.
  public static let emptyColumn = FindingCode(number: 1227)
  /// P2C1228: Apostrophe in the project name.
  public static let apostropheInTheProjectName = FindingCode(number: 1228)
  /// P2C1229: Key neither given nor numbered.
  public static let keyNeitherGivenNorNumbered = FindingCode(number: 1229)
  /// P2C1230: The target lacks a value.
  public static let missingInTarget = FindingCode(number: 1230)
  /// P2C1231: Same record in two packages.
  public static let sameRecordInTwoPackages = FindingCode(number: 1231)
  /// P2C1232: Dimension value with a delimiter.
  public static let dimensionValueWithDelimiter = FindingCode(number: 1232)
  /// P2C1233: Data of another company.
  public static let dataOfAnotherCompany = FindingCode(number: 1233)
  /// P2C1234: Attachment missing.
  public static let attachmentMissing = FindingCode(number: 1234)
  /// P2C1301: Timestamp cannot be read.
  public static let timestampUnreadable = FindingCode(number: 1301)
  /// P2C1302: Date of another culture.
  public static let dateOfAnotherCulture = FindingCode(number: 1302)
  /// P2C1303: Text encoded once.
  public static let textEncodedOnce = FindingCode(number: 1303)
  /// P2C1304: Matched by name, and names repeat.
  public static let matchedByName = FindingCode(number: 1304)
  /// P2C1305: Column or table that the target lacks.
  public static let unknownInTarget = FindingCode(number: 1305)
  /// P2C1306: Lookup to an unknown record.
  public static let lookupUnknown = FindingCode(number: 1306)
  /// P2C1307: Product with a state.
  public static let productWithAState = FindingCode(number: 1307)
  /// P2C1308: Base unit in the package.
  public static let baseUnitInThePackage = FindingCode(number: 1308)
  /// P2C1309: Unit of another unit group.
  public static let unitOfAnotherUnitGroup = FindingCode(number: 1309)
  /// P2C1310: No price list item.
  public static let noPriceListItem = FindingCode(number: 1310)
  /// P2C1311: Price will be overwritten.
  public static let priceWillBeOverwritten = FindingCode(number: 1311)
  /// P2C1312: Currencies differ.
  public static let currenciesDiffer = FindingCode(number: 1312)
  /// P2C1313: Column not taken on create.
  public static let columnNotTakenOnCreate = FindingCode(number: 1313)
  /// P2C1314: State before its time.
  public static let stateBeforeItsTime = FindingCode(number: 1314)
  /// P2C1315: Status does not belong to the state.
  public static let statusOfAnotherState = FindingCode(number: 1315)
  /// P2C1316: Number twice.
  public static let numberTwice = FindingCode(number: 1316)
  /// P2C1317: Text longer than the column.
  public static let textLongerThanColumn = FindingCode(number: 1317)
  /// P2C1318: Too many decimals.
  public static let tooManyDecimals = FindingCode(number: 1318)
  /// P2C1319: User of the source.
  public static let userOfTheSource = FindingCode(number: 1319)
  /// P2C1320: Multi-select without its marks.
  public static let multiSelectWithoutItsMarks = FindingCode(number: 1320)
  /// P2C1321: Relative dates.
  public static let relativeDates = FindingCode(number: 1321)
  /// P2C1322: Many-to-many relations.
  public static let manyToManyRelations = FindingCode(number: 1322)
  /// P2C1323: Option label unknown.
  public static let optionLabelUnknown = FindingCode(number: 1323)
  /// P2C1324: Name is not unique.
  public static let nameNotUnique = FindingCode(number: 1324)
  /// P2C1325: Heading or file name is no display name.
  public static let headingIsNoDisplayName = FindingCode(number: 1325)
  /// P2C1326: UTF-8 without BOM.
  public static let byteOrderMarkMissing = FindingCode(number: 1326)
  /// P2C1327: Too large or mixed.
  public static let tooLargeOrMixed = FindingCode(number: 1327)
  /// P2C1328: Depends on the user's settings.
  public static let dependsOnTheUsersSettings = FindingCode(number: 1328)
  /// P2C1329: Needed record comes later.
  public static let neededRecordComesLater = FindingCode(number: 1329)
  /// P2C1330: Number empty with plug-ins off.
  public static let numberEmptyWithoutPlugIns = FindingCode(number: 1330)
  /// P2C1331: Container is wrong.
  public static let containerIsWrong = FindingCode(number: 1331)
  /// P2C1332: The same record twice.
  public static let recordTwice = FindingCode(number: 1332)
  /// P2C1333: Product that cannot be transferred.
  public static let productThatCannotBeTransferred = FindingCode(number: 1333)
  /// P2C1334: Success reported though nothing came.
  public static let nothingCameThrough = FindingCode(number: 1334)
  /// P2C1335: Pricing error in the source.
  public static let pricingError = FindingCode(number: 1335)
  /// P2C1401: Cannot be decoded.
  public static let cannotBeDecoded = FindingCode(number: 1401)
  /// P2C1402: Another number of fields than the header.
  public static let fieldCountDiffers = FindingCode(number: 1402)
  /// P2C1403: Quote that never closes.
  public static let quoteNeverCloses = FindingCode(number: 1403)
  /// P2C1404: XML not well-formed.
  public static let xmlNotWellFormed = FindingCode(number: 1404)
  /// P2C1405: DOCTYPE or entity refused.
  public static let doctypeOrEntityRefused = FindingCode(number: 1405)
  /// P2C1406: Header with an empty or doubled column.
  public static let headerColumnEmptyOrTwice = FindingCode(number: 1406)
  /// P2C1407: Column that no schema knows.
  public static let unknownColumn = FindingCode(number: 1407)
  /// P2C1408: Kind not recognised.
  public static let kindNotRecognised = FindingCode(number: 1408)
  /// P2C1409: Taken by its display name.
  public static let takenByItsDisplayName = FindingCode(number: 1409)
  /// P2C1410: Read as Windows-1252.
  public static let readAsWindows1252 = FindingCode(number: 1410)
  /// P2C1411: Column of a filter is missing.
  public static let filterColumnMissing = FindingCode(number: 1411)
  /// P2C1412: No template fits.
  public static let noTemplateFits = FindingCode(number: 1412)
  /// P2C1413: Heading of several columns.
  public static let headingOfSeveralColumns = FindingCode(number: 1413)
  /// P2C1501: Description cannot be read.
  public static let descriptionUnreadable = FindingCode(number: 1501)
  /// P2C1502: Location leads out of the folder.
  public static let locationLeadsOut = FindingCode(number: 1502)
  /// P2C1503: Partition or document missing.
  public static let describedFileMissing = FindingCode(number: 1503)
  /// P2C1504: Data are somewhere else.
  public static let dataElsewhere = FindingCode(number: 1504)
  /// P2C1505: Definition not resolved.
  public static let definitionNotResolved = FindingCode(number: 1505)
  /// P2C1506: Documents in a circle.
  public static let documentsInACircle = FindingCode(number: 1506)
  /// P2C1507: Format that is not read.
  public static let partitionFormatNotRead = FindingCode(number: 1507)
  /// P2C1508: Pattern not understood.
  public static let patternNotUnderstood = FindingCode(number: 1508)
  /// P2C1509: Still being written.
  public static let stillBeingWritten = FindingCode(number: 1509)
  /// P2C1510: Read as a log of changes.
  public static let readAsALog = FindingCode(number: 1510)
  /// P2C1511: Entity left alone.
  public static let entityLeftAlone = FindingCode(number: 1511)
  /// P2C1512: Entity or partition twice.
  public static let entityOrPartitionTwice = FindingCode(number: 1512)
  /// P2C1513: Numbers without their symbols.
  public static let numbersWithoutSymbols = FindingCode(number: 1513)
  /// P2C1514: Description and data differ.
  public static let descriptionAndDataDiffer = FindingCode(number: 1514)
  /// P2C2101: Key is empty.
  public static let keyIsEmpty = FindingCode(number: 2101)
  /// P2C2102: Required field is empty.
  public static let requiredFieldIsEmpty = FindingCode(number: 2102)
  /// P2C2103: Longer than the destination allows.
  public static let tooLong = FindingCode(number: 2103)
  /// P2C2104: Key twice.
  public static let keyTwice = FindingCode(number: 2104)
  /// P2C2105: Value of the wrong type.
  public static let valueOfTheWrongType = FindingCode(number: 2105)
  /// P2C2106: One key, two contents.
  public static let keyContradicts = FindingCode(number: 2106)
  /// P2C2107: Number used by another company.
  public static let numberOfAnotherCompany = FindingCode(number: 2107)
  /// P2C2108: Not a company.
  public static let notACompany = FindingCode(number: 2108)
  /// P2C2109: Outside the range.
  public static let outOfRange = FindingCode(number: 2109)
  /// P2C2201: Value not in the value map.
  public static let notInValueMap = FindingCode(number: 2201)
  /// P2C2301: Lookup not resolved.
  public static let lookupNotResolved = FindingCode(number: 2301)
  /// P2C2302: Product unknown.
  public static let productUnknown = FindingCode(number: 2302)
  /// P2C2303: Customer unknown.
  public static let customerUnknown = FindingCode(number: 2303)
  /// P2C2304: Unit unknown.
  public static let unitUnknown = FindingCode(number: 2304)
  /// P2C2305: Price list unknown.
  public static let priceListUnknown = FindingCode(number: 2305)
  /// P2C2306: Currency unknown.
  public static let currencyUnknown = FindingCode(number: 2306)
  /// P2C2307: Order unknown.
  public static let orderUnknown = FindingCode(number: 2307)
  /// P2C2308: Several candidates.
  public static let severalCandidates = FindingCode(number: 2308)
  /// P2C2309: Unit group missing.
  public static let unitGroupMissing = FindingCode(number: 2309)
  /// P2C2310: Owner missing.
  public static let ownerMissing = FindingCode(number: 2310)
  /// P2C2311: Price list cannot be used.
  public static let priceListUnusable = FindingCode(number: 2311)
  /// P2C2312: Deferred reference not found.
  public static let deferredReferenceNotFound = FindingCode(number: 2312)
  /// P2C2401: Column derived.
  public static let columnDerived = FindingCode(number: 2401)
  /// P2C2402: No currency.
  public static let noCurrency = FindingCode(number: 2402)
  /// P2C2403: Longer than an assumed limit.
  public static let tooLongForAssumedLimit = FindingCode(number: 2403)
  /// P2C2404: The same record in two inputs.
  public static let duplicateInAnotherInput = FindingCode(number: 2404)
  /// P2C2405: Business unit of no company.
  public static let businessUnitOfNoCompany = FindingCode(number: 2405)
  /// P2C2406: Shared product differs.
  public static let sharedProductDiffers = FindingCode(number: 2406)
  /// P2C2407: Number in several companies.
  public static let numberInSeveralCompanies = FindingCode(number: 2407)
  /// P2C2408: Columns that no template maps.
  public static let columnsNotMapped = FindingCode(number: 2408)
  /// P2C2409: Total differs from the lines.
  public static let totalDiffers = FindingCode(number: 2409)
  /// P2C2410: Amounts that are not converted.
  public static let amountsNotConverted = FindingCode(number: 2410)
  /// P2C2411: Refers to a record that comes later.
  public static let refersToLaterRecord = FindingCode(number: 2411)
  /// P2C2412: State is a name.
  public static let stateIsAName = FindingCode(number: 2412)
  /// P2C2413: Time of the run unknown.
  public static let timeOfTheRunUnknown = FindingCode(number: 2413)
  /// P2C2414: Key looks like an earlier one.
  public static let keyLooksLikeAnother = FindingCode(number: 2414)
  /// P2C2415: Number that can be read two ways.
  public static let numberReadTwoWays = FindingCode(number: 2415)
  /// P2C2501: Document not whole.
  public static let documentNotWhole = FindingCode(number: 2501)
  /// P2C2502: Line without its header.
  public static let lineWithoutHeader = FindingCode(number: 2502)
  /// P2C2503: Header without lines.
  public static let headerWithoutLines = FindingCode(number: 2503)
  /// P2C2504: Line contradicts its header.
  public static let lineContradictsHeader = FindingCode(number: 2504)
  /// P2C3001: Fields differ.
  public static let fieldsDiffer = FindingCode(number: 3001)
  /// P2C3002: Only in F&O.
  public static let onlyInFinops = FindingCode(number: 3002)
  /// P2C3003: Only in Sales.
  public static let onlyInSales = FindingCode(number: 3003)
  /// P2C3004: There, though not expected.
  public static let presentThoughNotExpected = FindingCode(number: 3004)
  /// P2C3005: Key more than once.
  public static let keyMoreThanOnce = FindingCode(number: 3005)
  /// P2C3006: Partner not certain.
  public static let partnerNotCertain = FindingCode(number: 3006)
  /// P2C3007: Column not compared.
  public static let columnNotCompared = FindingCode(number: 3007)
  /// P2C3008: Template not compared by.
  public static let templateNotCompared = FindingCode(number: 3008)
  /// P2C4001: Not a project file, or a member of the wrong kind.
  public static let notAProjectFile = FindingCode(number: 4001)
  /// P2C4002: Unknown member.
  public static let unknownMember = FindingCode(number: 4002)
  /// P2C4003: Unknown template or task.
  public static let unknownTemplateOrTask = FindingCode(number: 4003)
  /// P2C4004: Unknown field.
  public static let unknownField = FindingCode(number: 4004)
  /// P2C4005: Wrong value map.
  public static let wrongValueMap = FindingCode(number: 4005)
  /// P2C4006: Wrong filter.
  public static let wrongFilter = FindingCode(number: 4006)
  /// P2C4007: Wrong value.
  public static let wrongValue = FindingCode(number: 4007)
  /// P2C4008: Wrong template or schema of the project's own.
  public static let wrongTemplateOrSchema = FindingCode(number: 4008)
  /// P2C4009: Templates that extend each other.
  public static let circularExtension = FindingCode(number: 4009)
  /// P2C4010: Templates wait for each other.
  public static let circularOrder = FindingCode(number: 4010)
  /// P2C5001: F&O build too old.
  public static let finopsBuildTooOld = FindingCode(number: 5001)
  /// P2C5002: Hotfix missing.
  public static let hotfixMissing = FindingCode(number: 5002)
  /// P2C5003: Sales too old.
  public static let salesTooOld = FindingCode(number: 5003)
  /// P2C5004: Prospect to Cash solution too old or missing.
  public static let solutionMissing = FindingCode(number: 5004)
  /// P2C5005: No versions stated.
  public static let noVersionsStated = FindingCode(number: 5005)
  /// P2C6001: Plan not understood.
  public static let planNotUnderstood = FindingCode(number: 6001)
  /// P2C6002: Input changed since the plan.
  public static let inputNotAsPlanned = FindingCode(number: 6002)
  /// P2C6003: Of another plan or version.
  public static let ofAnotherPlan = FindingCode(number: 6003)
  /// P2C6004: Intermediate file damaged.
  public static let intermediateFileDamaged = FindingCode(number: 6004)
  /// P2C6005: Its turn has not come.
  public static let turnHasNotCome = FindingCode(number: 6005)
  /// P2C6006: Two attempts disagree.
  public static let attemptsDisagree = FindingCode(number: 6006)
  /// P2C6007: Parts do not add up.
  public static let partsDoNotAddUp = FindingCode(number: 6007)
  /// P2C6008: Template cannot be cut.
  public static let templateCannotBeCut = FindingCode(number: 6008)

  /// The highest severity that findings of the code can have.
  public var severity: Severity {
    switch number {
    case 1232, 1322, 1334, 1407, 1409, 1410, 1510, 1511, 2401, 2404, 2408, 2410, 2413, 3007, 5005: .info
    case 1203, 1211, 1224, 1225, 1227, 1231, 1233, 1303, 1307, 1308, 1310, 1311, 1313, 1318, 1319, 1323, 1325, 1328,
      1333, 1335, 1413, 1509, 1514, 2402, 2403, 2405, 2406, 2407, 2409, 2411, 2412, 2414, 2415, 2503, 3008:
      .warning
    default: .error
    }
  }

  /// What a package with such a finding is no good for.
  public var purpose: FindingPurpose {
    switch number {
    case 1203, 1204, 1205, 1206, 1207, 1208, 1209, 1210, 1211, 1214, 1215, 1221, 1222, 1223, 1224, 1225, 1226, 1227,
      1228, 1229, 1230, 1231, 1232, 1234, 1301, 1303, 1304, 1305, 1307, 1308, 1311, 1313, 1314, 1315, 1318, 1319, 1320,
      1321, 1322, 1325, 1326, 1327, 1328, 1329, 1330, 1331, 1333:
      .import
    default: .both
    }
  }
}
