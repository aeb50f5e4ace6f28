import { AppError } from "../../errors.ts";
import { type ProofState, proofState } from "../../evidence/opentimestamps/state.ts";
import { parseSize } from "../../evidence/tlog/add-checkpoint.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { Deps } from "../deps.ts";
import { readHead, readLogName } from "../log/log.service.ts";
import {
  findWitnessed,
  listConfirmed,
  listCosignatures,
  listCosigners,
  listTokens,
  listWitnessed,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { digestOf, witnessesPath } from "./witnesses.ts";

const maxShown = 24;
/** Forty days of hours. */
const maxBlocks = 1_000;

/** A witness that answers at once. `absent`: it is in the settings, but has not vouched for this checkpoint. */
type Vouched = { state: "confirmed"; time: string } | { state: "absent" };

export type PublishedWitnesses = {
  log: string;
  /** Newest first; paths are below the public address. */
  checkpoints: {
    size: number;
    witnessedAt: string;
    checkpoint: string;
    cosigned: string;
    timeStamps: (Vouched & { address: string; authority?: string; token?: string })[];
    cosignatures: (Vouched & { witness: string })[];
    openTimestamps: ProofState & { proof?: string };
  }[];
};

/** What outside witnesses say of the newest checkpoints they were asked about. */
export function listWitnesses(deps: Deps): PublishedWitnesses {
  const checkpoints = listWitnessed(deps.db, maxShown).map((row) => ({
    size: row.size,
    witnessedAt: row.witnessedAt.toISOString(),
    checkpoint: getPath(row, "checkpoint"),
    cosigned: getPath(row, "checkpoint.cosigned"),
    timeStamps: timeStampsOf(deps, row),
    cosignatures: cosignaturesOf(deps, row),
    openTimestamps: openTimestampsOf(row),
  }));
  return { log: readLogName(deps), checkpoints };
}

const getPath = ({ size }: WitnessedCheckpoint, file: string) => `${witnessesPath}/${size}/${file}`;

function timeStampsOf({ db, outside }: Deps, row: WitnessedCheckpoint) {
  const rows = listTokens(db, row.size);
  const given = rows.map(({ address, authority, time }, at) => ({
    ...{ address, authority, state: "confirmed" as const, time: time.toISOString() },
    token: getPath(row, tokenName(at)),
  }));
  const missing = outside.separately().filter(({ address }) => rows.every((one) => one.address !== address));
  return [...given, ...missing.map(({ address }) => ({ address, state: "absent" as const }))];
}

const tokenName = (at: number) => `checkpoint.${at + 1}.tst`;

function cosignaturesOf({ db, config }: Deps, { size }: WitnessedCheckpoint) {
  const rows = listCosignatures(db, size);
  const given = rows.map(({ witness, time }) => ({
    ...{ witness, state: "confirmed" as const, time: time.toISOString() },
  }));
  const known = new Set(rows.map(({ witness }) => witness));
  const missing = config.logWitnesses
    .map(({ key }) => printVerifierKey(key))
    .filter((key) => !known.has(key));
  return [...given, ...missing.map((witness) => ({ witness, state: "absent" as const }))];
}

/** As the proof's bytes say it, unless nobody could be asked how it stands: not to know is not to be pending. */
function openTimestampsOf(row: WitnessedCheckpoint) {
  const said = proofState(row.proof ?? undefined, digestOf(row.checkpoint));
  const isKnown = said.state !== "pending" || row.proofState !== "unverified";
  const state: ProofState = isKnown ? said : { state: "unverified" };
  return row.proof ? { ...state, proof: getPath(row, proofName) } : state;
}

const proofName = "checkpoint.ots";

/**
 * The verifier keys of all who may have cosigned our log, each a line: those of the settings, and those whose lines
 * were accepted before.
 */
export function readCosignerKeys({ db, config }: Pick<Deps, "db" | "config">): string {
  const asked = config.logWitnesses.map(({ key }) => printVerifierKey(key));
  return [...new Set([...asked, ...listCosigners(db)])].map((key) => `${key}\n`).join("");
}

/**
 * The Bitcoin blocks that calendars told us confirm the newest checkpoints, height, a blank and merkle root, each a
 * line: what other people's proofs are compared with, and what anybody compares with Bitcoin.
 */
export function readBlocks({ db }: Pick<Deps, "db">): string {
  const blocks = listConfirmed(db, maxBlocks).flatMap(({ proof, checkpoint }) => {
    const stands = proofState(proof ?? undefined, digestOf(checkpoint));
    return stands.state === "confirmed" ? [`${stands.block} ${stands.merkleRoot}\n`] : [];
  });
  return [...new Set(blocks)].join("");
}

/**
 * A file about a witnessed checkpoint by its name: `checkpoint` (what tokens and proof are about), the same
 * `.cosigned`, its `.ots`, its tokens. Throws `not_found`.
 */
export function readWitnessFile(deps: Deps, sizeText: string, name: string): Uint8Array {
  const size = parseSize(sizeText);
  const row = size === undefined ? undefined : findWitnessed(deps.db, size);
  const file = row && getFile(deps, row, name);
  if (!file) throw new AppError("not_found", "There is no such file about a checkpoint.");
  return file;
}

function getFile(deps: Deps, row: WitnessedCheckpoint, name: string): Uint8Array | undefined {
  if (name === "checkpoint") return Buffer.from(row.checkpoint);
  if (name === "checkpoint.cosigned") return Buffer.from(cosigned(deps, row));
  if (name === proofName) return row.proof ?? undefined;
  return listTokens(deps.db, row.size).find((_, at) => name === tokenName(at))?.token;
}

/** The signed checkpoint of the log as it is now, with the lines of the witnesses that have seen it. */
export function readCosignedCheckpoint(deps: Deps): string {
  const { size, checkpoint } = readHead(deps);
  const row = findWitnessed(deps.db, size);
  return row?.checkpoint === checkpoint ? cosigned(deps, row) : checkpoint;
}

function cosigned({ db }: Deps, { size, checkpoint }: WitnessedCheckpoint): string {
  return (
    checkpoint +
    listCosignatures(db, size)
      .map(({ line }) => line)
      .join("")
  );
}
