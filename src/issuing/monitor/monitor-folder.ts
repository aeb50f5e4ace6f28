import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import { type Finding, type MonitorState, monitorStateSchema } from "./monitor.ts";

const stateName = "state.json";

/** What was remembered in a folder; undefined in a new one. Throws AppError if it cannot be read. */
export function readMonitorState(folder: string): MonitorState | undefined {
  const path = join(folder, stateName);
  try {
    return monitorStateSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new AppError(
      "unavailable",
      "monitor-state-unreadable",
      "{path} cannot be read. Restore or delete it.",
      {
        params: { path },
        cause: error,
      },
    );
  }
}

/** Remembers a look, and keeps each checkpoint as a file of its own, which no later look changes. */
export function storeMonitorState(folder: string, state: MonitorState): void {
  const checkpoints = join(folder, "checkpoints");
  mkdirSync(checkpoints, { recursive: true, mode: 0o700 });
  writeWhole(join(checkpoints, `${sizeIn(state.checkpoint)}.note`), state.checkpoint);
  writeWhole(join(folder, stateName), `${JSON.stringify(state, null, 2)}\n`);
}

/** Keeps the signed notes that show an alarm; returns their paths. */
export function storeAlarm(folder: string, { alarm, notes }: Finding): string[] {
  if (notes.length === 0) return [];
  const alarms = join(folder, "alarms");
  mkdirSync(alarms, { recursive: true, mode: 0o700 });
  return notes.map((note, at) => {
    const path = join(alarms, `${alarm}-${notes.map(sizeIn).join("-")}-${at + 1}.note`);
    writeWhole(path, note);
    return path;
  });
}

const sizeIn = (note: string) => parseCheckpoint(parseNote(note)?.text ?? "")?.size ?? "unknown";
