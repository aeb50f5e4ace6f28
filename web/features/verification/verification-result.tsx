import { useMemo } from "react";
import { CodeCard } from "./code-card.tsx";
import { FileCheckCard } from "./file-check-card.tsx";
import { FingerprintsCard } from "./fingerprints-card.tsx";
import type { Registry } from "./judge-code.ts";
import { type Fingerprints, fingerprintsOfCode, fingerprintsOfRecord } from "./match-file.ts";
import { FailedCard, UnreachableCard } from "./no-record-card.tsx";
import { RecordCard } from "./record-card.tsx";
import type { CodeState } from "./use-code-verdict.ts";

type VerificationResultProps = {
  serialNumber: string;
  registry: Registry;
  code: CodeState;
  onRetry: () => void;
};

/** The record, the worth of the QR code, the check of a file, the fingerprints: as far as each is known. */
export function VerificationResult({ serialNumber, registry, code, onRetry }: VerificationResultProps) {
  const fingerprints = useMemo(() => knownFingerprints(registry, code), [registry, code]);
  const originalKept = registry.state === "found" && registry.record.originalKept;
  const doubtful = code.kind === "forged" || code.kind === "differs";
  return (
    <div className="grid gap-6">
      {doubtful && <CodeCard code={code} />}
      {registry.state === "found" && <RecordCard record={registry.record} doubtful={doubtful} />}
      {registry.state === "unknown" && <FailedCard serialNumber={serialNumber} />}
      {registry.state === "unreachable" && (
        <UnreachableCard serialNumber={serialNumber} reason={registry.reason} onRetry={onRetry} />
      )}
      {!doubtful && <CodeCard code={code} />}
      {fingerprints && (
        <>
          <FileCheckCard fingerprints={fingerprints} />
          <FingerprintsCard fingerprints={fingerprints} originalKept={originalKept} />
        </>
      )}
    </div>
  );
}

/** The server's record comes first; without it, a code that proved itself. */
function knownFingerprints(registry: Registry, code: CodeState): Fingerprints | undefined {
  if (registry.state === "found") return fingerprintsOfRecord(registry.record);
  return code.kind === "alone" ? fingerprintsOfCode(code.attestation) : undefined;
}
