import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { AppError } from "../errors.ts";
import { writeFileList } from "../formats/certificate/file-list.ts";
import { certificateFileName, evidenceFileName, fileNameFromTitle } from "../formats/file-names.ts";
import { writeSha256Sums } from "../formats/sha256sums.ts";
import { maxResultBytes } from "./bounds.ts";
import type { RemoteCollection, SentCollection } from "./client.ts";
import { type Access, openRemoteServer, type RemoteServer } from "./remote-server.ts";
import { type LoadedFile, renameTogether, temporaryPath, writeHashed } from "./result-files.ts";
import type { RetryPolicy } from "./retries.ts";

export type AttestOrder = {
  access: Access;
  collection: SentCollection;
  /** Where the results are saved. */
  output: string;
};

const firstPauseMs = 250;
const longestPauseMs = 3_000;
const longestAttestingMs = 60 * 60_000;

/**
 * Attests a list of files and saves SHA256SUMS, certificate and evidence pack: all of them or none. If the server has
 * the same list waiting for payment, that one is used. The results are checked against the list and the collection's
 * record. Throws AppError with the server's message.
 */
export async function attestFolder(
  { access, collection, output }: AttestOrder,
  retryPolicy: RetryPolicy,
): Promise<{ serialNumber: string; names: string[] }> {
  const remote = openRemoteServer(access, retryPolicy);
  const list = writeFileList(collection.files);
  const isThis = ({ sha256, title }: RemoteCollection) =>
    sha256 === sha256Of(list) && title === collection.title;
  const before = await remote.listCollections();
  const waiting = before.find((one) => isThis(one) && one.status === "uploaded");
  const alreadyThere = async () => {
    const known = new Set(before.map(({ id }) => id));
    return (await remote.listCollections()).find((one) => isThis(one) && !known.has(one.id));
  };
  let sent = waiting ?? (await remote.attest(collection, alreadyThere));
  if (sent.sha256 !== sha256Of(list)) throw differs();
  if (sent.status === "uploaded") {
    const { originalDate, otherParties } = collection;
    await remote.startCollection(sent.id, { originalDate, otherParties });
    sent = await remote.getCollection(sent.id);
  }
  const ended = await untilEnded(remote, retryPolicy, sent);
  if (ended.status !== "completed") {
    const { errorMessage } = ended;
    throw errorMessage === null
      ? new AppError("invalid", "folder-not-attested", "The server couldn't attest this folder.")
      : new AppError("invalid", "document-refused", "{errorMessage}", { params: { errorMessage } });
  }
  return load(remote, ended, collection, output);
}

async function untilEnded(
  remote: RemoteServer,
  { pause, signal }: RetryPolicy,
  started: RemoteCollection,
): Promise<RemoteCollection> {
  let collection = started;
  let pauseMs = firstPauseMs;
  for (let waited = 0; collection.status === "processing"; waited += pauseMs) {
    if (waited > longestAttestingMs) {
      throw new AppError(
        "unavailable",
        "still-being-attested",
        "It is still being attested; you will find it on the server.",
      );
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
    collection = await remote.getCollection(collection.id);
  }
  return collection;
}

async function load(
  remote: RemoteServer,
  { id, serialNumber, certificateSha256 }: RemoteCollection,
  { title, files }: SentCollection,
  output: string,
): Promise<{ serialNumber: string; names: string[] }> {
  if (!serialNumber || !certificateSha256) {
    throw new AppError(
      "invalid",
      "collection-record-incomplete",
      "The server's record of the collection is not complete.",
    );
  }
  const sums = writeSha256Sums(files);
  const name = fileNameFromTitle(title);
  await mkdir(output, { recursive: true });
  const wanted = [
    { part: "sha256sums", name: "SHA256SUMS", sha256: sha256Of(sums) },
    { part: "certificate", name: certificateFileName(`${name}.pdf`), sha256: certificateSha256 },
    { part: "evidence", name: evidenceFileName(`${name}.zip`), sha256: undefined },
  ] as const;
  const loaded: (LoadedFile & (typeof wanted)[number])[] = wanted.map((one) => ({
    ...one,
    path: temporaryPath(output),
  }));
  try {
    for (const { part, sha256, path } of loaded) {
      await remote.downloadFromCollection(id, part, maxResultBytes(sums.length), async (body) => {
        const came = await writeHashed(path, body);
        if (sha256 !== undefined && came !== sha256) throw differs();
      });
    }
    return { serialNumber, names: renameTogether(output, loaded) };
  } finally {
    for (const { path } of loaded) rmSync(path, { force: true });
  }
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

const differs = () =>
  new AppError(
    "conflict",
    "collection-differs-from-list",
    "What came from the server does not belong to the list of files that was sent.",
  );
