import { LoaderCircle } from "lucide-react";
import { sayProofOfTime, sayStated } from "../../../src/evidence/verifier/time-sentences.ts";
import { Card } from "../../components/card.tsx";
import { WholeTimes } from "../../components/whole-times.tsx";
import { productName } from "../../environment/server-settings.ts";
import { classes } from "../../lib/classes.ts";
import { translateFinding } from "../../texts/translation.ts";
import { verificationMessages } from "../../texts/verification.ts";
import type { CodeState } from "./code-state.ts";
import { Facts } from "./facts.tsx";
import { VerdictHeading, verdictEdge } from "./verdict-heading.tsx";

const text = verificationMessages.qr;

const tones = {
  alone: "claimed",
  differs: "failed",
  notOnRecord: "indeterminate",
  beforeKey: "failed",
  unknownKey: "indeterminate",
  endedKey: "indeterminate",
  forged: "failed",
  unchecked: "indeterminate",
} as const;

type CodeCardProps = {
  code: CodeState;
  /** The heading level: 1 if this is the page's verdict, 2 below the heading of a missing record. */
  level: 1 | 2;
};

/** Explains why the QR code that opened this page is not reliable; empty for a code that matches the record. */
export function CodeCard({ code, level }: CodeCardProps) {
  if (code.kind === "none" || code.kind === "matches") return null;
  if (code.kind === "checking") {
    return (
      <Card aria-label={text.title}>
        <p role="status" className="flex items-center gap-2 text-muted">
          <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
          {text.checking}
        </p>
      </Card>
    );
  }
  const { title, text: sentence } = text[code.kind];
  const tone = tones[code.kind];
  return (
    <Card aria-label={text.title} className={classes(verdictEdge[tone])}>
      <div role="alert">
        <VerdictHeading tone={tone} level={level} title={title}>
          <p className="mt-2 wrap-anywhere">
            {typeof sentence === "string"
              ? sentence
              : sentence("attestation" in code ? code.attestation.serial : "")}
          </p>
        </VerdictHeading>
      </div>
      {(code.kind === "alone" || code.kind === "notOnRecord") && (
        <WhatItSays attestation={code.attestation} />
      )}
    </Card>
  );
}

type WhatItSaysProps = { attestation: Extract<CodeState, { attestation: unknown }>["attestation"] };

function WhatItSays({ attestation }: WhatItSaysProps) {
  const { serial, time, name, client } = attestation;
  return (
    <div className="mt-6 grid gap-4">
      <p className="wrap-anywhere">
        <WholeTimes>{translateFinding(sayStated(new Date(time), productName))}</WholeTimes>{" "}
        {translateFinding(sayProofOfTime("stated"))}
      </p>
      <Facts
        serialNumber={serial}
        time={time}
        documentName={name}
        clientName={client}
        identity={attestation}
      />
    </div>
  );
}
