import { hash } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Database } from "../../../db/client.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { AdoptionStatement } from "../../evidence/adoption-statement.ts";
import { parseJson } from "../../evidence/jws.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { digestRecords, type RecordDigests } from "../../evidence/tlog/key-statement.ts";
import type { Tile } from "../../evidence/tlog/tiles.ts";
import type { Trust } from "../../evidence/verifier/trust.ts";
import { signAdoption } from "../../issuing/attestations/sign-adoption.service.ts";
import { lockLog } from "../../issuing/log/log.service.ts";
import { storeNewestCheckpoint } from "../../issuing/log/stored-checkpoint.service.ts";
import { requireClock } from "../../issuing/tsa/clock.service.ts";
import { readCosignedHead } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import type { Deps } from "../deps.ts";
import type { VerificationView } from "../verification/verification.output.schema.ts";
import {
  findHeaders,
  headerFilesIn,
  type LogHead,
  readAnchors,
  readEndedLogs,
  readHeaderFiles,
  readKeyFiles,
  readKeyStatement,
  readLogFiles,
  readLogHead,
  type SiteFile,
  tileFile,
} from "./adopted-files.ts";
import { checkRecord, type SiteTrust } from "./adopted-record.ts";
import {
  completeAdoption,
  countStored,
  deleteSome,
  endAnswers,
  endUnfinished,
  findAdoptedSerial,
  findAdoption,
  findFile,
  findOwnSerial,
  insertAdoption,
  insertFiles,
  insertRecords,
  listAdoptions,
  listEnded,
  listHalfRemoved,
} from "./adoption.repo.ts";
import { type Adoption, type AdoptionRow, isAnswered, siteNameOf } from "./adoption.ts";
import { withoutNames } from "./record-page.ts";
import { refusedSite } from "./refused-site.ts";
import { SignedHeads } from "./signed-heads.ts";
import { markName, type SiteMark, siteMarkSchema } from "./site-folder.ts";
import { keyStatementPath } from "./site-paths.ts";
import { SiteReader } from "./site-reader.ts";

type AdoptDeps = Pick<
  Deps,
  "config" | "db" | "log" | "logKey" | "now" | "signingKeys" | "authority" | "node"
>;

export type AdoptOptions = {
  folder: string;
  /** The verifier key line of the service's log, as known from elsewhere. */
  logKey?: string | undefined;
  /** Adopts a site whose log has signed no statement about its keys, even though `logKey` is given. */
  withoutStatement?: boolean;
  /** Stores the records without names. */
  hashesOnly?: boolean;
  onProgress?: (records: number) => void;
};

export type Adopted = {
  adoption: Adoption;
  /** The entries of its log that have no record, by what the site says. */
  withoutRecord: number;
  verifierKey: string;
  vouched: Vouched;
  trust: Trust;
};

/**
 * What the log signed a statement about: nothing; all other keys and roots; also which serial numbers there are; also
 * what every record says.
 */
export type Vouched = "nothing" | "keys" | "serial-numbers" | "records";

/** A few seconds of work, or about a megabyte, between two transactions. */
const recordsAtATime = 100;
const filesAtATime = 50;
const fileBytesAtATime = 1024 * 1024;

const maxRecordBytes = 4 * 1024 * 1024;

/**
 * Takes over a published site of a service that has ended: checks every file and stores the log, keys, roots, anchors
 * and records, but no page, script or style. Nothing of it is seen until one last transaction makes the server answer
 * for it, with a statement of ours about its log in our own log. Throws AppError with what is wrong; then nothing is
 * stored. What a machine leaves that dies in between is never seen, and is deleted a day later.
 */
export async function adoptSite(deps: AdoptDeps, options: AdoptOptions): Promise<Adopted> {
  const site = await SiteReader.open(options.folder);
  const mark = await readMark(site);
  await requireOther(deps, mark);
  await requireClock(deps);
  const adoption = {
    id: crypto.randomUUID(),
    origin: new URL(mark.site).origin,
    name: mark.name,
    hashesOnly: mark.hashesOnly || options.hashesOnly === true,
    records: mark.records,
    entries: mark.entries,
    startedAt: new Date(deps.now()),
  };
  await insertAdoption(deps.db, adoption);
  try {
    const { logHead, files, ...found } = await storeSite(deps, adoption.id, { site, mark, ...options });
    await complete(deps, adoption, logHead, files);
    const row = await findAdoption(deps.db, siteNameOf(adoption.origin));
    if (!row || !isAnswered(row)) throw new Error("The adoption is not there after its commit.");
    const { verifierKey } = logHead;
    return { adoption: row, withoutRecord: mark.withoutRecord, verifierKey, ...found };
  } catch (error) {
    await deleteIncomplete(deps, adoption.id);
    throw error;
  }
}

async function readMark(site: SiteReader): Promise<SiteMark> {
  const mark = siteMarkSchema.safeParse(parseJson(await site.read(markName)));
  if (!mark.success) throw refusedSite(`${markName} is not as this program writes it.`);
  if (!mark.data.complete)
    throw refusedSite("It is not complete: publish was interrupted. Please run publish again.");
  return mark.data;
}

async function requireOther(deps: AdoptDeps, { site }: SiteMark): Promise<void> {
  if (siteNameOf(site) === siteNameOf(deps.config.origin))
    throw refusedSite(`${site} is the address of this server itself.`);
  if (await findAdoption(deps.db, siteNameOf(site)))
    throw refusedSite(`${site} has already been adopted. To adopt a newer copy, remove it first.`);
}

type Source = AdoptOptions & { site: SiteReader; mark: SiteMark };

/** Stores everything, unseen. */
async function storeSite(
  deps: AdoptDeps,
  id: string,
  { site, mark, logKey, withoutStatement = false, hashesOnly = false, onProgress = () => {} }: Source,
): Promise<Pick<Adopted, "vouched" | "trust"> & { logHead: LogHead; files: number }> {
  const store = new FileRows(deps, id);
  const heads = new SignedHeads();
  const { trust, files } = await readKeyFiles(site, mark.name);
  requireForeignKeys(deps, trust);
  const logHead = await readLogHead(site, trust);
  const { head, verifierKey } = logHead;
  if (logKey !== undefined && logKey.trim() !== verifierKey)
    throw refusedSite(`Its log has the key ${verifierKey}, not the one that you named.`);
  requireSize(mark, head.size);
  const statement = await readKeyStatement(site, files, { log: logHead.key, mark });
  if (!statement && logKey !== undefined && !withoutStatement)
    throw refusedSite(
      "It has no statement of its log about its keys: an earlier version published it, or someone removed the statement. To adopt it without one, please add --without-statement.",
    );
  await store.addAll([...files, ...(statement ? [statement.file] : [])]);
  for await (const file of readLogFiles(site, logHead)) await store.add(file);
  await store.flush();
  const readTile = (tile: Tile) => store.read(tileFile(tile));
  const ended = await readEndedLogs(site, heads, { size: head.size, readTile });
  await checkLog({ ...logHead, readTile, ended: ended.parts }).catch(explain);
  await store.addAll(ended.files);
  for await (const file of ended.tiles()) await store.add(file);
  for await (const file of readAnchors(site, trust, heads)) await store.add(file);
  const headers = await readHeaderFiles(site);
  await store.addAll(headers);
  await store.flush();
  const cosigned = await readCosignedHead(deps, head.origin);
  if (cosigned) heads.add(cosigned, "A checkpoint that this server has cosigned");
  const about = {
    trust,
    hashesOnly: mark.hashesOnly,
    heads,
    headersOf: headersIn(headers),
    now: new Date(deps.now()),
  };
  const records = await storeRecords(deps, id, { site, mark, about, hashesOnly, onProgress });
  await heads.requireIn(head.size, readTile);
  const vouched = statement ? requireSigned(records, statement.digests) : "nothing";
  return { logHead, trust, vouched, files: store.count };
}

/**
 * What the log vouches for by the digests that it signed. An operator who had adopted the site publishes other files
 * for the same serial numbers. Throws AppError for any other difference.
 */
function requireSigned({ digests, areMarked }: StoredRecords, signed: RecordDigests | undefined): Vouched {
  if (!signed) return "keys";
  if (digests.serialNumbers !== signed.serialNumbers)
    throw refusedSite(`${keyStatementPath} is about other serial numbers: a record was added or left out.`);
  if (digests.recordFiles === signed.recordFiles) return "records";
  if (areMarked) return "serial-numbers";
  throw refusedSite(`${keyStatementPath} is about other records with these serial numbers: one was changed.`);
}

/** Finds the headers from a record's block on among these files. */
function headersIn(files: SiteFile[]): SiteTrust["headersOf"] {
  const byPath = new Map(files.map(({ path, content }) => [`/${path}`, content]));
  const known = headerFilesIn(files.map(({ path, content }) => ({ path, bytes: content.length })));
  return ({ witnessed }) => {
    const found = findHeaders(known, witnessed);
    return found && byPath.get(found.path)?.subarray(found.skip);
  };
}

/** A site with our own keys is one of this server under another address. */
function requireForeignKeys({ signingKeys, authority }: AdoptDeps, { jwks, roots }: Trust): void {
  const own = signingKeys.all.find(({ kid }) => jwks.keys.some((key) => key.kid === kid));
  const ownRoots = [authority.root, ...authority.formerRoots];
  const isOwn = roots.some(({ bytes }) => ownRoots.some((root) => Buffer.compare(root.bytes, bytes) === 0));
  if (own || isOwn) throw refusedSite("It has the keys of this server itself.");
}

function requireSize({ entries, records, withoutRecord }: SiteMark, size: number): void {
  if (size !== entries)
    throw refusedSite(`It says that its log has ${entries} entries, but the log has ${size}.`);
  if (records + withoutRecord !== entries)
    throw refusedSite(
      `Its log has ${entries} entries, but it has ${records} records and says that ${withoutRecord} entries have none. If the service was running while it was published, please publish it again.`,
    );
}

/** What `checkLog` says is a sentence about the site. */
function explain(error: unknown): never {
  throw error instanceof AppError && error.code.startsWith("log-") ? refusedSite(error.message) : error;
}

type RecordsSource = Required<Pick<Source, "site" | "mark" | "hashesOnly" | "onProgress">> & {
  about: SiteTrust;
};

/** `areMarked`: another operator who had adopted them published all of them. */
type StoredRecords = { digests: RecordDigests; areMarked: boolean };

async function storeRecords(
  { db }: AdoptDeps,
  adoptionId: string,
  { site, mark, about, hashesOnly, onProgress }: RecordsSource,
): Promise<StoredRecords> {
  const folder = "api/verify";
  const serials = (await site.names(folder)).filter((name) => name !== "index.html");
  if (serials.length !== mark.records)
    throw refusedSite(`It says that it has ${mark.records} records, but it has ${serials.length}.`);
  const entries = new Map<number, string>();
  const stamps = new TimestampedSince();
  const sums: { serialNumber: string; sha256: string }[] = [];
  let areMarked = true;
  for (let at = 0; at < serials.length; at += recordsAtATime) {
    const rows: { adoptionId: string; serialNumber: string; record: string }[] = [];
    for (const serial of serials.slice(at, at + recordsAtATime)) {
      const json = await site.read(`${folder}/${serial}`, maxRecordBytes);
      const { view, entry, isTimestamped, isMarked } = checkRecord(serial, json, about);
      sums.push({ serialNumber: serial, sha256: hash("sha256", json) });
      areMarked &&= isMarked;
      const other = entry === undefined ? undefined : entries.get(entry);
      if (other) throw refusedSite(`The records ${other} and ${serial} have the same entry of the log.`);
      if (entry !== undefined) entries.set(entry, serial);
      stamps.add(view, isTimestamped);
      const shown = hashesOnly ? withoutNames(view) : view;
      rows.push({ adoptionId, serialNumber: serial, record: JSON.stringify(shown) });
    }
    await insertRecords(db, rows);
    onProgress(at + rows.length);
  }
  stamps.require();
  return { digests: digestRecords(sums), areMarked };
}

/** A server that has timestamped one document does so with all later ones, so one without timestamps has lost them. */
class TimestampedSince {
  #first: number | undefined;
  #lastWithout: { serialNumber: string; time: number } | undefined;

  add({ serialNumber, processedDate }: VerificationView, isTimestamped: boolean): void {
    const time = Date.parse(processedDate);
    if (isTimestamped && (this.#first === undefined || time < this.#first)) this.#first = time;
    if (!isTimestamped && (this.#lastWithout === undefined || time > this.#lastWithout.time))
      this.#lastWithout = { serialNumber, time };
  }

  require(): void {
    const [first, without] = [this.#first, this.#lastWithout];
    if (first !== undefined && without !== undefined && first <= without.time)
      throw refusedSite(
        `The record ${without.serialNumber} has no timestamp, although the service already timestamped documents then.`,
      );
  }
}

/** Files of an adoption, stored some at a time. */
class FileRows {
  readonly #deps: AdoptDeps;
  readonly #id: string;
  #waiting: SiteFile[] = [];
  #bytes = 0;
  count = 0;

  constructor(deps: AdoptDeps, id: string) {
    this.#deps = deps;
    this.#id = id;
  }

  async addAll(files: SiteFile[]): Promise<void> {
    for (const file of files) await this.add(file);
  }

  async add(file: SiteFile): Promise<void> {
    this.#waiting.push(file);
    this.#bytes += file.content.length;
    this.count += 1;
    if (this.#waiting.length >= filesAtATime || this.#bytes >= fileBytesAtATime) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#waiting.map(({ path, content }) => ({
      adoptionId: this.#id,
      path,
      content: Buffer.from(content),
    }));
    this.#waiting = [];
    this.#bytes = 0;
    if (rows.length > 0) await insertFiles(this.#deps.db, rows);
  }

  async read(path: string): Promise<Uint8Array> {
    const found = await findFile(this.#deps.db, this.#id, path);
    if (!found) throw refusedSite(`${path} is missing.`);
    return found;
  }
}

/** In one transaction: no serial number has two answers, and the statement about the log is in our log. */
async function complete(
  deps: AdoptDeps,
  { id, origin, records }: Pick<AdoptionRow, "id" | "origin" | "records">,
  { head, verifierKey }: LogHead,
  files: number,
): Promise<void> {
  const adoptedAt = new Date(Math.floor(deps.now() / 1000) * 1000);
  const facts: AdoptionStatement = {
    v: 1,
    kind: "adoption",
    time: adoptedAt.toISOString().replace(".000Z", "Z"),
    origin,
    log: verifierKey,
    size: head.size,
    root: bytesToHex(head.hash),
    records,
  };
  const answer = async (deps: AdoptDeps) => {
    const { db } = deps;
    // Held until the commit: no other server can extend the log or complete an adoption between our checks and it.
    await lockLog(deps);
    const stored = await countStored(db, id);
    if (stored.records !== records || stored.files !== files) throw wasDeleted();
    if (await findAdoption(db, siteNameOf(origin))) throw refusedSite(`${origin} has just been adopted.`);
    const own = await findOwnSerial(db, id);
    if (own) throw refusedSite(`The serial number ${own} is one of this server's own.`);
    const other = await findAdoptedSerial(db, id);
    if (other)
      throw refusedSite(
        `The serial number ${other.serialNumber} is one of ${other.origin}, which was adopted earlier.`,
      );
    const { attestation: statement, entryIndex, entrySalt } = await signAdoption(deps, facts);
    const isCompleted = await completeAdoption(db, id, {
      site: siteNameOf(origin),
      adoptedAt,
      statement,
      entryIndex,
      entrySalt: Buffer.from(entrySalt),
    });
    if (!isCompleted) throw wasDeleted();
  };
  await transaction(deps, answer, { isolation: "read committed" });
  await storeNewestCheckpoint(deps);
}

const wasDeleted = () => refusedSite("Part of it was deleted while it was stored. Please try again.");

/** Nothing of a refused site stays. If that fails, it is deleted a day later. */
async function deleteIncomplete(deps: AdoptDeps, id: string): Promise<void> {
  try {
    await deleteStored(deps, id);
  } catch (error) {
    deps.log.error({ err: error }, "an incomplete adoption could not be deleted; it is deleted a day later");
  }
}

/** Adoptions that took longer than this were interrupted. */
const longestMs = 24 * 3_600_000;

/** Deletes what interrupted adoptions and removals left. */
export async function deleteUnfinishedAdoptions(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  // One that is completed in the meantime is not ended, and one that is ended cannot be completed.
  await endUnfinished(db, new Date(now - longestMs), new Date(now));
  const left = [...(await listEnded(db)), ...(await listHalfRemoved(db))];
  for (const id of new Set(left.map(({ id }) => id))) await deleteStored(deps, id);
}

/** The services for which this server answers, and those that were removed; oldest first. */
export async function listAdopted(deps: Pick<Deps, "db">): Promise<AdoptionRow[]> {
  return listAdoptions(deps.db);
}

/**
 * Ends the answers for an adopted service at once, and deletes what is stored of it, some at a time, so that others can
 * write in between. After a crash, it is deleted with the next call or within an hour. The statement about it and its
 * entry in our log stay. Throws `not_found`.
 */
export async function removeAdoption(
  deps: Pick<Deps, "db" | "now">,
  origin: string,
  onProgress: (deleted: number) => void = () => {},
): Promise<void> {
  const ids = URL.canParse(origin) ? await findByName(deps.db, siteNameOf(origin)) : [];
  if (ids.length === 0)
    throw new AppError("not_found", "site-not-adopted", "This server has adopted no site of {origin}.", {
      params: { origin },
    });
  for (const id of ids) await deleteStored(deps, id, onProgress);
}

/** The adopted service of this name; if there is none, those whose removal was interrupted. */
async function findByName(db: Database, name: string): Promise<string[]> {
  const found = await findAdoption(db, name);
  if (found) return [found.id];
  const halfRemoved = await listHalfRemoved(db);
  return halfRemoved.filter(({ origin }) => siteNameOf(origin) === name).map(({ id }) => id);
}

async function deleteStored(
  { db, now }: Pick<Deps, "db" | "now">,
  id: string,
  onProgress: (deleted: number) => void = () => {},
): Promise<void> {
  await endAnswers(db, id, new Date(now()));
  let deleted = 0;
  for (let some = await deleteSome(db, id); some > 0; some = await deleteSome(db, id)) {
    deleted += some;
    onProgress(deleted);
  }
}
