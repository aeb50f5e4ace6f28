import { existsSync, openAsBlob, statSync } from "node:fs";
import { basename } from "node:path";
import { AppError } from "../errors.ts";
import { noEvidence } from "../evidence/verifier/evidence.ts";
import type { GivenFile } from "../evidence/verifier/file-context.ts";
import { type ReadableFile, readGivenFiles } from "../evidence/verifier/read-given-files.ts";
import type { Report } from "../evidence/verifier/report.ts";
import type { Trust } from "../evidence/verifier/trust.ts";
import { verifyFiles } from "../evidence/verifier/verify-files.ts";

/**
 * Verifies files on disk, separately and against each other, with the verifier that pages and packs use. Throws
 * AppError for a file that is missing or cannot be read.
 */
export async function verifyPaths(
  paths: string[],
  trust: Trust,
): Promise<{ given: GivenFile[]; reports: Report[] }> {
  const given = await readGivenFiles(await Promise.all(paths.map(openFile)));
  if ("unreadable" in given) throw unreadable(given.unreadable);
  return { given, reports: verifyFiles(given, noEvidence, trust, new Date()) };
}

async function openFile(path: string): Promise<ReadableFile> {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new AppError("not_found", "local-path-not-found", "There is no file {path}.", { params: { path } });
  const name = basename(path);
  try {
    return { name, content: await openAsBlob(path) };
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

const unreadable = (file: string, cause?: unknown) =>
  new AppError("invalid", "local-file-unreadable", "{file} cannot be read.", { params: { file }, cause });
