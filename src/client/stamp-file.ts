import { existsSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import {
  certificateFileName,
  cleanFileName,
  evidenceFileName,
  stampedFileName,
} from "../formats/file-names.ts";
import { hashFile } from "../platform/files/hash-file.ts";
import { maxResultBytes } from "./bounds.ts";
import type { RemoteDocument, Stage } from "./client.ts";
import type { FoundFile } from "./find-files.ts";
import type { DocumentPart, RemoteServer } from "./remote-server.ts";
import { type LoadedFile, renameTogether, temporaryPath, writeHashed } from "./result-files.ts";
import type { RetryPolicy } from "./retries.ts";
import type { StampSettings } from "./stamp-settings.ts";

export type StampingRun = {
  remote: RemoteServer;
  retryPolicy: RetryPolicy;
  wishes: StampSettings;
  /** Whether evidence packs should be downloaded too. */
  evidence: boolean;
  /** Whether a file that was stamped before is stamped once more. */
  again: boolean;
  /** Existing documents that may be the same as a file; each is used for at most one file. */
  waiting: RemoteDocument[];
  claimed: Set<string>;
};

/** `wasStamped`: the account had a stamped document of this content already, so no stamp was used. */
export type StampedFile = { serialNumber: string; folder: string; names: string[]; wasStamped: boolean };

const firstPauseMs = 250;
const longestPauseMs = 3_000;
const longestStampingMs = 60 * 60_000;

/**
 * Uploads and stamps one file, and saves its stamped copy and certificate, each checked against the SHA-256 in the
 * document's record. If a document with the same name and content was uploaded but not stamped, it is used instead of
 * uploading again: this continues an interrupted run, or one that waited for payment. If a document with the same
 * content was stamped already, under whatever name, its files are saved, and no second stamp is used. Throws AppError
 * with the server's message and leaves no partial files.
 */
export async function stampFile(
  run: StampingRun,
  file: FoundFile,
  onStage: (stage: Stage) => void,
): Promise<StampedFile> {
  const { sha256, bytes } = await hashFile(file.path, undefined, file.flags);
  const stamped = run.again ? undefined : await findStamped(run, file, sha256);
  if (stamped)
    return load(run, file, stamped, { maxBytes: maxResultBytes(bytes), wasStamped: true }, onStage);
  const uploaded = claim(run, file, sha256, run.waiting) ?? (await upload(run, file, sha256, onStage));
  run.claimed.add(uploaded.id);
  if (uploaded.sha256 !== sha256) {
    throw new AppError(
      "conflict",
      "file-changed-while-sent",
      "The file changed while it was sent. Please try again.",
    );
  }
  onStage({ name: "stamping" });
  const document = await untilEnded(run, await run.remote.process(uploaded.id, run.wishes));
  if (document.status !== "completed") {
    const { errorMessage } = document;
    throw errorMessage === null
      ? new AppError("invalid", "not-stamped", "The server couldn't stamp this document.")
      : new AppError("invalid", "document-refused", "{errorMessage}", { params: { errorMessage } });
  }
  return load(run, file, document, { maxBytes: maxResultBytes(bytes), wasStamped: false }, onStage);
}

/** A document of the account with this content that is stamped, or is as soon as its job has ended. */
async function findStamped(
  run: StampingRun,
  { name }: FoundFile,
  sha256: string,
): Promise<RemoteDocument | undefined> {
  const found = await run.remote.findByHash(sha256);
  const completed = found.filter(({ status }) => status === "completed");
  const stamped = completed.find(({ originalName }) => originalName === cleanFileName(name)) ?? completed[0];
  if (stamped) return stamped;
  const running = found.find(({ status }) => status === "processing");
  const ended = running && (await untilEnded(run, running));
  return ended?.status === "completed" ? ended : undefined;
}

function upload(run: StampingRun, file: FoundFile, sha256: string, onStage: (stage: Stage) => void) {
  return run.remote.upload(
    file,
    (share) => onStage({ name: "sending", share }),
    async () => claim(run, file, sha256, await run.remote.list()),
  );
}

function claim(
  { claimed }: StampingRun,
  { name }: FoundFile,
  sha256: string,
  among: RemoteDocument[],
): RemoteDocument | undefined {
  const sentName = cleanFileName(name);
  return among.find(
    (document) =>
      document.status === "uploaded" &&
      document.sha256 === sha256 &&
      document.originalName === sentName &&
      document.originalDeletedAt === null &&
      !claimed.has(document.id),
  );
}

async function untilEnded(
  { remote, retryPolicy }: StampingRun,
  started: RemoteDocument,
): Promise<RemoteDocument> {
  let document = started;
  let pauseMs = firstPauseMs;
  for (let waited = 0; document.status === "processing"; waited += pauseMs) {
    if (waited > longestStampingMs) {
      throw new AppError(
        "unavailable",
        "still-being-stamped",
        "It is still being stamped; you can find it on the server.",
      );
    }
    await retryPolicy.pause(pauseMs, retryPolicy.signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
    document = await remote.get(document.id);
  }
  return document;
}

async function load(
  run: StampingRun,
  { name, folder }: FoundFile,
  document: RemoteDocument,
  { maxBytes, wasStamped }: { maxBytes: number; wasStamped: boolean },
  onStage: (stage: Stage) => void,
): Promise<StampedFile> {
  const { fileType, stampedType, stampedSha256, certificateSha256, serialNumber } = document;
  if (!stampedType || !stampedSha256 || !certificateSha256 || !serialNumber) {
    throw new AppError(
      "invalid",
      "document-record-incomplete",
      "The server's record of the document is incomplete.",
    );
  }
  onStage({ name: "loading" });
  await mkdir(folder, { recursive: true });
  const wanted = [
    { part: "download", name: stampedFileName(name, fileType, stampedType), sha256: stampedSha256 },
    { part: "certificate", name: certificateFileName(name), sha256: certificateSha256 },
    ...(run.evidence ? [{ part: "evidence", name: evidenceFileName(name), sha256: undefined } as const] : []),
  ] as const;
  const names = wanted.map((one) => one.name);
  if (wasStamped && (await areThere(folder, wanted))) return { serialNumber, folder, names, wasStamped };
  const loaded: LoadedFile[] = wanted.map((one) => ({ path: temporaryPath(folder), name: one.name }));
  try {
    for (const [index, { part, sha256 }] of wanted.entries()) {
      await loadPart(run, { id: document.id, part, maxBytes, sha256 }, loaded[index]?.path ?? "");
    }
    return { serialNumber, folder, names: renameTogether(folder, loaded), wasStamped };
  } finally {
    for (const { path } of loaded) rmSync(path, { force: true });
  }
}

/** Whether an earlier run saved all of the files. A pack has no hash to compare with. */
async function areThere(
  folder: string,
  wanted: readonly { name: string; sha256: string | undefined }[],
): Promise<boolean> {
  for (const { name, sha256 } of wanted) {
    const path = join(folder, name);
    if (!existsSync(path)) return false;
    if (sha256 !== undefined && (await hashFile(path)).sha256 !== sha256) return false;
  }
  return true;
}

type WantedPart = {
  id: string;
  part: DocumentPart;
  maxBytes: number;
  /** Undefined for a pack: its hash is not in the record; it has a signed manifest. */
  sha256: string | undefined;
};

function loadPart({ remote }: StampingRun, wanted: WantedPart, path: string): Promise<void> {
  return remote.download(wanted.id, wanted.part, wanted.maxBytes, async (body) => {
    const came = await writeHashed(path, body);
    if (wanted.sha256 !== undefined && came !== wanted.sha256) {
      throw new AppError(
        "conflict",
        "download-differs-from-record",
        "The downloaded file does not match the document's record.",
      );
    }
  });
}
