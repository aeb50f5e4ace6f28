import { BadgeCheck, CircleHelp, LoaderCircle, ShieldAlert } from "lucide-react";
import type { Attestation } from "../../../src/evidence/attestation.ts";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CodeState } from "./code-state.ts";
import { Facts } from "./facts.tsx";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.qr;

const looks = {
  matches: { tone: "good", Icon: BadgeCheck },
  alone: { tone: "warn", Icon: CircleHelp },
  differs: { tone: "bad", Icon: ShieldAlert },
  notOnRecord: { tone: "warn", Icon: ShieldAlert },
  unknownKey: { tone: "warn", Icon: ShieldAlert },
  forged: { tone: "bad", Icon: ShieldAlert },
  unchecked: { tone: "warn", Icon: CircleHelp },
} as const;

/** What the QR code that opened this page is worth; nothing when the page was opened without one. */
export function CodeCard({ code }: { code: CodeState }) {
  if (code.kind === "none") return null;
  return (
    <Card aria-labelledby="code-title">
      <h2 id="code-title" className="mb-3 text-2xl">
        {text.title}
      </h2>
      {code.kind === "checking" ? <Checking /> : <Verdict code={code} />}
    </Card>
  );
}

function Checking() {
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle className="size-5 animate-spin" aria-hidden="true" />
      {text.checking}
    </p>
  );
}

function Verdict({ code }: { code: Exclude<CodeState, { kind: "none" } | { kind: "checking" }> }) {
  const { tone, Icon } = looks[code.kind];
  const { title, text: sentence } = text[code.kind];
  return (
    <>
      <Notice tone={tone} icon={<Icon aria-hidden="true" />} role={tone === "good" ? "status" : "alert"}>
        <strong className="block">{title}</strong>
        {typeof sentence === "string"
          ? sentence
          : sentence("attestation" in code ? code.attestation.serial : "")}
      </Notice>
      {(code.kind === "alone" || code.kind === "notOnRecord") && (
        <WhatItSays attestation={code.attestation} />
      )}
    </>
  );
}

function WhatItSays({ attestation: { serial, time, name, client } }: { attestation: Attestation }) {
  return (
    <div className="mt-5">
      <Facts serialNumber={serial} time={time} documentName={name} clientName={client} />
    </div>
  );
}
