"""The Sales tables of the samples, with the columns that were exported."""

from packages import Column, Table


def lookup(name: str, label: str, *targets: str) -> Column:
    return Column(name, label, "entityreference", "|".join(targets))


def table(name: str, label: str, code: int, id_label: str, *columns: Column, primary_name: str = "name") -> Table:
    return Table(name, label, code, Column(name + "id", id_label, "guid"), primary_name, columns)


def address(prefix: str, label: str) -> tuple[Column, ...]:
    parts = (("line1", "Street 1"), ("city", "City"), ("stateorprovince", "State/Province"),
             ("postalcode", "ZIP/Postal Code"), ("country", "Country/Region"))
    return tuple(Column(f"{prefix}_{part}", f"{label}{words}") for part, words in parts)


CURRENCY = lookup("transactioncurrencyid", "Currency", "transactioncurrency")
STATE = Column("statecode", "Status", "state")
STATUS = Column("statuscode", "Status Reason", "status")
EXTERNAL = Column("msdynce_ismaintainedexternally", "Is Maintained Externally", "bool")


def document(number: str, number_label: str) -> tuple[Column, ...]:
    """What quotes and orders have in common."""
    street, *rest = address("shipto", "Ship To ")
    return (
        Column(number, number_label), Column("name", "Name"), lookup("customerid", "Customer", "account", "contact"),
        CURRENCY, lookup("pricelevelid", "Price List", "pricelevel"), Column("totalamount", "Total Amount", "money"),
        Column("shipto_name", "Ship To Name"), street, Column("shipto_line2", "Ship To Street 2"), *rest,
        Column("msdynce_hasexternallymaintainedproductsonly", "Has Externally Maintained Products Only", "bool"),
    )


def line(document_name: str, label: str) -> tuple[Column, ...]:
    """What their lines have in common."""
    return (
        lookup(document_name + "id", label, document_name), Column("sequencenumber", "Sequence Number", "number"),
        lookup("productid", "Existing Product", "product"), Column("isproductoverridden", "Select Product", "bool"),
        Column("productdescription", "Write-In Product"), lookup("uomid", "Unit", "uom"),
        Column("quantity", "Quantity", "decimal"), Column("priceperunit", "Price Per Unit", "money"),
        Column("manualdiscountamount", "Manual Discount", "money"), CURRENCY,
    )


TABLES = [
    table("transactioncurrency", "Currency", 9105, "Transaction Currency", Column("isocurrencycode", "Currency Code"),
          Column("currencyname", "Currency Name"), primary_name="currencyname"),
    table("uomschedule", "Unit Group", 1056, "Unit Group", Column("name", "Name"),
          Column("baseuomname", "Base Unit name")),
    table("uom", "Unit", 1055, "Unit", Column("name", "Name"), Column("quantity", "Quantity", "decimal"),
          lookup("uomscheduleid", "Unit Schedule", "uomschedule"), lookup("baseuom", "Base Unit", "uom")),
    table("pricelevel", "Price List", 1022, "Price List", Column("name", "Name"), CURRENCY, STATE, STATUS),
    table("product", "Product", 1024, "Product", Column("productnumber", "Product ID"), Column("name", "Name"),
          Column("productstructure", "Product Structure", "optionsetvalue"),
          lookup("defaultuomscheduleid", "Unit Group", "uomschedule"), lookup("defaultuomid", "Default Unit", "uom"),
          Column("quantitydecimal", "Decimals Supported", "number"), CURRENCY, EXTERNAL, STATE, STATUS),
    table("account", "Account", 1, "Account", Column("accountnumber", "Account Number"),
          Column("name", "Account Name"), lookup("parentaccountid", "Parent Account", "account"),
          Column("telephone1", "Main Phone"), Column("fax", "Fax"), Column("emailaddress1", "Email"),
          Column("websiteurl", "Website"), *address("address1", "Address 1: "), *address("address2", "Address 2: "),
          Column("creditlimit", "Credit Limit", "money"),
          Column("numberofemployees", "Number of Employees", "number"), CURRENCY,
          Column("description", "Description"), Column("createdon", "Created On", "datetime"), STATE),
    table("contact", "Contact", 2, "Contact", Column("msdynce_contactnumber", "Contact Number"),
          Column("firstname", "First Name"), Column("middlename", "Middle Name"), Column("lastname", "Last Name"),
          Column("fullname", "Full Name"), lookup("parentcustomerid", "Company Name", "account", "contact"),
          Column("jobtitle", "Job Title"), Column("department", "Department"), Column("emailaddress1", "Email"),
          Column("telephone1", "Business Phone"), *address("address1", "Address 1: "),
          Column("birthdate", "Birthday", "datetime"), Column("gendercode", "Gender", "optionsetvalue"),
          Column("familystatuscode", "Marital Status", "optionsetvalue"),
          Column("donotemail", "Do not allow Emails", "bool"), CURRENCY, Column("description", "Description"),
          Column("msdynce_isactivecustomer", "Is Active Customer", "bool"),
          Column("msdynce_iscompanyanaccount", "Is Company An Account", "bool"), STATE, primary_name="fullname"),
    table("quote", "Quote", 1084, "Quote", *document("quotenumber", "Quote ID"),
          Column("effectivefrom", "Effective From", "datetime"), STATE, STATUS),
    table("quotedetail", "Quote Product", 1085, "Quote Product", *line("quote", "Quote"),
          Column("msdynce_quotehasexternalmaintainedproductsonly", "Quote Has Externally Maintained Products Only",
                 "bool"),
          Column("quotestatecode", "Quote Status", "optionsetvalue"), primary_name="quotedetailname"),
    table("salesorder", "Order", 1088, "Order", *document("ordernumber", "Order ID"), EXTERNAL,
          Column("msdynce_processingstatus", "Processing Status", "optionsetvalue"),
          Column("ispricelocked", "Prices Locked", "bool"), STATE, STATUS),
    table("salesorderdetail", "Order Product", 1089, "Order Product", *line("salesorder", "Order"),
          Column("msdynce_orderhasexternalmaintainedproductsonly", "Order Has Externally Maintained Products Only",
                 "bool"),
          Column("msdynce_orderissubmitted", "Order Is Submitted", "bool"), EXTERNAL,
          primary_name="salesorderdetailname"),
]
