import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";

export const manifestName = "manifest.json";
/** The database within a backup, and within a data folder. */
export const databaseName = "attestamp.sqlite";

/** Below the folder, with forward slashes; nothing in it leads out of the folder. */
const path = z
  .string()
  .refine((text) => text.split("/").every((part) => !/^(\.{0,2}|.*[\\\0].*)$/.test(part)));
const file = z.object({
  path,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const manifest = z.object({
  format: z.literal("attestamp backup 1"),
  /** When the database was as it is here; ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  files: z.array(file),
  /** Files that the database names and the data folder did not have any more. */
  missing: z.array(path),
  /** Files that are here as they were found, with other bytes than the database says. */
  damaged: z.array(path),
});

export type BackupFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

/** The manifest of a backup. AppError when the folder is no finished backup. */
export function readManifest(folder: string): Manifest {
  const parsed = manifest.safeParse(readJson(join(folder, manifestName)));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    "not-a-backup",
    "{folder} is no backup: it has no {manifestName} that can be read.",
    { params: { folder, manifestName } },
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** One file a line, for who looks for one. */
export function printManifest({ files, ...rest }: Manifest): string {
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "files": [\n${lines}\n  ]\n}\n`;
}
