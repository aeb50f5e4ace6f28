import { type ReactNode, useEffect, useState } from "react";
import type { StatedIdentity } from "../../../src/evidence/stated-identity.ts";
import { writeDayWithZone, writeTime, writeUtc } from "../../../src/evidence/written-time.ts";
import { isRemovedFileName } from "../../../src/formats/removed-name.ts";
import { productTimeZone } from "../../../src/formats/stamp/stamp.ts";
import { writeDomain } from "../../../src/formats/text/written-domain.ts";
import { writeStatedDate } from "../../../src/formats/text/written-time.ts";
import { writeSize } from "../../../src/formats/written-size.ts";
import { formatWithZone } from "../../lib/format.ts";
import { renewalMessages } from "../../texts/renewals.ts";
import { spokenLanguage } from "../../texts/translation.ts";
import { verificationMessages } from "../../texts/verification.ts";

const text = verificationMessages.facts;

type FactsProps = {
  serialNumber: string;
  time: string;
  /** The zone of the stamp. */
  timeZone?: string | undefined;
  /** Undefined if the record has lost it. */
  documentName: string | undefined;
  clientName?: string;
  /** What the statement says of the client besides the name. */
  identity?: StatedIdentity;
  timeline?: { entries: number; chain: string } | undefined;
  acknowledgement?: { entries: number; chain: string } | undefined;
  collection?: { fileCount: number; totalBytes: number } | undefined;
  /** When its proofs were renewed. */
  renewed?: string[] | undefined;
};

/** The attested facts as a list of names and values. */
export function Facts({
  serialNumber,
  time,
  timeZone = productTimeZone,
  documentName,
  clientName,
  identity: { office, domain, email } = {},
  timeline,
  acknowledgement,
  collection,
  renewed = [],
}: FactsProps) {
  const at = new Date(time);
  const written = writeTime(at, spokenLanguage().language, timeZone);
  const clockAt = written.lastIndexOf(" ", written.indexOf(":"));
  const last = renewed.at(-1);
  // With the client's name, it is what the file was called.
  const isRemoved = !clientName && documentName !== undefined && isRemovedFileName(documentName);
  const [date, clock] = [written.slice(0, clockAt), written.slice(clockAt + 1)];
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-facts">
      <Fact name={text.serial}>
        <span className="font-semibold tabular-nums" translate="no">
          {serialNumber}
        </span>
      </Fact>
      <Fact name={text.processed} note={text.ownClock}>
        <span className="font-serif text-heading font-semibold">
          <time dateTime={time}>
            {date} <span className="whitespace-nowrap">{clock}</span>
          </time>
        </span>
        <br />
        <span className="text-muted">{writeUtc(at)}</span>
        <ReadersTime time={at.getTime()} stampZone={timeZone} />
      </Fact>
      {collection && (
        <Fact name={text.files}>
          {text.fileCount(collection.fileCount, writeSize(collection.totalBytes))}
        </Fact>
      )}
      {documentName !== undefined &&
        (isRemoved ? (
          <Fact name={collection ? text.title : text.name}>{text.nameRemoved}</Fact>
        ) : (
          <Fact name={collection ? text.title : text.name} {...(!clientName && { note: text.unchecked })}>
            <span translate="no">{documentName}</span>
          </Fact>
        ))}
      {clientName && (
        <Fact name={text.client} note={documentName === undefined ? text.unchecked : text.bothUnchecked}>
          <span translate="no">{clientName}</span>
        </Fact>
      )}
      {office && (
        <Fact name={text.office} note={text.unchecked}>
          <span translate="no">{office}</span>
        </Fact>
      )}
      {domain && (
        <Fact name={text.domain} note={text.domainNote(writeDay(domain.on))}>
          <span translate="no">{writeDomain(domain.name)}</span>
        </Fact>
      )}
      {email && (
        <Fact name={text.email} note={text.emailNote(writeDay(email.on))}>
          <span translate="no">{email.address}</span>
        </Fact>
      )}
      {timeline && (
        <Fact name={text.timeline} note={text.timelineNote}>
          {text.entries(timeline.entries)}
          <br />
          <span className="font-mono text-sm" translate="no">
            {timeline.chain}
          </span>
        </Fact>
      )}
      {acknowledgement && (
        <Fact name={text.acknowledgement} note={text.acknowledgementNote}>
          {text.entries(acknowledgement.entries)}
          <br />
          <span className="font-mono text-sm" translate="no">
            {acknowledgement.chain}
          </span>
        </Fact>
      )}
      {last !== undefined && (
        <Fact name={renewalMessages.name}>
          {renewalMessages.on(
            renewed.length,
            writeDayWithZone(new Date(last), spokenLanguage().language, timeZone),
          )}
        </Fact>
      )}
    </dl>
  );
}

const writeDay = (day: string) => writeStatedDate(day, spokenLanguage().language);

/** The time in the zone of the browser, if it is not there yet; unknown while the server draws the page. */
function ReadersTime({ time, stampZone }: { time: number; stampZone: string }) {
  const [written, setWritten] = useState<string>();
  useEffect(() => {
    const inZone = (timeZone: string) => writeTime(new Date(time), "en", timeZone);
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const isWritten = [stampZone, "UTC"].some((zone) => inZone(own) === inZone(zone));
    setWritten(isWritten ? undefined : formatWithZone(time));
  }, [time, stampZone]);
  if (written === undefined) return null;
  return (
    <>
      <br />
      <span className="text-muted">{text.inYourZone(written)}</span>
    </>
  );
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3">{name}</dt>
      <dd className="min-w-0 leading-snug tabular-nums wrap-anywhere">
        {children}
        {note && (
          <>
            <br />
            <span className="text-muted">{note}</span>
          </>
        )}
      </dd>
    </div>
  );
}
