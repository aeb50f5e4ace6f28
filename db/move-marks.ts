import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { AppError } from "../src/errors.ts";
import type { Database } from "./engine.ts";
import { stateFiles } from "./state-files.ts";

/**
 * The marks that `attestamp move` leaves. `unfinished`: data is still being copied to this place. `moved`: another
 * place has taken over, and this one must never sign again.
 */
export type MoveMark = { state: "unfinished" | "moved"; other: string };

/** In a data folder: a file with the state and the other place, one per line. */
export function readFolderMark(dataDir: string): MoveMark | undefined {
  const path = join(dataDir, stateFiles.moveMark);
  if (!existsSync(path)) return undefined;
  const [state, other = ""] = readFileSync(path, "utf8").split("\n");
  return { state: state === "unfinished" ? "unfinished" : "moved", other };
}

export function printFolderMark({ state, other }: MoveMark): string {
  return `${state}\n${other}\n`;
}

/** In PostgreSQL: a separate table that only a move creates. */
const table = sql.identifier("move_state");

export async function readPostgresMark(db: Database): Promise<MoveMark | undefined> {
  const [exists] = await db.values(sql`SELECT to_regclass('move_state') IS NOT NULL`);
  if (exists?.[0] !== true) return undefined;
  const [row] = await db.values<[string, string]>(sql`SELECT state, other FROM ${table}`);
  return row && { state: row[0] === "unfinished" ? "unfinished" : "moved", other: row[1] };
}

export async function writePostgresMark(db: Database, mark: MoveMark | undefined): Promise<void> {
  await db.transaction(async (db) => {
    await db.run(sql`DROP TABLE IF EXISTS ${table}`);
    if (mark === undefined) return;
    await db.run(sql`CREATE TABLE ${table} (state text NOT NULL, other text NOT NULL)`);
    await db.run(sql`INSERT INTO ${table} VALUES (${mark.state}, ${mark.other})`);
  });
}

/** Throws AppError if this place is incomplete. A place whose data was moved away can still be read. */
export function refuseUnfinishedMove(mark: MoveMark | undefined, place: string): void {
  if (mark?.state !== "unfinished") return;
  throw new AppError(
    "unavailable",
    "move-unfinished",
    "A move from {other} to {place} is unfinished. If none is running, run it again; it will start over.",
    { params: { other: mark.other, place } },
  );
}

/** Throws AppError if another place has taken over: if both signed, the log would have two histories. */
export function refuseMoved(mark: MoveMark | undefined, place: string): void {
  refuseUnfinishedMove(mark, place);
  if (mark === undefined) return;
  throw new AppError(
    "unavailable",
    "data-moved-away",
    "Everything in {place} was moved to {other}, where it continues. Please use that, or move it back.",
    { params: { other: mark.other, place } },
  );
}
