/// The codes and names that all organisations share: of countries, their states, and currencies.
public struct CommonCodes: Sendable {
  /// The countries of the world.
  var countries = CountryNames()
  /// The states and provinces of some of them.
  public var states = StateNames()
  /// The currencies of the world.
  var currencies = CurrencyCodes()

  /// No codes.
  init() {}

  /// Those that come with the tool.
  static func builtIn() throws(ProjectError) -> CommonCodes {
    var codes = CommonCodes()
    codes.countries = try CountryNames.builtIn()
    codes.states = try StateNames.builtIn()
    codes.currencies = try CurrencyCodes.builtIn()
    return codes
  }
}
