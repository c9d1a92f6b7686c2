"""Writes Sales tables as Azure Synapse Link for Dataverse does in append-only mode. The same arguments give the same bytes."""

from __future__ import annotations

import json
import re
import uuid

from packages import Lookup, Table, date_time, zip_bytes

ADDRESS = "https://contosolake.dfs.core.windows.net/dataverse-contoso-unq1"
SNAPSHOT = "?snapshot=2024-06-03T09%3A30%3A00.0000000Z"
TYPES = {"guid": "guid", "entityreference": "guid", "bool": "boolean", "number": "int64", "decimal": "decimal", "money": "decimal",
         "state": "int64", "status": "int64", "optionsetvalue": "int64", "datetime": "dateTime"}
SERVICE = [("Id", "guid"), ("SinkCreatedOn", "dateTime"), ("SinkModifiedOn", "dateTime")]
LOG = [("versionnumber", "int64"), ("IsDelete", "boolean")]


def attributes(table: Table) -> list[tuple[str, str]]:
    """Names and types of the columns in the order of the rows."""
    listed = [*SERVICE, (table.primary_id.name, "guid")]
    for column in table.columns:
        listed.append((column.name, TYPES.get(column.type, "string")))
        if column.type == "entityreference":
            listed.append((column.name + "_entitytype", "string"))
    return listed + LOG


def row(table: Table, record: dict, version: int, deleted: bool = False) -> str:
    """A version of a record: ids and numbers bare, texts and dates in quotes, nothing for no value."""

    def cell(text: str, kind: str) -> str:
        bare = not text or kind in ("guid", "boolean") or kind in ("int64", "decimal") and re.fullmatch(r"-?[\d.]+", text)
        return text if bare else '"' + text.replace('"', '""') + '"'

    sink = f"6/3/2024 9:{version % 60:02}:15 AM"
    cells = [record[table.primary_id.name], f'"{sink}"', f'"{sink}"', record[table.primary_id.name]]
    for column in table.columns:
        value, kind = record.get(column.name) or "", TYPES.get(column.type, "string")
        if isinstance(value, Lookup):
            cells += [value.id, f'"{value.table}"']
        else:
            cells.append(cell(date_time(value, False) if value and column.type == "datetime" else value, kind))
            cells += [""] if column.type == "entityreference" else []
    return ",".join([*cells, str(version), str(deleted)]) + "\n"


def synapse_link(tables: list[Table], records: dict[str, list[dict]]) -> bytes:
    """A zip of the folder: the records as they are now, an earlier version of the second account, and one that was deleted."""
    entities, files = [], []
    for table in tables:
        years = {"2023": "", "2024": ""}
        for index, record in enumerate(records[table.name]):
            years["2024" if index % 4 == 1 else "2023"] += row(table, record, 2_000 + index)
        if table.name == "account":
            former = records["account"][1] | {"name": records["account"][1]["name"] + " (old name)"}
            closed = records["account"][0] | {"accountid": str(uuid.UUID(int=0xC105ED << 96)), "accountnumber": "CLOSED-1"}
            years["2023"] += row(table, former, 1_000) + row(table, closed, 1_001)
            years["2024"] += row(table, closed, 1_002, deleted=True)
        partitions = [{"name": year, "location": f"{ADDRESS}/{table.name}/{year}.csv{SNAPSHOT}"} for year in years]
        described = [{"name": name, "dataType": kind} for name, kind in attributes(table)]
        entities.append({"$type": "LocalEntity", "name": table.name, "description": table.label,
                         "annotations": [{"name": "Athena:InitialSyncState", "value": "Completed"}],
                         "attributes": described, "partitions": partitions})
        files += [(f"{table.name}/{year}.csv", text.encode()) for year, text in years.items()]
    model = {"name": "cdm", "description": "cdm", "version": "1.0", "culture": "en-US", "modifiedTime": "2024-06-03T09:30:00Z",
             "entities": entities}
    return zip_bytes([("model.json", json.dumps(model, indent=1, ensure_ascii=False).encode()), *files])
