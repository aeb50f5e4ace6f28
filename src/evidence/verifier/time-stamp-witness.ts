import { isOver } from "../tsp/is-over.ts";
import { verifyTimeStampToken } from "../tsp/token.ts";
import type { Evidence } from "./evidence.ts";
import { reasonFor } from "./reason-sentences.ts";
import { labels, sentences } from "./sentences.ts";
import { stampDetails } from "./stamp-details.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";
import type { Witness } from "./witness.ts";

const say = sentences.witness.timeStamp;
const kind = "timeStamp";
const provablyWrong: ReadonlySet<string> = new Set(["malformed", "forged", "wrong-imprint"]);

/**
 * The time-stamps over a head of the log (SHA-256 of its checkpoint), or an entry that says there are none. Our own
 * authority is not a witness of our own log: only external roots count.
 */
export function timeStampWitnesses(digest: Uint8Array, { tokens, crls }: Evidence, trust: Trust): Witness[] {
  const about = tokens.filter((token) => token.about === "checkpoint" || isOver(token.bytes, digest));
  if (about.length === 0)
    return [{ kind, state: "absent", sentence: say.absent, details: [], isWrong: false }];
  const witnesses = about.map(({ bytes }): Witness => {
    const check = verifyTimeStampToken(bytes, {
      imprint: { hash: "SHA-256", digest },
      roots: trust.stampRoots,
      crls: [...trust.crls, ...crls],
    });
    if ("timeStamp" in check) {
      const { authority, time } = check.timeStamp;
      const details = stampDetails(check.timeStamp, trust);
      const sentence = say.confirmed(authority, time);
      const isPublic = vouchedBy({ stamp: check.timeStamp }, trust) === "public";
      const seenBy = { name: authority, voucher: isPublic ? "public" : "named" } as const;
      return { kind, state: "confirmed", sentence, details, time, seenBy, isWrong: false };
    }
    const isWrong = provablyWrong.has(check.error);
    const details = [{ label: labels.reason, value: reasonFor(check.error) }];
    return { kind, state: "unverified", sentence: isWrong ? say.wrong : say.unverified, details, isWrong };
  });
  // A record and a pack may both contain the same token.
  return [...new Map(witnesses.map((witness) => [JSON.stringify(witness), witness])).values()];
}
