import { witnessedWithinMs } from "../../../src/evidence/witnessed-within.ts";
import { writeTime } from "../../../src/evidence/written-time.ts";
import { WholeTimes } from "../../components/whole-times.tsx";
import { hasWitnesses } from "../../environment/server-settings.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { spokenLanguage } from "../../texts/translation.ts";

/**
 * While the witnesses of the log may not have seen a document of this time, says when to download its pack again. In
 * the zone of its stamp.
 */
export function WitnessHint({ time, timeZone }: { time: string; timeZone: string | undefined }) {
  const by = new Date(Date.parse(time) + witnessedWithinMs);
  if (!hasWitnesses || by.getTime() < Date.now()) return null;
  const written = writeTime(by, spokenLanguage().language, timeZone);
  return (
    <p className="text-muted">
      <WholeTimes>{documentsMessages.downloadAgain(written)}</WholeTimes>
    </p>
  );
}
