import { Camera, Printer } from "lucide-react";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { SealMark } from "../../components/logo.tsx";
import { classes } from "../../lib/classes.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Facts } from "./facts.tsx";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.found;

type RecordCardProps = {
  record: VerificationView;
  /** True when the QR code that led here does not belong to this record. */
  doubtful: boolean;
};

/** Where the record is to be found; paper has no address bar. */
const verifyAddress = (serialNumber: string) => `${location.origin}/verify/${serialNumber}`;

/** The record, as the server keeps it. */
export function RecordCard({ record, doubtful }: RecordCardProps) {
  const alive = useHydrated();
  const { title, text: intro } = doubtful ? text.doubtful : text;
  return (
    <Card
      className={classes(
        "border-t-4 code-pending:border-t-line",
        doubtful ? "border-t-warn" : "border-t-good",
      )}
    >
      <div className="flex items-start gap-4 max-sm:flex-col">
        <SealMark
          className={classes(
            "size-14 shrink-0 code-pending:text-muted",
            doubtful ? "text-muted" : "text-good",
          )}
        />
        <div>
          <h1 className="text-3xl">{title}</h1>
          <div className="relative mt-1.5 text-muted">
            <p className="code-pending:invisible">{intro}</p>
            <p className="absolute inset-0 not-code-pending:hidden">{verificationMessages.qr.checking}</p>
          </div>
        </div>
      </div>
      <div className="my-6 border-y border-line py-6">
        <Facts
          serialNumber={record.serialNumber}
          time={record.processedDate}
          documentName={record.documentName}
          clientName={record.clientName}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="no-print flex items-center gap-2.5 text-muted">
          <Camera className="size-5 shrink-0 text-seal" aria-hidden="true" />
          {text.screenshot}
        </p>
        <p className="hidden wrap-anywhere print:block">{alive && verifyAddress(record.serialNumber)}</p>
        <Button look="secondary" size="small" className="no-print" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          {text.print}
        </Button>
      </div>
    </Card>
  );
}
