import { CloudOff, ShieldX } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { verificationMessages } from "./messages.ts";

type SerialProps = { serialNumber: string };
type UnreachableProps = SerialProps & { reason: string | undefined; onRetry: () => void };

/** The server has no such record. */
export function FailedCard({ serialNumber }: SerialProps) {
  const text = verificationMessages.failed;
  return (
    <Card role="alert" className="border-t-4 border-t-bad">
      <div className="flex items-start gap-4 max-sm:flex-col">
        <ShieldX className="size-12 shrink-0 text-bad" aria-hidden="true" strokeWidth={1.5} />
        <div className="min-w-0">
          <h1 className="text-3xl">{text.title}</h1>
          <p className="mt-2">{text.text}</p>
          <Serial serialNumber={serialNumber} />
        </div>
      </div>
    </Card>
  );
}

/** The server could not be asked: that says nothing about the document. */
export function UnreachableCard({ serialNumber, reason, onRetry }: UnreachableProps) {
  const text = verificationMessages.unreachable;
  return (
    <Card role="alert" className="border-t-4 border-t-warn">
      <div className="flex items-start gap-4 max-sm:flex-col">
        <CloudOff className="size-12 shrink-0 text-warn" aria-hidden="true" strokeWidth={1.5} />
        <div className="min-w-0">
          <h1 className="text-3xl">{text.title}</h1>
          <p className="mt-2">{reason ?? text.text}</p>
          <Serial serialNumber={serialNumber} />
          <Button look="secondary" className="no-print mt-4" onClick={onRetry}>
            {text.again}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Serial({ serialNumber }: SerialProps) {
  return (
    <p className="mt-4">
      <span className="text-muted">{verificationMessages.facts.serial}</span>
      <br />
      <strong className="text-lg tabular-nums wrap-anywhere">{serialNumber}</strong>
    </p>
  );
}
