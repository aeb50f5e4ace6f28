import type { ReactNode } from "react";
import { formatUtc, formatWithOffset } from "../../lib/format.ts";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.facts;

type FactsProps = { serialNumber: string; time: string; documentName: string; clientName?: string };

/** What is attested, as a list of names and values. */
export function Facts({ serialNumber, time, documentName, clientName }: FactsProps) {
  const at = Date.parse(time);
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[10rem_1fr]">
      <Fact name={text.serial}>
        <span className="font-semibold tabular-nums">{serialNumber}</span>
      </Fact>
      <Fact name={text.processed}>
        <time dateTime={time}>{formatWithOffset(at)}</time>
        <br />
        <span className="text-muted">{text.utc(formatUtc(at))}</span>
        <br />
        <span className="text-base text-muted">{text.ownClock}</span>
      </Fact>
      <Fact name={text.name}>
        {documentName}
        <br />
        <span className="text-base text-muted">{text.unchecked}</span>
      </Fact>
      {clientName && (
        <Fact name={text.client}>
          {clientName}
          <br />
          <span className="text-base text-muted">{text.unchecked}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3.5">{name}</dt>
      <dd className="min-w-0 leading-snug sm:text-lg tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
