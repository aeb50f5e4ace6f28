import { z } from "zod";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import type { NoteVerifier } from "../../evidence/tlog/signed-note.ts";
import type { TrustLists } from "../../evidence/trust-lists/trust-lists.ts";
import { type Evidence, noEvidence } from "../../evidence/verifier/evidence.ts";
import { findWitnesses } from "../../evidence/verifier/find-witnesses.ts";
import { knownBlocks } from "../../evidence/verifier/known-blocks.ts";
import { readTrust } from "../../evidence/verifier/trust.ts";
import { type Fetch, parsePrefix } from "../log/remote-log.ts";

const listSchema = z.object({
  checkpoints: z.array(
    z.object({
      size: z.int().min(0),
      timeStamps: z.array(z.object({ token: z.string().optional() })),
      openTimestamps: z.object({ proof: z.string().optional(), headers: z.string().optional() }),
    }),
  ),
});

/** A checkpoint that someone independent has seen, as the server publishes it. */
export type SeenCheckpoint = { size: number; note: string };

/** As many as a server lists: one for each of the last 24 hours in which the log has grown. */
const maxLooks = 24;

/**
 * The newest published checkpoint that someone on the reader's lists confirms: an authority, Bitcoin, or a cosigner.
 * What the server says about them does not count. Undefined if there is none among the newest ones. Throws
 * `unavailable`.
 */
export async function findAnchored(
  address: string,
  logs: readonly NoteVerifier[],
  lists: TrustLists,
  fetch: Fetch,
): Promise<SeenCheckpoint | undefined> {
  const prefix = `${parsePrefix(address)}/witnesses`;
  const list = listSchema.safeParse(parseJson(await fetch(prefix)));
  if (!list.success) return undefined;
  const newest = list.data.checkpoints.toSorted((one, other) => other.size - one.size).slice(0, maxLooks);
  for (const { size, timeStamps, openTimestamps } of newest) {
    const read = (path: string) => fetch(`${prefix}/${size}/${nameIn(path)}`);
    const note = new TextDecoder().decode(await fetch(`${prefix}/${size}/checkpoint.cosigned`));
    const tokens = timeStamps.flatMap(({ token }) => token ?? []);
    const { proof, headers } = openTimestamps;
    const evidence: Evidence = {
      ...noEvidence,
      tokens: (await Promise.all(tokens.map(read))).map((bytes) => ({ bytes, about: "checkpoint" })),
      proofs: proof === undefined ? [] : [{ bytes: await read(proof), about: "checkpoint" }],
      headers: headers === undefined ? [] : [await read(headers)],
    };
    const log = logs.find((one) => isSeen(note, one, evidence, lists));
    const seen = log && openCheckpoint(note, log);
    // The size in the list is the server's word; that in the note was seen.
    if (seen) return { size: seen.size, note };
  }
  return undefined;
}

/** Whether anyone on the reader's lists confirms a checkpoint. */
function isSeen(note: string, log: NoteVerifier, evidence: Evidence, lists: TrustLists): boolean {
  const trust = readTrust({ name: log.name, ca: "", stampCa: "", crl: "", jwks: "", vkeys: "" }, lists);
  const withBlocks = { ...trust, publicBlocks: knownBlocks(evidence, trust) };
  return findWitnesses(note, log, evidence, withBlocks).some(
    ({ state, seenBy }) => state === "confirmed" && seenBy?.voucher === "public",
  );
}

/** Files are read from below the log, not from addresses in the list. */
const nameIn = (path: string) => encodeURIComponent(path.slice(path.lastIndexOf("/") + 1));

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
