import type { Database } from "../../../db/client.ts";
import { Engine } from "../../../db/engine.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError, ServicePaused } from "../../errors.ts";
import { isEd25519Natively } from "../../evidence/ed25519-natively.ts";
import { sameBytes } from "../../evidence/hash.ts";
import type { SigningKey } from "../../evidence/signing-key.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { commitmentTo, saltSize } from "../../evidence/tlog/commitment.ts";
import { leafHash } from "../../evidence/tlog/merkle.ts";
import { provesInclusion } from "../../evidence/tlog/proof-check.ts";
import { consistencyProof, inclusionProof, treeHead } from "../../evidence/tlog/proofs.ts";
import { type HashedNode, RightEdge } from "../../evidence/tlog/right-edge.ts";
import { buildVerifier, signCheckpoint } from "../../evidence/tlog/sign-note.ts";
import { parseNote, printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { printTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import { GroupCommit } from "../../platform/group-commit.ts";
import type { IssuingDeps } from "../deps.ts";
import {
  findAttestation,
  findCheckpoint,
  findRegistered,
  hasEntries,
  insertEntries,
  insertNodes,
  listRetired,
  listUnregistered,
  lockCheckpoint,
  nextPosition,
  readNodes,
  registerCertificate,
  replaceCheckpoint,
} from "./log.repo.ts";
import { brokenLog, isBrokenLog, logNameAt } from "./log.ts";

/** The dependencies of appending to the log. */
export type LogDeps = Pick<IssuingDeps, "db" | "config" | "logKey">;

/**
 * Writes the certificate and all other rows that belong to an attestation. Undefined: nothing is to be appended, and
 * nothing was written.
 */
type Prepare = (db: Database) => Promise<{ serialNumber: string; attestation: string } | undefined>;

/**
 * Appends an attestation and writes its rows in one transaction: its entry, the tree and a new signed checkpoint. So
 * every published checkpoint belongs to committed rows. True if it was appended. Attestations that arrive during
 * another transaction share the next one, its checkpoint and its commit. `prepare` must lock the rows that it depends
 * on; the log is locked after it, because all servers wait for that lock.
 */
export async function appendToLog(deps: LogDeps, prepare: Prepare): Promise<boolean> {
  const known = groups.get(deps.db);
  const group = known ?? new GroupCommit((appends: Prepare[]) => appendAll(deps, appends));
  if (!known) groups.set(deps.db, group);
  return group.add(prepare);
}

const groups = new WeakMap<Database, GroupCommit<Prepare, boolean>>();

async function appendAll(deps: LogDeps, appends: Prepare[]): Promise<boolean[]> {
  let head: Checkpoint | undefined;
  const answers = await deps.db.transaction(
    async (db) => {
      head = undefined;
      const ready: (ReturnType<typeof commit> & { serialNumber: string })[] = [];
      const answers: boolean[] = [];
      for (const prepare of appends) {
        const prepared = await prepare(db);
        answers.push(prepared !== undefined);
        if (prepared) ready.push({ ...prepared, ...commit(prepared.attestation) });
      }
      if (ready.length === 0) return answers;
      const entries = ready.map(({ entry }) => entry);
      const register = (from: number) =>
        ready.map(({ serialNumber, entrySalt }, at) =>
          registerCertificate(db, serialNumber, { entryIndex: from + at, entrySalt }),
        );
      head = await extendLog({ ...deps, db }, entries, register).catch(pauseIfBroken);
      return answers;
    },
    { isolation: "read committed" },
  );
  if (head) remember(deps.db, head);
  return answers;
}

/** Call it in a transaction: until that ends, no other one can extend the log. */
export async function lockLog({ db }: Pick<IssuingDeps, "db">): Promise<void> {
  await lockCheckpoint(db);
}

/** Documents wait until the operator has repaired the log. */
function pauseIfBroken(error: unknown): never {
  throw isBrokenLog(error) ? new ServicePaused(error) : error;
}

/**
 * The newest checkpoint that this process has seen committed; each one extends those before it. A database that is
 * replaced while we run, e.g. with a standby that lacks the last commits, must not continue a shorter or different log:
 * others have this checkpoint.
 */
const seen = new WeakMap<Engine, Checkpoint>();

/** Call it with a committed checkpoint that extends what was seen before. */
function remember(db: Database, { origin, size, hash }: Checkpoint): void {
  const engine = Engine.of(db);
  const newest = seen.get(engine);
  const isOlder = newest?.origin === origin && newest.size >= size;
  if (!isOlder) seen.set(engine, { origin, size, hash });
}

/**
 * Remembers a checkpoint that was only read, unless it belongs to a fork. What a transaction reads does not count: it
 * may be rolled back.
 */
async function rememberIfExtending(db: Database, head: Checkpoint): Promise<void> {
  const engine = Engine.of(db);
  if (engine.db !== db) return;
  for (let earlier = seen.get(engine); earlier?.origin === head.origin; earlier = seen.get(engine)) {
    if (earlier.size >= head.size) return;
    if (!sameBytes(await headAt({ db }, earlier.size), earlier.hash)) return;
    if (seen.get(engine) === earlier) break;
  }
  remember(db, head);
}

/** The entry of an attestation with a new random salt. */
function commit(attestation: string): { entry: Uint8Array; entrySalt: Buffer } {
  const entrySalt = Buffer.from(crypto.getRandomValues(new Uint8Array(saltSize)));
  return { entry: commitmentTo(attestation, entrySalt), entrySalt };
}

/**
 * Appends a statement that belongs to no document, and returns its entry, which the caller stores. Call it in the
 * transaction that does so. Throws `not_found` before the log is created.
 */
export async function appendStatement(deps: LogDeps, statement: string): Promise<LogEntry> {
  await readHead(deps);
  const { entry, entrySalt } = commit(statement);
  const { size } = await extendLog(deps, [entry]);
  return { attestation: statement, entryIndex: size - 1, entrySalt };
}

/**
 * Appends entries and signs the longer log; returns its head. The cost does not grow with the log. `register` writes
 * where the entries are, given the position of the first.
 */
export async function extendLog(
  deps: LogDeps,
  entries: Uint8Array[],
  register: (from: number) => Promise<void>[] = () => [],
): Promise<Checkpoint> {
  const { db, config, logKey } = deps;
  const newest = seen.get(Engine.of(db));
  const checkpoint = await lockCheckpoint(db);
  const signed = checkpoint === undefined ? undefined : parseHead(checkpoint);
  if (!signed && newest) throw brokenLog("its signed checkpoint is missing.");
  const { origin, size } = signed ?? { origin: logNameAt(config.origin), size: await nextPosition(db) };
  const edge = await readEdge(db, size, newest?.origin === origin ? newest : undefined);
  if (signed) requireOwnEdge(edge, signed, logKey);
  const nodes = append(edge, entries);
  const head = { origin, size: edge.size, hash: edge.head() };
  await Promise.all([
    insertEntries(db, size, entries),
    insertNodes(db, nodes),
    replaceCheckpoint(db, signCheckpoint(head, logKey)),
    ...register(size),
  ]);
  return head;
}

/** The right edge of the log's first `size` entries. AppError if it is damaged or does not continue `earlier`. */
async function readEdge(db: Database, size: number, earlier?: Checkpoint): Promise<RightEdge> {
  if (earlier && earlier.size > size) {
    throw brokenLog(
      `the database has ${size} entries, but a log with ${earlier.size} has already been signed: its last commits are lost.`,
    );
  }
  const nodes = RightEdge.nodes(size);
  const hashes = await readNodes(db, [...nodes, ...RightEdge.nodes(earlier?.size ?? 0)]);
  if (earlier && !sameBytes(new RightEdge(earlier.size, hashes.splice(nodes.length)).head(), earlier.hash)) {
    throw brokenLog(`it does not begin with the ${earlier.size} entries that were signed earlier.`);
  }
  return new RightEdge(size, hashes);
}

/**
 * A checkpoint over a changed tree would contradict the ones that others already have. Another key than ours means that
 * the database was replaced while we run, or that its log was retired: no one could verify what we sign in its name.
 */
function requireOwnEdge(edge: RightEdge, signed: Head, logKey: SigningKey): void {
  if (!openCheckpoint(signed.checkpoint, buildVerifier(signed.origin, logKey), isEd25519Natively)) {
    throw brokenLog(
      "its checkpoint was not signed with the key of this server. If the log was replaced, restart the server.",
    );
  }
  if (!sameBytes(edge.head(), signed.hash))
    throw brokenLog("its tree does not match the checkpoint that was signed.");
}

/**
 * Throws AppError if the log in the database is damaged, is not ours, or does not continue the one that this process
 * has seen.
 */
export async function requireUsableLog({ db, logKey }: Pick<IssuingDeps, "db" | "logKey">): Promise<void> {
  const newest = seen.get(Engine.of(db));
  const head = await findHead({ db });
  if (head) {
    const edge = await readEdge(db, head.size, head.origin === newest?.origin ? newest : undefined);
    requireOwnEdge(edge, head, logKey);
  } else if (newest) throw brokenLog("its signed checkpoint is missing.");
}

/** False: nothing is appended until the operator has repaired the log. */
export async function isLogUsable(deps: Pick<IssuingDeps, "db" | "logKey">): Promise<boolean> {
  try {
    await requireUsableLog(deps);
    return true;
  } catch (error) {
    if (isBrokenLog(error)) return false;
    throw error;
  }
}

/** The subtrees that entries behind this edge complete. The edge advances. */
const append = (edge: RightEdge, entries: Uint8Array[]): HashedNode[] =>
  entries.flatMap((entry) => edge.append(leafHash(entry)));

/**
 * Signs the first checkpoint, over the certificates that are older than the log, oldest first. The caller knows from
 * the data folder that there was no log before.
 */
export async function createLog(deps: LogDeps): Promise<void> {
  seen.delete(Engine.of(deps.db));
  await transaction(deps, async (deps) => {
    await registerCertificates(deps.db);
    await extendLog(deps, []);
  });
}

const registerBatchSize = 500;

/** Appends every certificate that has no entry. Call it in the transaction that signs the checkpoint over them. */
export async function registerCertificates(db: Database): Promise<void> {
  const serialNumbers = await listUnregistered(db);
  for (let at = 0; at < serialNumbers.length; at += registerBatchSize) {
    const batch = await Promise.all(
      serialNumbers.slice(at, at + registerBatchSize).map(async (serialNumber) => ({
        serialNumber,
        ...commit((await findAttestation(db, serialNumber)) ?? ""),
      })),
    );
    const size = await nextPosition(db);
    const entries = batch.map(({ entry }) => entry);
    await insertEntries(db, size, entries);
    await insertNodes(db, append(await readEdge(db, size), entries));
    for (const [index, { serialNumber, entrySalt }] of batch.entries()) {
      await registerCertificate(db, serialNumber, { entryIndex: size + index, entrySalt });
    }
  }
}

/** The root hash of the log when it had `size` entries. AppError when a hash of its tree is missing. */
export async function headAt({ db }: Pick<IssuingDeps, "db">, size: number): Promise<Uint8Array> {
  return treeHead(size, (nodes) => readNodes(db, nodes));
}

/** The log's name, size and root hash, with the signed checkpoint that states them. */
export type Head = Checkpoint & { checkpoint: string };

/** Whether anything was ever attested: the entries of deleted documents stay. */
export async function hasAttested({ db }: Pick<IssuingDeps, "db">): Promise<boolean> {
  return hasEntries(db);
}

/** The logs of a database, each by its name and the ID of its key, which no other log has. */
export type LogIds = { current: string | undefined; retired: string[] };

/** Reads them from the database alone. `current` is undefined before the log is created. */
export async function readLogIds({ db }: Pick<IssuingDeps, "db">): Promise<LogIds> {
  const [signature] = parseNote((await findCheckpoint(db)) ?? "")?.signatures ?? [];
  const retired = await listRetired(db);
  return {
    current: signature && `${signature.name}+${Buffer.from(signature.keyId).toString("hex")}`,
    retired: retired.map(({ verifierKey }) => verifierKey.split("+", 2).join("+")),
  };
}

/** The current head of the log; undefined before the log is created. */
async function findHead({ db }: Pick<IssuingDeps, "db">): Promise<Head | undefined> {
  const checkpoint = await findCheckpoint(db);
  return checkpoint === undefined ? undefined : parseHead(checkpoint);
}

function parseHead(checkpoint: string): Head {
  const head = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1));
  if (head === undefined) throw brokenLog("its signed checkpoint cannot be read.");
  return { ...head, checkpoint };
}

/** The current head of the log. Throws `not_found` before the log is created. */
export async function readHead(deps: Pick<IssuingDeps, "db">): Promise<Head> {
  const head = await findHead(deps);
  if (!head)
    throw new AppError("not_found", "log-not-started", "The log of this server has not started yet.");
  await rememberIfExtending(deps.db, head);
  return head;
}

/** The name of the log, which never changes once it is created. */
export async function readLogName(deps: Pick<IssuingDeps, "db" | "config">): Promise<string> {
  return (await findHead(deps))?.origin ?? logNameAt(deps.config.origin);
}

/** The verifier key line of the log, which opens its checkpoints. */
export async function readVerifierKey(deps: LogDeps): Promise<string> {
  return printVerifierKey(buildVerifier(await readLogName(deps), deps.logKey));
}

/** A consistency proof from `oldSize` to `size`. */
export async function proveExtension(
  { db }: Pick<IssuingDeps, "db">,
  oldSize: number,
  size: number,
): Promise<Uint8Array[]> {
  return consistencyProof(oldSize, size, (nodes) => readNodes(db, nodes));
}

/** Chooses an older head for the entry at this position of the log with this name. */
type ChooseHead = (index: number, log: string) => Promise<{ checkpoint: string } | undefined>;

/**
 * The receipt of a document's certificate: a .tlog-proof that anyone can verify without this server, with the salt as
 * its extra data. The caller ensures that the reader may also see the attestation. `choose` may select an older head
 * for the entry's position in the log of this name; otherwise the receipt is under the current head. Throws
 * `not_found` before the document is completed, and AppError if the log is damaged: a receipt always proves its entry.
 */
export async function getReceipt(
  deps: Pick<IssuingDeps, "db">,
  documentId: string,
  choose?: ChooseHead,
): Promise<string> {
  const registered = await findRegistered(deps.db, documentId);
  if (registered?.entryIndex == null || registered.entrySalt === null) {
    throw new AppError("not_found", "document-not-in-log", "This document is not in the log.");
  }
  const { attestation, entryIndex, entrySalt } = registered;
  return proveEntry(deps, { attestation, entryIndex, entrySalt }, choose);
}

/** A signed statement whose entry is in the log. */
export type LogEntry = { attestation: string; entryIndex: number; entrySalt: Uint8Array };

/** The receipt of any statement in the log, as `getReceipt` describes it. */
export async function proveEntry(
  deps: Pick<IssuingDeps, "db">,
  { attestation, entryIndex: index, entrySalt: extra }: LogEntry,
  choose: ChooseHead = async () => undefined,
): Promise<string> {
  const newest = await findHead(deps);
  if (!newest) throw brokenLog("its signed checkpoint is missing.");
  await rememberIfExtending(deps.db, newest);
  const { checkpoint } = (await choose(index, newest.origin)) ?? newest;
  const head = parseHead(checkpoint);
  if (index >= head.size) throw brokenLog(`it has ${head.size} entries, but a statement has entry ${index}.`);
  const hashes = await inclusionProof(index, head.size, (nodes) => readNodes(deps.db, nodes));
  if (!provesInclusion(hashes, index, leafHash(commitmentTo(attestation, extra)), head))
    throw brokenLog(`its tree does not lead from entry ${index} to the checkpoint that was signed.`);
  return printTlogProof({ extra, index, hashes, checkpoint });
}
