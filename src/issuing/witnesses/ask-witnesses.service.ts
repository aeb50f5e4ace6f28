import { transaction } from "../../../db/transaction.ts";
import type { IssuingDeps } from "../deps.ts";
import { readHead } from "../log/log.service.ts";
import { recordExternalTimes } from "../tsa/clock.service.ts";
import { storeRoot } from "../tsa/trust-anchors.service.ts";
import { stampAtAnchors } from "./anchor-authorities.service.ts";
import { noteAnswer, noteFailure } from "./anchors.service.ts";
import { fetchBlockHeaders } from "./block-headers.service.ts";
import { anchorCheckpoint, confirmProofs } from "./opentimestamps.service.ts";
import { collectCosignatures } from "./request-cosignatures.service.ts";
import {
  findWitnessed,
  insertToken,
  insertWitnessed,
  listTokens,
  listWitnessed,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { checkpointDigest, hasWitnesses } from "./witnesses.ts";

/**
 * Shows the newest checkpoint to every configured witness that has not seen it, and asks about pending proofs.
 * Never rejects: the failure of one witness is logged and does not affect the others.
 */
export async function witnessLog(
  deps: Pick<IssuingDeps, "config" | "db" | "log" | "now" | "bitcoin" | "externalTsas">,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || !hasWitnesses(deps.config)) return;
  const attempt = async (what: string, perform: () => unknown) => {
    try {
      await perform();
    } catch (error) {
      deps.log.error({ what, err: error }, "witnessing the log failed; retrying in an hour");
    }
  };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxConfirmingMs)]);
  await attempt("confirmations", () => confirmProofs(deps, inTime));
  await attempt("headers", () => fetchBlockHeaders(deps, inTime));
  if (signal.aborted) return;
  await attempt("checkpoint", async () => {
    const row = await newestToWitness(deps);
    if (!row) return;
    await Promise.all([
      attempt("timestamps", () => timeStampCheckpoint(deps, row, signal)),
      attempt("anchors", () => stampAtAnchors(deps, row, signal)),
      attempt("calendars", () => anchorCheckpoint(deps, row, signal)),
      attempt("cosignatures", () => collectCosignatures(deps, row, signal)),
    ]);
  });
}

/** Answers about earlier heads can be slow on purpose; the next head must not wait for them. */
const maxConfirmingMs = 3 * 60_000;

/** The current checkpoint if the log has entries that no witness has seen; otherwise the newest one shown before. */
async function newestToWitness(
  deps: Pick<IssuingDeps, "db" | "now">,
): Promise<WitnessedCheckpoint | undefined> {
  const { db, now } = deps;
  const [newest] = await listWitnessed(db, 1);
  const { size, checkpoint } = await readHead(deps);
  if (size <= (newest?.size ?? 0)) return newest;
  await insertWitnessed(db, size, checkpoint, new Date(now()));
  return findWitnessed(db, size);
}

/** Requests a token from every external authority that has not stamped the checkpoint; failures are logged. */
async function timeStampCheckpoint(
  deps: Pick<IssuingDeps, "config" | "db" | "now" | "externalTsas">,
  { size, checkpoint }: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const { db, externalTsas } = deps;
  const digest = checkpointDigest(checkpoint);
  const done = new Set((await listTokens(db, size)).map(({ address }) => address));
  const missing = externalTsas.separately().filter(({ address }) => !done.has(address));
  const answers = await Promise.all(
    missing.map(async ({ address, url, alone }) => {
      const answer = await alone.timeStamp(digest);
      if (signal.aborted) return answer;
      if (typeof answer === "string") {
        await noteFailure(deps, url, answer === "none" ? "no usable answer" : "its clock contradicts ours");
        return answer;
      }
      const { token, time, authority } = answer;
      await transaction(deps, async (deps) => {
        const { db } = deps;
        await storeRoot(deps, answer);
        await insertToken(db, { size, address, token: Buffer.from(token), time, authority });
      });
      await noteAnswer(deps, url);
      return answer;
    }),
  );
  if (!signal.aborted) await recordExternalTimes(deps, answers);
}
