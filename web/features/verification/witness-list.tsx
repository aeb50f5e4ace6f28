import { CircleCheck, CircleDashed, CircleHelp, CircleX, Clock } from "lucide-react";
import { stateName, witnessNames } from "../../../src/evidence/verifier/sentences.ts";
import type { Witness } from "../../../src/evidence/verifier/witness.ts";
import { classes } from "../../lib/classes.ts";
import { useFindingWriter } from "./record-zone.ts";

const looks = {
  confirmed: { Icon: CircleCheck, ink: "text-good" },
  named: { Icon: CircleHelp, ink: "text-muted" },
  pending: { Icon: Clock, ink: "text-muted" },
  absent: { Icon: CircleDashed, ink: "text-muted" },
  unverified: { Icon: CircleHelp, ink: "text-warn" },
  wrong: { Icon: CircleX, ink: "text-bad" },
} as const;

function lookOf({ state, seenBy, isWrong }: Witness): keyof typeof looks {
  if (isWrong) return "wrong";
  return state === "confirmed" && seenBy?.voucher !== "public" ? "named" : state;
}

/**
 * The external witnesses that have seen the log, each with a word, an icon and a sentence. Spans only, because it is
 * inside a summary.
 */
export function WitnessList({ witnesses }: { witnesses: Witness[] }) {
  const write = useFindingWriter();
  return (
    <span className="mt-2 grid gap-2 text-sm">
      {witnesses.map((witness, at) => {
        const { Icon, ink } = looks[lookOf(witness)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two witnesses may look the same, and the order never changes
          <span key={at} className="flex min-w-0 items-start gap-2">
            <Icon className={classes("size-4 h-lh shrink-0", ink)} aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{write(witnessNames[witness.kind])}:</span>{" "}
              <span className={classes("font-semibold", ink)}>{write(stateName(witness))}.</span>{" "}
              {write(witness.sentence)}
            </span>
          </span>
        );
      })}
    </span>
  );
}
