import type { Stage } from "../../formats/text/proof-of-time.ts";
import type { Report } from "./report.ts";

/**
 * How far the proof in a report has grown. Only those count whose independence does not depend on the service.
 * Undefined without an entry in the log.
 */
export function findStage({
  findings: { log },
}: {
  findings: Pick<Report["findings"], "log">;
}): Stage | undefined {
  if (log.verdict !== "passed") return undefined;
  const confirmed = (log.witnesses ?? []).filter(
    ({ state, seenBy }) => state === "confirmed" && seenBy?.voucher === "public",
  );
  const block = confirmed.find((witness) => witness.block !== undefined)?.block;
  const witnesses = confirmed.filter((witness) => witness.block === undefined).length;
  return { witnesses, ...(block !== undefined && { block }) };
}
