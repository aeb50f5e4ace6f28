import type { Database } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { type Checkpoint, parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { commitmentTo, saltSize } from "../../evidence/tlog/commitment.ts";
import { leafHash } from "../../evidence/tlog/merkle.ts";
import { consistencyProof, inclusionProof, treeHead } from "../../evidence/tlog/proofs.ts";
import { type HashedNode, RightEdge } from "../../evidence/tlog/right-edge.ts";
import { signCheckpoint, verifierOf } from "../../evidence/tlog/sign-note.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { printTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import type { Deps } from "../deps.ts";
import {
  findAttestation,
  findCheckpoint,
  findRegistered,
  insertEntries,
  insertNodes,
  listUnregistered,
  nextPosition,
  readNodes,
  registerCertificate,
  releaseEntry,
  replaceCheckpoint,
} from "./log.repo.ts";
import { brokenLog, logNameAt } from "./log.ts";

/** What writing to the log needs. */
export type Registrar = Pick<Deps, "db" | "config" | "logKey">;

/** Where the entry of an attestation stands and what opens it, to be kept with the attestation. */
export type RegisteredEntry = { entryIndex: number; entrySalt: Buffer };

/**
 * Writes an attestation (compact JWS) to the log: entry, tree and the checkpoint signed over it. To be called in the
 * transaction that writes the attestation itself, after something was written in it: then no other process can
 * write in between, and a checkpoint that is ever read belongs to rows that are on the disk.
 */
export function appendEntry(deps: Registrar, attestation: string): RegisteredEntry {
  const { entry, entrySalt } = commit(attestation);
  return { entryIndex: extendLog(deps, [entry]), entrySalt };
}

/** The entry of an attestation, and the salt it was made with. */
function commit(attestation: string): { entry: Uint8Array; entrySalt: Buffer } {
  const entrySalt = Buffer.from(crypto.getRandomValues(new Uint8Array(saltSize)));
  return { entry: commitmentTo(attestation, entrySalt), entrySalt };
}

/** Writes entries and signs the longer log; returns the position of the first. Costs the same at any length. */
export function extendLog(deps: Registrar, entries: Uint8Array[]): number {
  const { db, config, logKey } = deps;
  const { origin, size } = findHead(deps) ?? { origin: logNameAt(config.origin), size: nextPosition(db) };
  const edge = writeEntries(db, size, entries);
  replaceCheckpoint(db, signCheckpoint({ origin, size: edge.size, hash: edge.head() }, logKey));
  return size;
}

/** Stores entries after the first `size`, and the subtrees they complete; signs nothing. */
function writeEntries(db: Database, size: number, entries: Uint8Array[]): RightEdge {
  const edge = new RightEdge(size, readNodes(db, RightEdge.nodes(size)));
  const completed: HashedNode[] = [];
  for (const entry of entries) completed.push(...edge.append(leafHash(entry)));
  insertEntries(db, size, entries);
  insertNodes(db, completed);
  return edge;
}

/** Signs the first checkpoint, over the certificates that are older than the log, oldest first. */
export function createLog(deps: Registrar): void {
  deps.db.transaction(
    () => {
      registerCertificates(deps.db);
      extendLog(deps, []);
    },
    { behavior: "immediate" },
  );
}

const registerBatchSize = 500;

/** Appends every certificate that has no entry. Call it in the transaction that signs the checkpoint over them. */
export function registerCertificates(db: Database): void {
  const serialNumbers = listUnregistered(db);
  for (let at = 0; at < serialNumbers.length; at += registerBatchSize) {
    const batch = serialNumbers.slice(at, at + registerBatchSize).map((serialNumber) => ({
      serialNumber,
      ...commit(findAttestation(db, serialNumber) ?? ""),
    }));
    const size = nextPosition(db);
    writeEntries(
      db,
      size,
      batch.map(({ entry }) => entry),
    );
    for (const [index, { serialNumber, entrySalt }] of batch.entries()) {
      registerCertificate(db, serialNumber, { entryIndex: size + index, entrySalt });
    }
  }
}

/** The root hash of the log when it had `size` entries. AppError when a hash of its tree is missing. */
export function headAt({ db }: Pick<Deps, "db">, size: number): Uint8Array {
  try {
    return treeHead(size, (nodes) => readNodes(db, nodes));
  } catch (cause) {
    throw brokenLog(`a hash of its tree is missing (${cause instanceof Error ? cause.message : cause}).`);
  }
}

/** What the log is now: its name, its size, and the signed checkpoint that says so. */
export type Head = Checkpoint & { checkpoint: string };

/** The head of the log as it is now; undefined before the log began. */
function findHead({ db }: Pick<Deps, "db">): Head | undefined {
  const checkpoint = findCheckpoint(db);
  if (checkpoint === undefined) return undefined;
  const head = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1));
  if (head === undefined) throw brokenLog("its signed checkpoint cannot be read.");
  return { ...head, checkpoint };
}

/** The same. Throws `not_found` before the log began. */
export function readHead(deps: Pick<Deps, "db">): Head {
  const head = findHead(deps);
  if (!head) throw new AppError("not_found", "The log of this server has not begun yet.");
  return head;
}

/** The name of the log: fixed when it began. */
export function readLogName(deps: Pick<Deps, "db" | "config">): string {
  return findHead(deps)?.origin ?? logNameAt(deps.config.origin);
}

/** Name and public key of the log in one line, with which anybody opens its checkpoints. */
export function readVerifierKey(deps: Registrar): string {
  return printVerifierKey(verifierOf(readLogName(deps), deps.logKey));
}

/** The proof that the log of today begins with the one of `oldSize`, and today's checkpoint. */
export function proveConsistency(deps: Pick<Deps, "db">, oldSize: number) {
  const { size, checkpoint } = readHead(deps);
  return { checkpoint, hashes: proveExtension(deps, oldSize, size) };
}

/** The proof that the log of `size` entries begins with the one of `oldSize`. */
export function proveExtension({ db }: Pick<Deps, "db">, oldSize: number, size: number): Uint8Array[] {
  return consistencyProof(oldSize, size, (nodes) => readNodes(db, nodes));
}

/**
 * The receipt of a document's certificate: a .tlog-proof that holds without us, with the salt as its extra data. The
 * caller has made sure that it goes to somebody who may also see the attestation. It is under the head that `choose`
 * gives for the position of the entry in the log of this name, else under the head of now. Throws `not_found` before
 * the document is completed.
 */
export function receiptOf(
  deps: Pick<Deps, "db">,
  documentId: string,
  choose: (index: number, log: string) => { size: number; checkpoint: string } | undefined = () => undefined,
): string {
  const registered = findRegistered(deps.db, documentId);
  if (registered?.entryIndex == null || registered.entrySalt === null) {
    throw new AppError("not_found", "This document is not in the log.");
  }
  const { entryIndex: index, entrySalt: extra } = registered;
  const head = readHead(deps);
  const { size, checkpoint } = choose(index, head.origin) ?? head;
  const hashes = inclusionProof(index, size, (nodes) => readNodes(deps.db, nodes));
  return printTlogProof({ extra, index, hashes, checkpoint });
}

/** To be called in the transaction that deletes a document: its entry stays, and nothing opens it any more. */
export function releaseEntryOf({ db }: Pick<Deps, "db">, documentId: string): void {
  releaseEntry(db, documentId);
}
