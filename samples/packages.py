"""Writers of the package formats that the samples come in. The same arguments give the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass

STAMP = (2024, 6, 3, 9, 30, 0)
"""The time that every zip entry carries."""


@dataclass(frozen=True)
class Lookup:
    """A reference from one Sales record to another: table, id and primary name."""

    table: str
    id: str
    name: str


@dataclass(frozen=True)
class Column:
    """A column of a Sales table as a Configuration Migration schema describes it."""

    name: str
    label: str
    type: str = "string"
    targets: str = ""


@dataclass(frozen=True)
class Table:
    """A Sales table: its names, its number in the system, its primary columns, and the columns that were exported."""

    name: str
    label: str
    code: int
    primary_id: Column
    primary_name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Entity:
    """An F&O entity: its label, its technical name, the parts of its key, and its rows by upper-case column."""

    label: str
    name: str
    keys: tuple[str, ...]
    rows: list[dict[str, str]]


def zip_bytes(entries: list[tuple[str, bytes]]) -> bytes:
    """A flat zip of the entries in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, date_time=STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()


def attribute(text: str) -> str:
    """Text as the value of an XML attribute."""
    for raw, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\r", "&#xD;"), ("\n", "&#xA;")):
        text = text.replace(raw, escaped)
    return text


# ------------------------------------------------------------------------------ Configuration Migration

CONTENT_TYPES = (
    b'\xef\xbb\xbf<?xml version="1.0" encoding="utf-8"?>'
    b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    b'<Default Extension="xml" ContentType="application/octet-stream" /></Types>'
)


def html_encoded(text: str) -> str:
    """Text as the export encodes it, before XML does so again: markup, apostrophes and Latin-1 letters."""
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    return re.sub("[&<>\"'\u00a0-\u00ff]", lambda match: named.get(match[0]) or f"&#{ord(match[0])};", text)


def padded(number: str, decimals: int) -> str:
    """A number with the decimals that exports show; what is no number stays."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", number):
        return number
    whole, _, fraction = number.partition(".")
    return f"{whole}.{fraction.ljust(decimals, '0')}"


def date_time(text: str, of_2019: bool) -> str:
    """An ISO date or date-time (`Z` for an instant) as the current or the 2019 export writes it."""
    year, month, day, hour, minute, second = (
        int(part or 0) for part in re.fullmatch(r"(\d+)-(\d+)-(\d+)(?:T(\d+):(\d+):(\d+)Z)?", text).groups()
    )
    if of_2019:
        return f"{month}/{day}/{year} {hour % 12 or 12}:{minute:02}:{second:02} {'AM' if hour < 12 else 'PM'}"
    zone = "Z" if "Z" in text else ""
    return f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.0000000{zone}"


def exported_value(column: Column, value: str, of_2019: bool) -> str:
    match column.type:
        case "string":
            return html_encoded(value)
        case "money":
            return padded(value, 4)
        case "decimal":
            return padded(value, 10)
        case "datetime":
            return date_time(value, of_2019)
    return value


def configuration_migration(tables: list[Table], records: dict[str, list[dict]], *, of_2019: bool = False) -> bytes:
    """A Configuration Migration package. `of_2019`: as the tool of that year wrote it, with the schema first in the
    zip, dates in the way of the exporting PC, and ids on the records only."""
    namespaces = (
        'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    )
    timestamp = "4/5/2019 8:59:23 AM" if of_2019 else "2024-06-03T09:30:00.0000000Z"
    data, schema = ["", f'<entities {namespaces} timestamp="{timestamp}">'], ["<entities >"]
    for table in tables:
        columns = table.columns if of_2019 else (table.primary_id, *table.columns)
        schema += schema_lines(table, columns)
        data += [f'  <entity name="{table.name}" displayname="{table.label}">', "    <records>"]
        for record in records[table.name]:
            data.append(f'      <record id="{record[table.primary_id.name]}">')
            for column in columns:
                value = record.get(column.name)
                if isinstance(value, Lookup):
                    target = f'lookupentity="{value.table}" lookupentityname="{attribute(value.name)}"'
                    data.append(f'        <field name="{column.name}" value="{value.id}" {target} />')
                elif value:
                    text = attribute(exported_value(column, value, of_2019))
                    data.append(f'        <field name="{column.name}" value="{text}" />')
            data.append("      </record>")
        data += ["    </records>", "    <m2mrelationships />", "  </entity>"]
    files = [
        (name, "\r\n".join([*lines, "</entities>"]).encode())
        for name, lines in (("data.xml", data), ("data_schema.xml", schema))
    ]
    return zip_bytes([*(reversed(files) if of_2019 else files), ("[Content_Types].xml", CONTENT_TYPES)])


def schema_lines(table: Table, columns: tuple[Column, ...]) -> list[str]:
    """A table's part of `data_schema.xml`."""
    lines = [
        f'  <entity name="{table.name}" displayname="{table.label}" etc="{table.code}" '
        f'primaryidfield="{table.primary_id.name}" primarynamefield="{table.primary_name}" disableplugins="false">',
        "    <fields>",
    ]
    for column in columns:
        primary = column is table.primary_id
        parts = ['updateCompare="true"'] if primary else []
        parts += [f'displayname="{column.label}"', f'name="{column.name}"', f'type="{column.type}"']
        parts += [f'lookupType="{column.targets}"'] if column.targets else []
        parts += ['primaryKey="true"'] if primary else []
        parts += ['customfield="true"'] if column.name.startswith("msdynce_") else []
        lines.append(f"      <field {' '.join(parts)} />")
    return [*lines, "    </fields>", "    <relationships />", "  </entity>"]


# -------------------------------------------------------------------------------------------- CSV files


def csv_text(header: list[str], rows: list[list[str]]) -> str:
    """RFC 4180: commas, CRLF, quotes only where needed."""

    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if re.search('[,"\r\n]', text) else text

    return "".join(",".join(map(cell, row)) + "\r\n" for row in [header, *rows])


def sales_csv(tables: list[Table], records: dict[str, list[dict]]) -> bytes:
    """A zip with one CSV file (UTF-8 with BOM) for each Sales table, headed by logical names; lookups are ids."""
    entries = []
    for table in tables:
        names = [column.name for column in (table.primary_id, *table.columns)]
        rows = [[record.get(name) or "" for name in names] for record in records[table.name]]
        plain = [[value.id if isinstance(value, Lookup) else value for value in row] for row in rows]
        entries.append((table.name + ".csv", csv_text(names, plain).encode("utf-8-sig")))
    return zip_bytes(entries)


# ------------------------------------------------------------------------------------ F&O data packages

DATA_MANAGEMENT = (
    'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" '
    'xmlns="http://schemas.microsoft.com/dynamics/2015/01/DataManagement"'
)
MANIFEST_TYPE = (
    "Microsoft.Dynamics.AX.Framework.Tools.DataManagement.Serialization.DataManagementPackageManifest"
)


def members(values: dict[str, object]) -> str:
    """Members of a data contract, which must be in alphabetical order. `None` is nil; `<` begins finished XML."""
    assert list(values) == sorted(values)
    result = ""
    for name, value in values.items():
        text = str(value)
        if value is None:
            result += f'<{name} i:nil="true" />'
        elif text == "":
            result += f"<{name} />"
        else:
            result += f"<{name}>{text if text.startswith('<') else attribute(text)}</{name}>"
    return result


def entity_columns(entity: Entity) -> list[str]:
    """The columns as exports order them: the key, then the rest by name."""
    return [*entity.keys, *sorted({column for row in entity.rows for column in row} - set(entity.keys))]


def manifest_entity(entity: Entity, number: int) -> str:
    maps = "".join(
        "<EntityMap>"
        + members({
            "ArrayIndex": 0, "EntityField": column, "EntityFieldConversionList": None, "IsAutoDefault": "false",
            "IsAutoGenerated": "false", "IsDefaultValueEqualNull": "false", "UseTextQualifier": "false",
            "XMLField": column,
        })
        + "</EntityMap>"
        for column in sorted(entity_columns(entity))
    )
    return (
        "<DataManagementPackageEntityData>"
        + members({
            "DefaultRefreshType": "FullPush", "Disable": "false", "EntityMapList": maps, "EntityName": entity.label,
            "EntityTransformList": None, "ExcelSheetName": "", "ExecutionUnit": 1,
            "FailExecutionUnitOnError": "false", "FailLevelOnError": "false", "InputFilePath": entity.label + ".csv",
            "LevelInExecutionUnit": number, "QueryFilter": None, "RunBusinessLogic": "true",
            "RunBusinessValidation": "true", "SampleFilePath": "", "SequenceInLevel": number,
            "SourceFormat": "CSV-Unicode", "TargetEntity": entity.name, "ValidationStatus": "Yes",
        })
        + "</DataManagementPackageEntityData>"
    )


def data_package(project: str, entities: list[Entity]) -> bytes:
    """An F&O data package: manifest, header, and one CSV-Unicode file (UTF-16LE with BOM) for each entity."""
    listed = "".join(manifest_entity(entity, number) for number, entity in enumerate(entities, start=1))
    manifest = members({
        "DefinitionGroupName": project, "Description": project, "PackageEntityList": listed, "ProjectCategory": 0,
        "RulesData": None,
    })
    header = members({
        "Description": project, "ManifestType": MANIFEST_TYPE, "PackageType": "DefinitionGroup", "PackageVersion": 2,
    })
    texts = [
        ("Manifest.xml", f"<DataManagementPackageManifest {DATA_MANAGEMENT}>{manifest}</DataManagementPackageManifest>"),
        ("PackageHeader.xml", f"<DataManagementPackageHeader {DATA_MANAGEMENT}>{header}</DataManagementPackageHeader>"),
    ]
    for entity in entities:
        columns = entity_columns(entity)
        rows = [[row.get(column, "") for column in columns] for row in entity.rows]
        texts.append((entity.label + ".csv", csv_text(columns, rows)))
    return zip_bytes([(name, b"\xff\xfe" + text.encode("utf-16-le")) for name, text in texts])
