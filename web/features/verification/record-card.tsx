import { Camera, Printer, Undo2 } from "lucide-react";
import { sayStage } from "../../../src/evidence/verifier/stage.ts";
import { describeTime } from "../../../src/evidence/verifier/time-sentences.ts";
import { writeDayWithZone } from "../../../src/evidence/written-time.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import { stageWords } from "../../../src/formats/text/proof-of-time.ts";
import { shortName } from "../../../src/formats/text/quoted-name.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { hasWitnesses } from "../../environment/server-settings.ts";
import { classes } from "../../lib/classes.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { localizeWhole } from "../../texts/localize.ts";
import { spokenLanguage, translateFinding } from "../../texts/translation.ts";
import { verificationMessages } from "../../texts/verification.ts";
import { AboutService } from "./about-service.tsx";
import { Facts } from "./facts.tsx";
import type { RecordTime } from "./use-record-time.ts";
import { type Tone, VerdictHeading, verdictEdge } from "./verdict-heading.tsx";

/** The QR code's verdict on the record: none without a code, genuine, or not to be relied on. */
export type RecordTrust = "alone" | "confirmed" | "doubtful";

const { withdrawn, mismatch } = verificationMessages;
const stageTexts = localizeWhole(stageWords);

const maxNamed = 3;

/** The first names, and the number of others. */
function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map(shortName).join(", ");
  return names.length > maxNamed ? mismatch.more(shown, names.length - maxNamed) : shown;
}

type RecordCardProps = {
  record: VerificationView;
  trust: RecordTrust;
  time: RecordTime;
  /** Names of files that the reader checked on this page and that failed. */
  wrongFiles: readonly string[];
};

/** The address of the record, for printed pages. */
const verifyAddress = (serialNumber: string) => `${location.origin}/verify/${serialNumber}`;

const writeWithdrawal = (iso: string, timeZone: string | undefined) =>
  writeDayWithZone(new Date(iso), spokenLanguage().language, timeZone);

function toneOf(time: RecordTime): Tone {
  if (time === "checking") return "pending";
  return time === "failed" ? "indeterminate" : time.verdict;
}

function writeTime(time: RecordTime, timeZone: string | undefined): string {
  if (time === "checking") return verificationMessages.checkingTime;
  if (time === "failed") return verificationMessages.file.failed;
  return describeTime(time)
    .map((text) => translateFinding(text, timeZone))
    .join(" ");
}

/** The card is about this server's own proof, and its settings say whether that grows. */
const writeStage = (time: RecordTime): string =>
  typeof time === "string" ? "" : sayStage(time, stageTexts, hasWitnesses);

/** The record as the server stores it, below the verdict: who vouches for its time. */
export function RecordCard({ record, trust, time, wrongFiles }: RecordCardProps) {
  const alive = useHydrated();
  const isDoubtful = trust === "doubtful";
  const isWrong = wrongFiles.length > 0;
  const tone = isWrong ? "failed" : toneOf(time);
  const text = "kind" in record ? verificationMessages.collection : verificationMessages.found;
  return (
    <Card className={classes(!isDoubtful && verdictEdge[tone])}>
      {isDoubtful ? (
        <>
          <h2 className="text-heading">{text.doubtful.title}</h2>
          <p className="mt-2 text-muted">{text.doubtful.text}</p>
        </>
      ) : (
        <VerdictHeading
          tone={tone}
          level={1}
          title={
            isWrong
              ? mismatch.title(wrongFiles.length)
              : trust === "confirmed"
                ? text.confirmed.title
                : text.title
          }
        >
          <div className="relative mt-2 text-muted">
            <p className="code-pending:invisible wrap-anywhere">
              {isWrong
                ? mismatch.text(nameSome(wrongFiles))
                : trust === "confirmed"
                  ? text.confirmed.text
                  : text.text}
            </p>
            <p className="absolute inset-0 not-code-pending:hidden">{verificationMessages.qr.checking}</p>
          </div>
          {/* As high as the longest answer, so that nothing moves when it arrives. */}
          <p role="status" className="mt-3 min-h-5-lines wrap-anywhere sm:min-h-3-lines">
            <WholeTimes>{writeTime(time, record.timeZone)}</WholeTimes>
          </p>
          <p className="mt-2 min-h-8-lines wrap-anywhere text-muted sm:min-h-3-lines">{writeStage(time)}</p>
        </VerdictHeading>
      )}
      {record.withdrawnAt !== undefined && (
        <div className="mt-6">
          <Notice tone="brand" icon={<Undo2 aria-hidden="true" />}>
            <h2 className="font-semibold">
              {withdrawn.title(writeWithdrawal(record.withdrawnAt, record.timeZone))}
            </h2>
            <p>{"kind" in record ? withdrawn.collection : withdrawn.text}</p>
          </Notice>
        </div>
      )}
      <div className="my-6 border-y border-line py-6">
        <Facts
          serialNumber={record.serialNumber}
          time={record.processedDate}
          timeZone={record.timeZone}
          documentName={record.withdrawnAt === undefined ? record.documentName : undefined}
          clientName={record.clientName}
          identity={record}
          timeline={"kind" in record ? undefined : record.timeline}
          acknowledgement={"kind" in record ? undefined : record.acknowledgement}
          collection={"kind" in record ? record : undefined}
          renewed={record.renewed?.times}
        />
      </div>
      {!isDoubtful && (
        <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3 border-b border-line pb-6">
          <p className="flex gap-2 text-muted">
            <Camera className="size-5 h-lh shrink-0 text-seal" aria-hidden="true" />
            {text.screenshot}
          </p>
          <Button variant="secondary" onClick={() => print()}>
            <Printer className="size-4" aria-hidden="true" />
            {text.print}
          </Button>
        </div>
      )}
      <p className="hidden wrap-anywhere print:block" translate="no">
        {alive && verifyAddress(record.serialNumber)}
      </p>
      <AboutService />
    </Card>
  );
}
