"""The invented company Contoso as its F&O system holds it: the entities of a data package."""

from __future__ import annotations

from decimal import Decimal

from packages import Entity
from sales import ACCOUNTS, CONTACTS, CURRENCIES, PRODUCTS

NEW_PRODUCTS = {
    "000500": ("Spoke 260 mm", "ea", "0.35"),
    "AW-2001": ("Cargo bike, 7 gears", "ea", "2100.00"),
    "AW-2002": ("Lampe “Nordlicht”", "ea", "45.90"),
}
"""Products that Sales does not know yet."""

ORDERS = [
    # number, name, customer, currency, status, freight tax, lines: (product, quantity, discount)
    ("SO-000001", "Seattle shop", "000101", "USD", "Confirmed", "0", [("AW-1001", "1", "0"), ("000411", "2", "0")]),
    ("SO-000002", "Lager Ø, A & B", "LW-2001", "DKK", "Picked", "7.50",
     [("AW-1002", "4", "10"), ("000410", "2.5", "0"), ("000500", "200", "0.35")]),
    ("SO-000003", "Not confirmed yet", "000102", "USD", "Active", "0", [("AW-1004", "3", "0")]),
    ("SO-000004", "With an unknown product", "NW-3001", "EUR", "Confirmed", "0",
     [("AW-1003", "6", "0"), ("AW-7777", "1", "0")]),
    ("000005", 'Order "by phone"', "CON-1004", "EUR", "Invoiced", "0", [("AW-2002", "1", "0")]),
    ("SO-000006", "Köln, second delivery", "AW-4001", "EUR", "PartiallyDelivered", "0", [("AW-2001", "3", "10")]),
]

INVOICES = [
    # number, date, order, customer, currency, freight tax, lines as above
    ("INV-000001", "2024-02-29", "SO-000001", "000101", "USD", "0", [("AW-1001", "1", "0"), ("000411", "2", "0")]),
    ("INV-000002", "1900-01-01", "000005", "CON-1004", "EUR", "3.30", [("AW-2002", "1", "0")]),
    ("INV-000003", "2024-03-31", "", "LW-2001", "DKK", "0", [("000410", "2.5", "0")]),
]


def real(number: str | Decimal) -> str:
    """A number as F&O exports it: six decimals, and no zero before the point."""
    text = f"{Decimal(number):.6f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def product(number: str) -> tuple[str, str, str]:
    return (PRODUCTS | NEW_PRODUCTS).get(number, ("Unknown here", "ea", "1.00"))


def upper(**values: str) -> dict[str, str]:
    return {name.upper(): value for name, value in values.items()}


def address(prefix: str, state: str = "StateId", country: str = "CountryRegionISOCode", code: str = "US") -> dict:
    return upper(**{prefix + "Street": "1 Main Street", prefix + "StreetNumber": "1", prefix + "City": "Seattle",
                    prefix + state: "WA", prefix + "ZipCode": "00123", prefix + country: code})


def entities() -> list[Entity]:
    """The entities in the order of the package: set-up, masters, documents."""
    return [
        Entity("Currencies", "CurrencyEntity", ("CURRENCYCODE",),
               [upper(CurrencyCode=code, Name=name) for code, name in CURRENCIES.items()]),
        Entity("Units", "UnitOfMeasureEntity", ("UNITSYMBOL",),
               [upper(UnitSymbol=unit, DecimalPrecision="2") for unit in ("ea", "box")]),
        Entity("Customer groups", "CustCustomerGroupEntity", ("CUSTOMERGROUPID",),
               [upper(CustomerGroupId="10", Description="Wholesale"), upper(CustomerGroupId="20", Description="Retail")]),
        Entity("Customers V2", "CustCustomerV2Entity", ("CUSTOMERACCOUNT",), customers()),
        Entity("Sellable released products", "EcoResSellableReleasedProductEntity", ("PRODUCTNUMBER",), products()),
        Entity("CDS sales order headers", "SalesOrderHeaderCDSEntity", ("SALESORDERNUMBER",),
               [order_header(*order) for order in ORDERS]),
        Entity("CDS sales order lines", "SalesOrderLineCDSEntity", ("SALESORDERNUMBER", "LINECREATIONSEQUENCENUMBER"),
               [line for order in ORDERS for line in order_lines(*order)]),
        Entity("Externally maintained customer sales invoice headers",
               "SalesExternallyMaintainedCustomerSalesInvoiceHeaderEntity",
               ("INVOICENUMBER", "INVOICEDATE", "LEDGERVOUCHER"), [invoice_header(*invoice) for invoice in INVOICES]),
        Entity("Externally maintained customer sales invoice lines",
               "SalesExternallyMaintainedCustomerSalesInvoiceLineEntity",
               ("INVOICENUMBER", "INVOICEDATE", "LINECREATIONSEQUENCENUMBER", "LEDGERVOUCHER"),
               [line for invoice in INVOICES for line in invoice_lines(*invoice)]),
    ]


def customers() -> list[dict[str, str]]:
    """Those of the Sales customers that F&O has already."""
    common = {"CustomerGroupId": "10", "LanguageId": "en-us", "IsExternallyMaintained": "Yes"}
    companies = [
        upper(CustomerAccount=number, PartyNumber=number, PartyType="Organization", OrganizationName=name,
              SalesCurrencyCode=currency, CreditLimit=real(credit or "0"), **common)
        for number, name, _, _, _, _, currency, credit, _, _ in ACCOUNTS
        if number in ("000101", "000102", "LW-2001", "NW-3001", "AW-4001")
    ]
    people = [
        upper(CustomerAccount=number, PartyNumber=number, PartyType="Person", PersonFirstName=first,
              PersonLastName=last, SalesCurrencyCode="EUR", CreditLimit=real("0"), **common)
        for number, first, _, last, *_ in CONTACTS
        if number == "CON-1004"
    ]
    return companies + people


def products() -> list[dict[str, str]]:
    return [
        upper(ProductNumber=number, ProductName=name, ProductDescription=f"{name}\r\nMade for Contoso.",
              CurrencyCode="USD", SalesUnitSymbol=unit, SalesPrice=real(price), UnitCost=real(Decimal(price) / 2),
              IsStockedProduct="Yes", ProductType="Item", SalesUnitDecimalPrecision="2", IsSalesStopped="No")
        for number, (name, unit, price) in (PRODUCTS | NEW_PRODUCTS).items()
    ]


def amount(what: str, quantity: str, discount: str) -> Decimal:
    return (Decimal(quantity) * Decimal(product(what)[2]) - Decimal(discount)).quantize(Decimal("0.01"))


def tax(lines) -> Decimal:
    """Every line is taxed at a tenth of its amount."""
    return sum((amount(*line) / 10).quantize(Decimal("0.01")) for line in lines)


def order_header(number, name, customer, currency, status, freight_tax, lines) -> dict[str, str]:
    net = sum(amount(*line) for line in lines)
    return upper(
        SalesOrderNumber=number, SalesOrderName=name, CustomersOrderReference="PO 17", CurrencyCode=currency,
        OrderingCustomerAccountNumber=customer, OrderingCustomerIsExternallyMaintained="Yes",
        InvoiceCustomerIsExternallyMaintained="Yes", AreTotalsUpdated="Yes", SalesOrderProcessingStatus=status,
        SalesOrderOriginType="SalesOrderIntegration", RequestedShippingDate="2024-05-01 00:00:00",
        OrderTotalAmount=real(net + tax(lines) + Decimal(freight_tax) + 12), TotalDiscountAmount=real("0"),
        OrderTotalTaxAmount=real(tax(lines) + Decimal(freight_tax)), OrderTotalChargesAmount=real("12"),
        OrderHeaderTaxAmount=real(freight_tax),
    ) | address("DeliveryAddress") | address("InvoiceAddress", country="CountryRegionId", code="USA")


def line_values(sequence: int, currency: str, what: str, quantity: str, discount: str) -> dict[str, str]:
    """What lines of orders and invoices have in common."""
    name, unit, price = product(what)
    return upper(
        LineCreationSequenceNumber=str(sequence), CurrencyCode=currency, ProductNumber=what, ProductName=name,
        SalesUnitSymbol=unit, SalesPrice=real(price), LineAmount=real(amount(what, quantity, discount)),
    )


def order_lines(number, name, customer, currency, status, freight_tax, lines) -> list[dict[str, str]]:
    repeated = upper(
        SalesOrderNumber=number, OrderingCustomerIsExternallyMaintained="Yes",
        InvoiceCustomerIsExternallyMaintained="Yes", AreSalesOrderTotalsUpdated="Yes",
        SalesOrderProcessingStatus=status, SalesOrderOriginType="SalesOrderIntegration",
    ) | address("DeliveryAddress")
    return [
        repeated | line_values(sequence, currency, *line)
        | upper(OrderedSalesQuantity=real(line[1]), TotalDiscountAmount=real(line[2]), TotalTaxAmount=real(tax([line])))
        for sequence, line in enumerate(lines, start=1)
    ]


def invoice_key(number: str, date: str) -> dict[str, str]:
    return upper(InvoiceNumber=number, InvoiceDate=date + " 00:00:00", LedgerVoucher="V-" + number)


def invoice_header(number, date, order, customer, currency, freight_tax, lines) -> dict[str, str]:
    net = sum(amount(*line) for line in lines)
    return invoice_key(number, date) | upper(
        SalesOrderNumber=order, InvoiceCustomerAccountNumber=customer, CurrencyCode=currency,
        CustomersOrderReference="PO 17", SalesOrderOriginType="SalesOrderIntegration",
        TotalInvoiceAmount=real(net + tax(lines) + Decimal(freight_tax)), TotalDiscountCustomerGroupCode=real("0"),
        TotalChargeAmount=real("0"), TotalDiscountAmount=real("0"),
        TotalTaxAmount=real(tax(lines) + Decimal(freight_tax)), InvoiceHeaderTaxAmount=real(freight_tax),
    ) | address("InvoiceAddress", state="State")


def invoice_lines(number, date, order, customer, currency, freight_tax, lines) -> list[dict[str, str]]:
    return [
        invoice_key(number, date) | line_values(sequence, currency, *line)
        | upper(InvoicedQuantity=real(line[1]), LineTotalDiscountAmount=real(line[2]), LineTotalTaxAmount=real(tax([line])))
        for sequence, line in enumerate(lines, start=1)
    ]
