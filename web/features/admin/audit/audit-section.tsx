import { ScrollText } from "lucide-react";
import { useState } from "react";
import { AuditEntries } from "./audit-entries.tsx";
import { auditMessages as text } from "./messages.ts";

/** The log, closed at first and loaded when it is opened. */
export function AuditSection() {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="mt-12 rounded-2xl border border-line bg-card p-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer">
        <h2 className="inline-flex items-center gap-2 text-xl">
          <ScrollText className="size-5 text-brand" aria-hidden="true" />
          {text.title}
        </h2>
      </summary>
      <p className="mt-2 mb-4 text-muted">{text.intro}</p>
      {open && <AuditEntries cursor={undefined} />}
    </details>
  );
}
