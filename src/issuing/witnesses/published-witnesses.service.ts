import { AppError } from "../../errors.ts";
import { type ProofState, proofState } from "../../evidence/opentimestamps/state.ts";
import { parseSize } from "../../evidence/tlog/add-checkpoint.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { IssuingDeps } from "../deps.ts";
import { readHead, readLogName } from "../log/log.service.ts";
import { hostAndPath, shownAddress } from "./anchors.service.ts";
import { readBlockHeaders } from "./stored-headers.service.ts";
import {
  findWitnessed,
  listConfirmed,
  listCosignatures,
  listCosigners,
  listTokens,
  listWitnessed,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { checkpointDigest, headersName, headersPath, witnessesPath } from "./witnesses.ts";

const maxShown = 24;
/** One per hour for forty days. */
const maxBlocks = 1_000;

/** `absent`: the witness is in the settings but has not signed this checkpoint. */
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
    openTimestamps: ProofState & { proof?: string; headers?: string };
  }[];
};

/** What external witnesses say about the newest checkpoints. */
export async function listWitnesses(deps: Pick<IssuingDeps, "config" | "db">): Promise<PublishedWitnesses> {
  const checkpoints = await Promise.all(
    (await listWitnessed(deps.db, maxShown)).map(async (row) => ({
      size: row.size,
      witnessedAt: row.witnessedAt.toISOString(),
      checkpoint: getPath(row, "checkpoint"),
      cosigned: getPath(row, "checkpoint.cosigned"),
      timeStamps: await getTimeStamps(deps, row),
      cosignatures: await getCosignatures(deps, row),
      openTimestamps: getOpenTimestamps(row),
    })),
  );
  return { log: await readLogName(deps), checkpoints };
}

const getPath = ({ size }: WitnessedCheckpoint, file: string) => `${witnessesPath}/${size}/${file}`;

async function getTimeStamps({ db, config }: Pick<IssuingDeps, "db" | "config">, row: WitnessedCheckpoint) {
  const rows = await listTokens(db, row.size);
  const given = rows.map(({ address, authority, time }, at) => ({
    address: shownAddress(address),
    authority,
    state: "confirmed" as const,
    time: time.toISOString(),
    token: getPath(row, tokenName(at)),
  }));
  const asked = [...config.tsaUrls, ...config.anchorAuthorities].map(hostAndPath);
  const missing = asked.filter((address) => rows.every((one) => one.address !== address));
  return [
    ...given,
    ...missing.map((address) => ({ address: shownAddress(address), state: "absent" as const })),
  ];
}

const tokenName = (at: number) => `checkpoint.${at + 1}.tst`;

async function getCosignatures(
  { db, config }: Pick<IssuingDeps, "config" | "db">,
  { size }: WitnessedCheckpoint,
) {
  const rows = await listCosignatures(db, size);
  const given = rows.map(({ witness, time }) => ({
    witness,
    state: "confirmed" as const,
    time: time.toISOString(),
  }));
  const known = new Set(rows.map(({ witness }) => witness));
  const missing = config.logWitnesses
    .map(({ key }) => printVerifierKey(key))
    .filter((key) => !known.has(key));
  return [...given, ...missing.map((witness) => ({ witness, state: "absent" as const }))];
}

/**
 * The state that the proof itself gives, except that a pending proof is unverified if no calendar could be asked about
 * it.
 */
function getOpenTimestamps(row: WitnessedCheckpoint) {
  const said = proofState(row.proof ?? undefined, checkpointDigest(row.checkpoint));
  const isKnown = said.state !== "pending" || row.proofState !== "unverified";
  const state: ProofState = isKnown ? said : { state: "unverified" };
  return {
    ...state,
    ...(row.proof ? { proof: getPath(row, proofName) } : {}),
    ...(row.block === null ? {} : { headers: headersPath(row.size) }),
  };
}

const proofName = "checkpoint.ots";

/** The verifier keys of all witnesses that may have cosigned our log, one per line: configured now, or used before. */
export async function readCosignerKeys({ db, config }: Pick<IssuingDeps, "db" | "config">): Promise<string> {
  const asked = config.logWitnesses.map(({ key }) => printVerifierKey(key));
  return [...new Set([...asked, ...(await listCosigners(db))])].map((key) => `${key}\n`).join("");
}

/**
 * The Bitcoin blocks that confirm the newest checkpoints, as calendars say, one per line: height, space, Merkle root.
 * Anyone can compare the list with Bitcoin; verifiers only believe headers.
 */
export async function readBlocks({ db }: Pick<IssuingDeps, "db">): Promise<string> {
  const blocks = (await listConfirmed(db, maxBlocks)).flatMap(({ proof, checkpoint }) => {
    const stands = proofState(proof ?? undefined, checkpointDigest(checkpoint));
    return stands.state === "confirmed" ? [`${stands.block} ${stands.merkleRoot}\n`] : [];
  });
  return [...new Set(blocks)].join("");
}

/**
 * A file of a witnessed checkpoint by its name: `checkpoint` as the log signed it, `checkpoint.cosigned`, its `.ots`
 * proof, the headers that confirm its block, or one of its tokens. Throws `not_found`.
 */
export async function readWitnessFile(
  deps: Pick<IssuingDeps, "db">,
  sizeText: string,
  name: string,
): Promise<Uint8Array> {
  const size = parseSize(sizeText);
  const row = size === undefined ? undefined : await findWitnessed(deps.db, size);
  const file = row && (await getFile(deps, row, name));
  if (!file)
    throw new AppError("not_found", "checkpoint-file-not-found", "This checkpoint has no such file.");
  return file;
}

async function getFile(
  deps: Pick<IssuingDeps, "db">,
  row: WitnessedCheckpoint,
  name: string,
): Promise<Uint8Array | undefined> {
  if (name === "checkpoint") return Buffer.from(row.checkpoint);
  if (name === "checkpoint.cosigned") return Buffer.from(await cosigned(deps, row));
  if (name === proofName) return row.proof ?? undefined;
  if (name === headersName) return row.block === null ? undefined : readBlockHeaders(deps.db, row.block);
  return (await listTokens(deps.db, row.size)).find((_, at) => name === tokenName(at))?.token;
}

/** The log's signed checkpoint with the cosignatures it has so far. */
export async function readCosignedCheckpoint(deps: Pick<IssuingDeps, "db">): Promise<string> {
  const { size, checkpoint } = await readHead(deps);
  const row = await findWitnessed(deps.db, size);
  return row?.checkpoint === checkpoint ? await cosigned(deps, row) : checkpoint;
}

async function cosigned(
  { db }: Pick<IssuingDeps, "db">,
  { size, checkpoint }: WitnessedCheckpoint,
): Promise<string> {
  return checkpoint + (await listCosignatures(db, size)).map(({ line }) => line).join("");
}
