"""The invented company Contoso as its Sales system holds it: table -> records."""

from __future__ import annotations

import uuid
from decimal import Decimal

from packages import Lookup

NAMESPACE = uuid.UUID("3f0c1c52-7b1e-5f0a-9d55-6a1e0c0f7a10")

PRIMARY_NAME = {"transactioncurrency": "currencyname", "contact": "fullname"}

CURRENCIES = {"USD": "US Dollar", "EUR": "Euro", "DKK": "Danish Krone"}

PRODUCTS = {
    "000410": ("Road helmet, blue", "ea", "24.95"),
    "000411": ("Patch kit ½ inch", "box", "0.75"),
    "AW-1001": ('Mountain bike 26" red', "ea", "1250.00"),
    "AW-1002": ("Saddle & seat post", "ea", "89.50"),
    "AW-1003": ("Kettenöl für Rennräder", "ea", "7.20"),
    "AW-1004": ("Handlebar tape", "box", "31.00"),
}
"""Products of F&O that Sales knows: name, unit, price."""

OWN_PRODUCTS = {"S-0001": ("Bike fitting session", "ea", "60.00")}
"""A product that only Sales has."""

ACCOUNTS = [
    # number, name, city, state, postal code, country, currency, credit limit, employees, description
    ("000101", "Contoso Ltd.", "Seattle", "WA", "98101", "United States", "USD", "25000.00", "250",
     "Leading zeros of the account number and postal codes are part of the text."),
    ("000102", "Fabrikam & Sons", "Boston", "MA", "02134", "United States", "USD", "12500.50", "17",
     "Deliver to the back door.\r\nRing twice, please."),
    ("LW-2001", "Litware A/S", "København Ø", "", "2100", "Denmark", "DKK", "0.00", "42", ""),
    ("NW-3001", 'Northwind Traders "The Pantry"', "London", "", "EC1A 1BB", "United Kingdom", "EUR", "", "8",
     'Said "no brochures, thanks".'),
    ("AW-4001", "Adventure Works Müller GmbH", "Köln", "", "50667", "Germany", "EUR", "90000", "1200", ""),
    ("TT-5001", "Tailspin Toys <Nordic>", "Malmö", "", "211 20", "sweden", "EUR", "500.25", "",
     "Tom & Jörg share the phone."),
    ("WT-6001", "Wingtip Toys Ísland ehf.", "Reykjavík", "", "101", "Iceland", "EUR", "", "3", ""),
    ("", "Proseware, Inc.", "Portland", "OR", "97201", "United States", "USD", "1000", "5", ""),
    ("wt-6001", "Wingtip Toys, second entry", "Reykjavík", "", "101", "Iceland", "EUR", "", "3", ""),
    ("CV-7001", "Coho Vineyard", "Poseidonis", "", "", "Atlantis", "EUR", "", "30", ""),
    ("AH-8001", "Alpine Ski House", "Oslo", "", "0150", "Norway", "EUR", "about 5000", "12", ""),
    ("FC-9001", "Fourth Coffee", "Vancouver", "", "V6B 1A1", "Canada", "", "750", "9", ""),
]

CONTACTS = [
    # number, first, middle, last, at (account number, or last name of a contact), is a customer, city, country, job
    ("CON-1001", "Ada", "", "Lindqvist", "000101", False, "Seattle", "United States", "Buyer"),
    ("0001002", "Søren", "M.", "Kjær", "000102", False, "Boston", "United States", "Direktør"),
    ("CON-1003", "Jürgen", "", "Weiß", "AW-4001", False, "Köln", "Germany", "Einkäufer"),
    ("CON-1004", "Zoë", "", "O'Hara", "", True, "Dublin", "Ireland", ""),
    ("CON-1005", "Bjarni", "", "Þórsson", "", True, "Akureyri", "Iceland", ""),
    ("CON-1006", "Lena", "", "Brandt", "Weiß", False, "Köln", "Germany", "Assistant"),
    ("CON-1007", "Omar", "", "Haddad", "", False, "Malmö", "Sweden", ""),
    ("CON-1008", "Mary", "Ann", 'Field "Mae"', "NW-3001", False, "London", "United Kingdom", "Shop manager"),
    ("CON-1009", "Ingrid", "", "Ås", "LW-2001", True, "København", "Denmark", "R&D"),
    ("CON-1010", "Piet", "van 't", "Hof", "TT-5001", False, "Malmö", "Sweden", "Buyer"),
]

QUOTES = [
    # number, name, customer, currency, active, lines: (product number or write-in text, quantity, discount)
    ("QUO-1001", "Spring season, bikes & helmets", "000101", "USD", True,
     [("AW-1001", "3", "10.00"), ("000410", "12", ""), ("000411", "1.5", "0.35")]),
    ("QUO-1002", 'Saddles "as agreed"', "AW-4001", "EUR", True, [("AW-1002", "20", "89.50"), ("AW-1003", "4", "")]),
    ("QUO-1003", "Still a draft", "NW-3001", "EUR", False, [("AW-1004", "2", "")]),
    ("QUO-1004", "With a write-in product", "000102", "USD", True,
     [("AW-1001", "1", ""), ("Engraving of the name plate", "1", "")]),
    ("QUO-1005", "For Zoë", "CON-1004", "EUR", True, [("000410", "1", "")]),
]

ORDERS = [
    # number, name, customer, currency, processing status (last two digits), lines as above
    ("ORD-1001", "Bikes for the Seattle shop", "000101", "USD", "00", [("AW-1001", "2", "25.00"), ("AW-1004", "5", "")]),
    ("ORD-1002", "Saddles, Köln", "AW-4001", "EUR", "00", [("AW-1002", "10", "")]),
    ("ORD-1003", "Not submitted yet", "000102", "USD", "11", [("000410", "4", "")]),
    ("SO-000001", "Came from F&O", "000101", "USD", "01", [("AW-1001", "1", ""), ("000411", "2", "")]),
]


class Sales:
    """Collects records; an id follows from the table and a name, so it never changes."""

    def __init__(self) -> None:
        self.records: dict[str, list[dict]] = {}
        self.found: dict[tuple[str, str], Lookup] = {}

    def add(self, table: str, key: str, **values) -> Lookup:
        record_id = str(uuid.uuid5(NAMESPACE, f"{table}|{key}"))
        self.records.setdefault(table, []).append({table + "id": record_id, **values})
        lookup = Lookup(table, record_id, values.get(PRIMARY_NAME.get(table, "name"), ""))
        self.found[table, key] = lookup
        return lookup

    def find(self, table: str, key: str) -> Lookup | None:
        return self.found.get((table, key))

    def customer(self, number: str) -> Lookup | None:
        return self.find("account", number) or self.find("contact", number)


def sales() -> dict[str, list[dict]]:
    """All records of the company."""
    world = Sales()
    add_catalogue(world)
    add_accounts(world)
    add_contacts(world)
    for number, name, customer, currency, active, lines in QUOTES:
        add_quote(world, number, name, customer, currency, active, lines)
    for number, name, customer, currency, status, lines in ORDERS:
        add_order(world, number, name, customer, currency, status, lines)
    return world.records


def add_catalogue(world: Sales) -> None:
    for code, name in CURRENCIES.items():
        world.add("transactioncurrency", code, isocurrencycode=code, currencyname=name)
    group = world.add("uomschedule", "Default unit", name="Default unit", baseuomname="ea")
    each = world.add("uom", "ea", name="ea", quantity="1", uomscheduleid=group)
    world.add("uom", "box", name="box", quantity="12", uomscheduleid=group, baseuom=each)
    for name, code, active in (("Archive 2017", "USD", False), ("Retail EUR", "EUR", True), ("Retail USD", "USD", True),
                               ("Retail DKK", "DKK", True)):
        world.add("pricelevel", name, name=name, transactioncurrencyid=world.find("transactioncurrency", code),
                  statecode="0" if active else "1", statuscode="100001" if active else "100002")
    for products, external in ((PRODUCTS, True), (OWN_PRODUCTS, False)):
        for number, (name, unit, _) in products.items():
            world.add("product", number, productnumber=number, name=name, productstructure="1",
                      defaultuomscheduleid=group, defaultuomid=world.find("uom", unit), quantitydecimal="2",
                      transactioncurrencyid=world.find("transactioncurrency", "USD"),
                      msdynce_ismaintainedexternally=str(external), statecode="0", statuscode="1")


def add_accounts(world: Sales) -> None:
    for index, account in enumerate(ACCOUNTS):
        number, name, city, state, zip_code, country, currency, credit, employees, description = account
        world.add(
            "account", number or name, accountnumber=number, name=name, creditlimit=credit,
            parentaccountid=world.find("account", "000101") if number == "TT-5001" else None,
            telephone1=f"+1 (206) 555-01{10 + index}", fax=f"206-555-01{40 + index}" if index % 3 == 0 else "",
            emailaddress1=f"info{index + 1}@example.com", websiteurl=f"https://example.com/shop?id={index + 1}&lang=en",
            address1_line1=f"{index + 1} Main Street", address1_city=city, address1_stateorprovince=state,
            address1_postalcode=zip_code, address1_country=country,
            address2_line1="Dock 4, north side" if index % 4 == 0 else "", address2_city=city if index % 4 == 0 else "",
            address2_postalcode=zip_code if index % 4 == 0 else "", address2_country=country if index % 4 == 0 else "",
            numberofemployees=employees, transactioncurrencyid=world.find("transactioncurrency", currency),
            description=description, createdon=f"2019-03-{10 + index:02}T{8 + index:02}:15:30Z", statecode="0",
        )


def add_contacts(world: Sales) -> None:
    for index, contact in enumerate(CONTACTS):
        number, first, middle, last, at, customer, city, country, job = contact
        boss = next((n for n, _, _, name, *_ in CONTACTS if name == at), "")
        parent = world.find("account", at) or world.find("contact", boss)
        world.add(
            "contact", number, msdynce_contactnumber=number, firstname=first, middlename=middle, lastname=last,
            fullname=f"{first} {last}", parentcustomerid=parent, jobtitle=job, department="R&D" if index == 8 else "",
            emailaddress1=f"{first.encode('ascii', 'ignore').decode().lower()}@example.com",
            telephone1=f"+1 (425) 555-01{60 + index}", address1_line1=f"{index + 3} High Street", address1_city=city,
            address1_country=country, birthdate=f"19{70 + index}-05-{11 + index:02}", gendercode="12"[index % 2],
            familystatuscode="1234"[index % 4], donotemail=str(index % 3 == 0),
            transactioncurrencyid=world.find("transactioncurrency", "EUR" if customer else ""),
            description="Prefers mail.\r\nCall only after 10." if index == 7 else "",
            msdynce_isactivecustomer=str(customer),
            msdynce_iscompanyanaccount=str(parent is not None and parent.table == "account"), statecode="0",
        )


def add_lines(world: Sales, table: str, document: Lookup, currency: Lookup, lines, **values) -> None:
    for sequence, (what, quantity, discount) in enumerate(lines, start=1):
        product = world.find("product", what)
        name, unit, price = PRODUCTS.get(what, (what, "", "15.00"))
        world.add(
            table, f"{document.id}|{sequence}", **{document.table + "id": document}, sequencenumber=str(sequence),
            productid=product, isproductoverridden=str(product is None), productdescription="" if product else name,
            uomid=world.find("uom", unit), quantity=quantity, priceperunit=price, manualdiscountamount=discount,
            transactioncurrencyid=currency, **values,
        )


def total(lines) -> str:
    """What a document comes to."""
    amounts = (
        Decimal(quantity) * Decimal(PRODUCTS.get(what, ("", "", "15.00"))[2]) - Decimal(discount or 0)
        for what, quantity, discount in lines
    )
    return str(sum(amounts).quantize(Decimal("0.01")))


def header(world: Sales, customer: str, currency: str, lines) -> dict:
    """What quotes and orders have in common."""
    person = world.find("contact", customer) is not None
    return {
        "customerid": world.customer(customer), "totalamount": total(lines),
        "transactioncurrencyid": world.find("transactioncurrency", currency),
        "pricelevelid": world.find("pricelevel", "Retail " + currency), "shipto_name": "" if person else "Warehouse “West”",
        "shipto_line1": "7 Harbour Road", "shipto_line2": "7 B", "shipto_city": "Malmö" if person else "Seattle",
        "shipto_stateorprovince": "" if person else "WA", "shipto_postalcode": "00123",
        "shipto_country": "Sweden" if person else "",
    }


def add_quote(world: Sales, number: str, name: str, customer: str, currency: str, active: bool, lines) -> None:
    external = str(all(what in PRODUCTS for what, _, _ in lines))
    common = header(world, customer, currency, lines)
    quote = world.add("quote", number, quotenumber=number, name=name, **common, effectivefrom="2019-03-15",
                      msdynce_hasexternallymaintainedproductsonly=external, statecode="1" if active else "0",
                      statuscode="2" if active else "1")
    add_lines(world, "quotedetail", quote, common["transactioncurrencyid"], lines,
              msdynce_quotehasexternalmaintainedproductsonly=external, quotestatecode="1" if active else "0")


def add_order(world: Sales, number: str, name: str, customer: str, currency: str, status: str, lines) -> None:
    given = str(number.startswith("SO-"))
    common = header(world, customer, currency, lines)
    order = world.add("salesorder", number, ordernumber=number, name=name, **common,
                      msdynce_hasexternallymaintainedproductsonly="True", msdynce_ismaintainedexternally=given,
                      msdynce_processingstatus="6473900" + status, ispricelocked="False", statecode="0", statuscode="1")
    add_lines(world, "salesorderdetail", order, common["transactioncurrencyid"], lines,
              msdynce_orderhasexternalmaintainedproductsonly="True",
              msdynce_orderissubmitted=str(status != "11"), msdynce_ismaintainedexternally=given)
