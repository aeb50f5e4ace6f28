import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { shellMessages } from "../../texts/shell.ts";
import { verificationMessages } from "../../texts/verification.ts";
import { SerialNumberForm } from "../shell/serial-number-form.tsx";
import { AboutService } from "./about-service.tsx";
import { VerdictHeading, verdictEdge } from "./verdict-heading.tsx";

type SerialProps = { serialNumber: string };
type UnreachableProps = SerialProps & { reason: string | undefined; onRetry: () => void };

/** The server has no such record. */
export function FailedCard({ serialNumber }: SerialProps) {
  const text = verificationMessages.failed;
  return (
    <Card className={verdictEdge.failed}>
      <div role="alert">
        <VerdictHeading tone="failed" level={1} title={text.title}>
          <p className="mt-2">{text.text}</p>
          <Serial serialNumber={serialNumber} />
          <p className="mt-4 text-muted">{text.hint}</p>
        </VerdictHeading>
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <SerialNumberForm heading={<h2 className="text-heading">{shellMessages.check.again}</h2>} />
      </div>
      <AboutService />
    </Card>
  );
}

/** The server could not be reached, which says nothing about the document. */
export function UnreachableCard({ serialNumber, reason, onRetry }: UnreachableProps) {
  const text = verificationMessages.unreachable;
  return (
    <Card role="alert" className={verdictEdge.indeterminate}>
      <VerdictHeading tone="indeterminate" level={1} title={text.title}>
        <p className="mt-2">{reason ?? text.text}</p>
        <Serial serialNumber={serialNumber} />
        <Button variant="secondary" className="no-print mt-4" onClick={onRetry}>
          {text.again}
        </Button>
      </VerdictHeading>
    </Card>
  );
}

function Serial({ serialNumber }: SerialProps) {
  return (
    <p className="mt-4">
      <span className="text-muted">{verificationMessages.facts.serial}</span>
      <br />
      <strong className="tabular-nums wrap-anywhere" translate="no">
        {serialNumber}
      </strong>
    </p>
  );
}
