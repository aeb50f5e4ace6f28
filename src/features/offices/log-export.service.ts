import { csvLine } from "../../formats/csv.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { OfficeLogEntry } from "./offices.output.schema.ts";
import type { OfficeLogFilter } from "./offices.schema.ts";
import { readOfficeLog, requireOffice } from "./offices.service.ts";

export type LogFormat = "csv" | "json";
export type LogExport = { fileName: string; contentType: string; read: () => AsyncGenerator<Uint8Array> };

const contentTypes: Record<LogFormat, string> = {
  csv: "text/csv;charset=utf-8;header=present",
  json: "application/json",
};

/** How many entries are in memory at a time. */
const entriesAtOnce = 500;

/**
 * What members did in the office, newest first, as a file for its owners: all of it, or what matches. Entries that are
 * written while it is read are not in it. Throws `conflict` if the caller acts for no office.
 */
export function exportOfficeLog(
  deps: Pick<Deps, "db" | "now">,
  account: Actor,
  filter: OfficeLogFilter,
  format: LogFormat,
): LogExport {
  const office = requireOffice(account);
  const day = new Date(deps.now()).toISOString().slice(0, 10);
  const write = { csv: writeCsv, json: writeJson }[format];
  return {
    fileName: `office-log-${day}.${format}`,
    contentType: contentTypes[format],
    async *read() {
      for await (const text of write(readPages(deps, office, filter))) yield new TextEncoder().encode(text);
    },
  };
}

async function* readPages(
  deps: Pick<Deps, "db">,
  office: Actor,
  filter: OfficeLogFilter,
): AsyncGenerator<OfficeLogEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await readOfficeLog(deps, office, { ...filter, limit: entriesAtOnce, cursor });
    yield page;
    cursor = page.length < entriesAtOnce ? undefined : page.at(-1)?.id;
  } while (cursor !== undefined);
}

/** Excel reads a file as UTF-8 only if it starts with this mark. */
const byteOrderMark = "\uFEFF";

async function* writeCsv(pages: AsyncGenerator<OfficeLogEntry[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(["id", "at", "actor", "action", "person", "detail"]);
  for await (const page of pages) yield page.map(writeLine).join("");
}

function writeLine({ id, at, actor, action, person, detail }: OfficeLogEntry): string {
  const facts = Object.entries(detail).map(([name, value]) => `${name}: ${value}`);
  return csvLine([id, at, actor ?? "", action, person ?? "", facts.join("; ")]);
}

async function* writeJson(pages: AsyncGenerator<OfficeLogEntry[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    for (const entry of page) {
      yield `${before}\n${JSON.stringify(entry)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}
