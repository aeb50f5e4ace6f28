import type { Deps } from "../deps.ts";
import { noteExternalTimes } from "../tsa/clock.service.ts";
import { keepRootOf } from "../tsa/trust-anchors.service.ts";
import { insertToken, listTokens, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { digestOf } from "./witnesses.ts";

/** Has a checkpoint time-stamped by every outside authority that has not done so; who was of no use is logged. */
export async function timeStampCheckpoint(
  deps: Deps,
  { size, checkpoint }: WitnessedCheckpoint,
  ending: AbortSignal,
): Promise<void> {
  const { db, outside } = deps;
  const digest = digestOf(checkpoint);
  const done = new Set(listTokens(db, size).map(({ address }) => address));
  const missing = outside.separately().filter(({ address }) => !done.has(address));
  const answers = await Promise.all(
    missing.map(async ({ address, alone }) => {
      const answer = await alone.timeStamp(digest);
      if (typeof answer === "string" || ending.aborted) return answer;
      const { token, time, authority } = answer;
      db.transaction(() => {
        keepRootOf(deps, answer);
        insertToken(db, { size, address, token: Buffer.from(token), time, authority });
      });
      return answer;
    }),
  );
  if (!ending.aborted) noteExternalTimes(deps, answers);
}
