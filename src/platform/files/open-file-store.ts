import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { requireFolder } from "./folders.ts";
import { fileAreas } from "./object-store.ts";
import { printFilesUrl, type S3Settings } from "./s3-settings.ts";
import { FileStore } from "./store.ts";
import { writeWhole } from "./write-whole.ts";

/** `s3`: where the files are stored; undefined if they are in the data folder. */
type FileSettings = { dataDir: string; s3: S3Settings | undefined };

/**
 * The stored files of a data folder. Does not connect to the store. Throws AppError if the settings name a different
 * place than the one where the files are.
 */
export async function openFileStore({ dataDir, s3 }: FileSettings): Promise<FileStore> {
  requireSamePlace({ dataDir, s3 });
  return s3 ? new FileStore(dataDir, { objects: await openBucket(s3) }) : new FileStore(dataDir);
}

/**
 * The same at the start of a server: creates the bucket if it is missing, and records its address in the data folder.
 */
export async function prepareFileStore({ dataDir, s3 }: FileSettings): Promise<FileStore> {
  requireSamePlace({ dataDir, s3 });
  if (!s3) return new FileStore(dataDir);
  const objects = await openBucket(s3);
  await objects.ensureBucket();
  requireFolder(dataDir);
  if (findFilesUrl(dataDir) === undefined) {
    writeWhole(join(dataDir, stateFiles.filesUrl), `${printFilesUrl(s3)}\n`);
  }
  return new FileStore(dataDir, { objects });
}

/** The address of the bucket that has the files of a data folder; undefined if they are in the folder itself. */
export function findFilesUrl(dataDir: string): string | undefined {
  const path = join(dataDir, stateFiles.filesUrl);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/** Loaded only when needed, so that a server without a bucket needs no driver. */
async function openBucket(s3: S3Settings) {
  const { S3Objects } = await import("./s3-objects.ts");
  return new S3Objects(s3);
}

function requireSamePlace({ dataDir, s3 }: FileSettings): void {
  const used = findFilesUrl(dataDir);
  const wanted = s3 && printFilesUrl(s3);
  if (used === wanted) return;
  if (used !== undefined) {
    throw new AppError(
      "conflict",
      "files-elsewhere",
      "The files of {dataDir} are in {used}, but {wanted}. Set FILES_URL={used}, or move the files (docs/scaling.md).",
      { params: { dataDir, used, wanted: wanted ? `FILES_URL is ${wanted}` : "FILES_URL is not set" } },
    );
  }
  if (!hasFiles(dataDir)) return;
  throw new AppError(
    "conflict",
    "files-in-data-folder",
    "The files of {dataDir} are in that folder, but FILES_URL is set. Unset it, or move the files (docs/scaling.md).",
    { params: { dataDir } },
  );
}

function hasFiles(dataDir: string): boolean {
  return fileAreas.some((area) => {
    const folder = join(dataDir, area);
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
}
