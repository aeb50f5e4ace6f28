import { type Level, proofOfTime } from "../../formats/text/proof-of-time.ts";
import type { Finding } from "./report.ts";
import { say, type Text } from "./text.ts";

/** What a page says about a time without a report: it loads no other sentences of the verifier. */
export const sayStated = (time: Date, name: string): Text =>
  say(
    "finding-when-stated",
    "{name} signed a statement that it was stamped on {time}. Only {name} itself vouches for that time, and no timestamp supports it.",
    { name, time },
  );

/** The verdict on a time that counts, after the sentence about it. */
export const sayProofOfTime = (level: Level): Text => {
  const { code, text } = proofOfTime[level];
  return { code, message: text };
};

/** What to say about a time: the sentence about it, which says who vouches for it, and the verdict on its proof. */
export function describeTime({ sentence, level }: Finding): Text[] {
  return level === undefined ? [sentence] : [sentence, sayProofOfTime(level)];
}
