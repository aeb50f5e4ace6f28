import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import type {
  CollectionVerification,
  VerificationView,
} from "../../../src/features/verification/verification.output.schema.ts";
import { classes } from "../../lib/classes.ts";
import { CodeCard } from "./code-card.tsx";
import { type CodeState, isUsable } from "./code-state.ts";
import { FileCheckCard } from "./file-check-card.tsx";
import { FingerprintsCard } from "./fingerprints-card.tsx";
import { knownEvidence } from "./known-evidence.ts";
import { FailedCard, UnreachableCard } from "./no-record-card.tsx";
import { markPendingCode } from "./pending-code.ts";
import { RecordCard, type RecordTrust } from "./record-card.tsx";
import { RecordZone } from "./record-zone.ts";
import { useBlockHeaders } from "./use-block-headers.ts";
import { useRecordTime } from "./use-record-time.ts";
import type { RecordLookup } from "./verify-code.ts";

const CollectionCheckCard = lazy(async () => ({
  default: (await import("./collection-check-card.tsx")).CollectionCheckCard,
}));

type VerificationResultProps = {
  serialNumber: string;
  lookup: RecordLookup;
  /** The text of the QR code, and the result of checking it. */
  codeText: string;
  code: CodeState;
  trust: TrustTexts | undefined;
  onRetry: () => void;
};

/** The record, the result for the QR code, the file check and the fingerprints, each if known. */
export function VerificationResult(props: VerificationResultProps) {
  const { serialNumber, lookup, codeText, code, trust, onRetry } = props;
  const usableCode = isUsable(code) ? codeText : "";
  const headers = useBlockHeaders(lookup);
  const evidence = useMemo(() => knownEvidence(lookup, usableCode, headers), [lookup, usableCode, headers]);
  const [trustFiles, setTrustFiles] = useState<readonly File[]>([]);
  const addTrustFiles = useCallback(
    (files: readonly File[]) => setTrustFiles((before) => [...before, ...files]),
    [],
  );
  const ownLists = { trustFiles, addTrustFiles };
  const time = useRecordTime(lookup, evidence, trust, trustFiles);
  const [wrongFiles, setWrongFiles] = useState<readonly string[]>([]);
  const isFound = lookup.state === "found";
  const collection = lookup.state === "found" ? findSearchable(lookup.record) : undefined;
  const isDoubtful = ["forged", "beforeKey", "unknownKey", "differs"].includes(code.kind);
  // A code that could not be checked must not make the record look confirmed.
  const comesFirst = isDoubtful || (isFound && code.kind === "unchecked");
  // While the code is being checked, the record's own card says so.
  const recordShowsProgress = code.kind === "checking" && isFound;
  useLayoutEffect(() => {
    markPendingCode(code.kind === "checking");
    return () => markPendingCode(false);
  }, [code.kind]);
  return (
    // Everything below the record appears at once; until then, the footer stays below the window.
    <RecordZone value={lookup.state === "found" ? lookup.record.timeZone : undefined}>
      <div className={classes("grid content-start gap-6", !trust && "min-h-dvh")}>
        {comesFirst && <CodeCard code={code} level={isFound ? 1 : 2} />}
        {lookup.state === "found" && (
          <RecordCard
            record={lookup.record}
            trust={comesFirst ? "doubtful" : recordTrust(code)}
            time={time}
            wrongFiles={wrongFiles}
          />
        )}
        {lookup.state === "unknown" && <FailedCard serialNumber={serialNumber} />}
        {lookup.state === "unreachable" && (
          <UnreachableCard serialNumber={serialNumber} reason={lookup.reason} onRetry={onRetry} />
        )}
        {!comesFirst && !recordShowsProgress && <CodeCard code={code} level={2} />}
        {trust && collection && (
          <Suspense>
            <CollectionCheckCard
              record={collection}
              trust={trust}
              evidence={evidence}
              time={time}
              ownLists={ownLists}
              onWrongFiles={setWrongFiles}
            />
          </Suspense>
        )}
        {trust && !collection && (
          <FileCheckCard
            evidence={evidence}
            trust={trust}
            isKnown={isFound || usableCode !== ""}
            ownLists={ownLists}
            onWrongFiles={setWrongFiles}
          />
        )}
        {trust && <Fingerprints lookup={lookup} code={code} />}
      </div>
    </RecordZone>
  );
}

/** A collection whose list the server has: a withdrawn one is checked with its pack, like a document. */
const findSearchable = (record: VerificationView): CollectionVerification | undefined =>
  "kind" in record && record.withdrawnAt === undefined ? record : undefined;

const recordTrust = ({ kind }: CodeState): RecordTrust => (kind === "matches" ? "confirmed" : "alone");

/** The server's record if there is one, otherwise a code with a valid signature. */
function Fingerprints({ lookup, code }: { lookup: RecordLookup; code: CodeState }) {
  if (lookup.state === "found") {
    const { record } = lookup;
    const of =
      "kind" in record
        ? { root: record.root }
        : {
            original: record.originalSha256,
            stamped: record.stampedSha256,
            originalKept: record.originalKept,
          };
    return <FingerprintsCard of={of} certificate={record.certificateSha256} />;
  }
  if (code.kind !== "alone") return null;
  const { attestation } = code;
  const of = "kind" in attestation ? { root: attestation.root } : { ...attestation, originalKept: false };
  return <FingerprintsCard of={of} />;
}
