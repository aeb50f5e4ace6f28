import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";

export const manifestName = "manifest.json";
/** The name of the database in a backup and in a data folder. */

/** Relative to the folder, with forward slashes; it cannot point outside the folder. */
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
  /** The time of the database snapshot; ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  files: z.array(file),
  /** Files that the database refers to and the data folder lacked. */
  missing: z.array(path),
  /** Files copied unchanged although their bytes differ from the database's hash. */
  damaged: z.array(path),
});

export type BackupFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

/** The manifest of a backup. Throws AppError if the folder is not a complete backup. */
export function readManifest(folder: string): Manifest {
  const parsed = manifest.safeParse(readJson(join(folder, manifestName)));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    "not-a-backup",
    "{folder} is not a backup: it has no readable {manifestName}.",
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

/** One file per line, so that people can search the manifest. */
export function printManifest({ files, ...rest }: Manifest): string {
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "files": [\n${lines}\n  ]\n}\n`;
}
