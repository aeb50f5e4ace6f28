import { Card } from "../../components/card.tsx";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { verificationMessages } from "../../texts/verification.ts";

const text = verificationMessages.fingerprints;

/** Lower-case hex SHA-256: of a document's files, or of the root over a collection's. */
type Fingerprints = { original: string; stamped: string; originalKept: boolean } | { root: string };

/** A QR code does not contain the certificate's fingerprint. */
type FingerprintsCardProps = { of: Fingerprints; certificate?: string };

export function FingerprintsCard({ of, certificate }: FingerprintsCardProps) {
  return (
    <Card aria-labelledby="fingerprints-title">
      <details className="open-in-print">
        <summary className="flex items-center justify-between gap-3 rounded-lg">
          <h2 id="fingerprints-title" className="text-heading">
            {text.title}
          </h2>
          <DisclosureMark className="text-brand" />
        </summary>
        <p className="mt-1 mb-4 text-muted">{text.text}</p>
        <dl className="grid gap-3">
          {"root" in of ? (
            <Fingerprint name={text.root} sha256={of.root} />
          ) : (
            <>
              <Fingerprint name={text.original} sha256={of.original} />
              <Fingerprint name={text.stamped} sha256={of.stamped} />
            </>
          )}
          {certificate && <Fingerprint name={text.certificate} sha256={certificate} />}
        </dl>
        {"originalKept" in of && of.originalKept && <p className="mt-4 text-muted">{text.kept}</p>}
      </details>
    </Card>
  );
}

function Fingerprint({ name, sha256 }: { name: string; sha256: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-mono text-sm break-all" translate="no">
        {sha256}
      </dd>
    </div>
  );
}
