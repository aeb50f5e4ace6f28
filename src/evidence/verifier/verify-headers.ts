import { indeterminate, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";

/** Headers of Bitcoin blocks: what they confirm is reported with the proof that leads to them. */
export function verifyHeaders(name: string): Report {
  const { unchanged, when, who, log } = sentences;
  return {
    name,
    kind: "headers",
    findings: {
      unchanged: indeterminate(unchanged.headersAlone),
      when: indeterminate(when.nothing),
      who: indeterminate(who.nothing),
      log: indeterminate(log.nothing),
    },
  };
}
