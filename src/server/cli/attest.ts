import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { attestFolder } from "../../client/attest-folder.ts";
import { type HashProgress, hashFolder } from "../../client/hash-folder.ts";
import { type FolderListing, listFolder } from "../../client/list-folder.ts";
import { defaultIdleTimeoutMs, pause } from "../../client/retries.ts";
import { serverIn } from "../../client/server-address.ts";
import { findEarlyEnd } from "../../client/stamp-files.ts";
import { AppError } from "../../errors.ts";
import {
  collectionLimits,
  createCollectionSchema,
  fileNameInCollection,
} from "../../features/collections/collections.schema.ts";
import { invalidInput } from "../../features/rules.ts";
import { clientSettings } from "../read-config.ts";
import { endCodes, exitCodes, readToken, sayLine } from "./client-command.ts";
import { printable } from "./printable.ts";

type AttestOptions = {
  server?: string;
  token?: string;
  tokenFile?: string;
  out?: string;
  title?: string;
  hideNames?: true;
  otherParties?: string;
  originalDate?: string;
  confirmOwnership?: true;
  allowHttp?: true;
};

/**
 * Has a server attest the files of a folder by their fingerprints, using an access token, and saves SHA256SUMS,
 * certificate and evidence pack. Attests all files or nothing.
 */
export async function attest(given: string, options: AttestOptions): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const progress = overwrittenLine();
  const say = (sentence: string) => {
    progress.clear();
    sayLine(sentence);
  };
  const order = readUsage(() => readOrder(given, options), say);
  if (!order) return;
  const { folder, output, access, hideNames, facts, listing } = order;
  const policy = { pause, signal: stop.signal, say, idleTimeoutMs: defaultIdleTimeoutMs };
  try {
    if (listing.skipped > 0) say(`Left out because they are hidden, links or no files: ${listing.skipped}.`);
    const { files, problems } = await hashFolder(folder, output, listing, stop.signal, (hashed) =>
      progress.show(hashLine(hashed)),
    );
    const wrong = hideNames ? problems : [...problems, ...findNameProblems(listing)];
    if (wrong.length > 0) {
      for (const sentence of wrong) say(sentence);
      say("Nothing was attested. Please mend this, and run the command again.");
      process.exitCode = exitCodes.failed;
      return;
    }
    progress.show(`${files.length} files: being attested`);
    const sent = hideNames ? files.map(({ size, sha256 }) => ({ size, sha256 })) : files;
    const collection = { ...facts, files: sent, hideNames };
    const { serialNumber, names } = await attestFolder({ access, collection, output }, policy);
    progress.clear();
    const results = names.map((name) => relative(".", join(output, name)));
    console.log(printable(`${given}: ${serialNumber}: ${results.join(", ")}`));
  } catch (error) {
    process.exitCode = printError(error, policy, access.server);
  }
}

/** Prints a usage error, and sets the exit code. */
function readUsage<Order>(read: () => Order, say: (sentence: string) => void): Order | undefined {
  try {
    return read();
  } catch (error) {
    const isOurs = error instanceof AppError;
    if (!isOurs && !(error instanceof Error && "syscall" in error)) throw error;
    say(error.message);
    process.exitCode = !isOurs
      ? exitCodes.failed
      : error.kind === "unauthenticated"
        ? endCodes["not signed in"]
        : exitCodes.usage;
    return undefined;
  }
}

function readOrder(given: string, options: AttestOptions) {
  const folder = resolve(given);
  const settings = clientSettings();
  const output = resolve(options.out ?? join(dirname(folder), `Attested_${basename(folder)}`));
  const access = {
    server: serverIn(options.server ?? settings.server, options.allowHttp ?? false),
    token: readToken(options, settings.token),
    ownershipConfirmed: options.confirmOwnership,
  };
  const { originalDate, otherParties } = options;
  // The name of the folder is a name too. The title has no date, so that the same command finds a list that waits.
  const title = options.title ?? (options.hideNames ? "Private files" : nameFolder(folder));
  const { shape } = createCollectionSchema;
  const facts = z
    .object({ title: shape.title, originalDate: shape.originalDate, otherParties: shape.otherParties })
    .safeParse({ title, originalDate, otherParties });
  if (!facts.success) throw invalidInput(facts.error);
  const listing = listFolder(folder, output);
  if (listing.files.length === 0) {
    throw new AppError("invalid", "no-file-to-attest", "There is no file to attest in {folder}.", {
      params: { folder: given },
    });
  }
  if (listing.files.length > collectionLimits.files) {
    throw new AppError(
      "invalid",
      "folder-has-too-many-files",
      "{folder} has {count} files, and a collection can contain at most {max}. Please attest its subfolders one by one.",
      { params: { folder: given, count: listing.files.length, max: collectionLimits.files } },
    );
  }
  return { folder, output, access, hideNames: options.hideNames ?? false, facts: facts.data, listing };
}

/** A title of at most 100 characters; a folder's name may be longer. */
const nameFolder = (folder: string) => Array.from(basename(folder)).slice(0, 50).join("") || "Files";

function findNameProblems({ files }: FolderListing): string[] {
  return files
    .filter(({ name }) => !fileNameInCollection.safeParse(name).success)
    .map(
      ({ path }) =>
        `${path}: its name is longer than 1,024 characters or has control characters. Rename it, or use --hide-names.`,
    );
}

/** Prints why nothing was saved, and returns the exit code. */
function printError(error: unknown, policy: Parameters<typeof findEarlyEnd>[1], server: string): number {
  const { say } = policy;
  const end = findEarlyEnd(error, policy);
  if (end) {
    say(end.sentence);
    if (end.reason === "payment needed")
      say(`The list waits on ${server}. Choose a plan there, then run this command again.`);
    return endCodes[end.reason];
  }
  const isKnown = error instanceof AppError || (error instanceof Error && "syscall" in error);
  if (!isKnown) throw error;
  say(error.message);
  return exitCodes.failed;
}

const width = 20;

/** e.g. `[#####---------------] 317 of 800 files, 1.2 of 4.8 GB` */
function hashLine({ files, ofFiles, bytes, ofBytes }: HashProgress): string {
  const filled = Math.min(width, Math.floor(((ofBytes === 0 ? 0 : bytes) / (ofBytes || 1)) * width));
  const bar = "#".repeat(filled) + "-".repeat(width - filled);
  const gigabytes = (count: number) => (count / 1e9).toFixed(1);
  return `[${bar}] ${files} of ${ofFiles} files, ${gigabytes(bytes)} of ${gigabytes(ofBytes)} GB`;
}

/** One line that is overwritten; only on a terminal. */
function overwrittenLine() {
  const { isTTY } = process.stderr;
  let shown = "";
  const show = (line: string) => {
    if (!isTTY || line === shown) return;
    shown = line;
    process.stderr.write(`\r\u001b[K${line}`);
  };
  return { show, clear: () => shown !== "" && show("") };
}
