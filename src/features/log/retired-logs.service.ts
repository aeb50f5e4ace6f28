import { AppError } from "../../errors.ts";
import { parseSize } from "../../evidence/tlog/add-checkpoint.ts";
import type { Deps } from "../deps.ts";
import { type Registrar, readLogName, readVerifierKey } from "./log.service.ts";
import { endedPath, nameIn } from "./log.ts";
import { readTileBelow } from "./published-log.service.ts";
import { type EndedLog, findEnded, listEnded } from "./retired-logs.repo.ts";

export type PublishedEnds = {
  /** The log of today. */
  log: string;
  /** Oldest first; paths are below the public address. */
  ended: {
    log: string;
    verifierKey: string;
    size: number;
    endedAt: string;
    statement: string;
    checkpoint: string;
    newestCheckpoint: string;
  }[];
};

/** The logs of this server that were ended, and where what is left of them is published. */
export function listEndedLogs(deps: Pick<Deps, "db" | "config">): PublishedEnds {
  const ended = listEnded(deps.db).map((row) => ({
    log: nameIn(row.checkpoint),
    verifierKey: row.verifierKey,
    size: row.size,
    endedAt: row.endedAt.toISOString(),
    statement: `${endedPath}/${row.number}/end`,
    checkpoint: `${endedPath}/${row.number}/checkpoint`,
    newestCheckpoint: `${endedPath}/${row.number}/newest-checkpoint`,
  }));
  return { log: readLogName(deps), ended };
}

const files: Record<string, (row: EndedLog) => string> = {
  end: ({ statement }) => statement,
  checkpoint: ({ checkpoint }) => checkpoint,
  "newest-checkpoint": ({ newestCheckpoint }) => newestCheckpoint,
  vkey: ({ verifierKey }) => `${verifierKey}\n`,
};

/** A text of an ended log by its name. Throws `not_found`. */
export function readEndedFile({ db }: Pick<Deps, "db">, number: string, name: string): string {
  const read = files[name];
  const row = findByNumber(db, number);
  if (!row || !read) throw new AppError("not_found", "There is no such file of an ended log.");
  return read(row);
}

/** A tile of an ended log or a bundle of its entries, by its path below …/tile/. Throws `not_found`. */
export function readEndedTile(
  { db }: Pick<Deps, "db">,
  number: string,
  path: string,
): Uint8Array<ArrayBuffer> {
  return readTileBelow({ db }, path, findByNumber(db, number)?.size ?? 0);
}

function findByNumber(db: Deps["db"], number: string): EndedLog | undefined {
  const wanted = parseSize(number);
  return wanted === undefined ? undefined : findEnded(db, wanted);
}

/** The verifier keys of all logs of this server, that of today first, each a line: receipts are of any of them. */
export function readVerifierKeys(deps: Registrar): string {
  const lines = [readVerifierKey(deps), ...listEnded(deps.db).map(({ verifierKey }) => verifierKey)];
  return lines.map((line) => `${line}\n`).join("");
}
