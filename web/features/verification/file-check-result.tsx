import { CircleCheck, CircleX } from "lucide-react";
import { Notice } from "../../components/notice.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { Fingerprint } from "./fingerprints-card.tsx";
import { verificationMessages } from "./messages.ts";
import type { FileCheck } from "./use-file-check.ts";

const text = verificationMessages.file;

/** How the check of a file goes and what came out; announced when it is done. */
export function FileCheckResult({ check }: { check: FileCheck }) {
  return (
    <div role="status" className="mt-4 empty:hidden">
      {check.state === "reading" && <Reading name={check.name} percent={check.percent} />}
      {check.state === "unreadable" && (
        <Notice tone="bad" icon={<CircleX aria-hidden="true" />}>
          {text.unreadable}
        </Notice>
      )}
      {check.state === "done" && <Done {...check} />}
    </div>
  );
}

function Reading({ name, percent }: { name: string; percent: number }) {
  return (
    <div aria-live="off">
      <p className="mb-2 text-muted wrap-anywhere">{text.reading(name, percent)}</p>
      <ProgressBar label={text.progress} percent={percent} />
    </div>
  );
}

function Done({ name, sha256, outcome }: Extract<FileCheck, { state: "done" }>) {
  const known = outcome !== "none";
  const Icon = known ? CircleCheck : CircleX;
  return (
    <Notice tone={known ? "good" : "bad"} icon={<Icon aria-hidden="true" />}>
      <strong className="block text-lg">{text.outcomes[outcome].title}</strong>
      <p>{text.outcomes[outcome].text}</p>
      <p className="mt-2 font-semibold">{name}</p>
      <dl>
        <Fingerprint name={text.fingerprint} sha256={sha256} />
      </dl>
    </Notice>
  );
}
