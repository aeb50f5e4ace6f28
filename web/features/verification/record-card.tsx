import { Camera, Printer } from "lucide-react";
import type { VerificationView } from "../../../src/verification/verification.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { SealMark } from "../../components/logo.tsx";
import { Facts } from "./facts.tsx";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.found;

/** The record, as the server keeps it. */
export function RecordCard({ record }: { record: VerificationView }) {
  return (
    <Card className="relative overflow-hidden border-t-4 border-t-good">
      <div className="flex items-start gap-4">
        <SealMark className="size-14 shrink-0 text-good" />
        <div>
          <h1 className="text-3xl">{text.title}</h1>
          <p className="mt-1.5 text-muted">{text.text}</p>
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
        <p className="flex items-center gap-2.5 text-muted">
          <Camera className="size-5 shrink-0 text-seal" aria-hidden="true" />
          {text.screenshot}
        </p>
        <Button look="secondary" size="small" className="no-print" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          {text.print}
        </Button>
      </div>
    </Card>
  );
}
