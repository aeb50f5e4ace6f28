import { Plus, ScrollText } from "lucide-react";
import { useState } from "react";
import { AuditEntries } from "./audit-entries.tsx";
import { auditMessages as text } from "./messages.ts";

/** The audit log, collapsed at first and loaded when it is opened. */
export function AuditSection() {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group mt-4 rounded-2xl border border-line bg-card"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-center justify-between gap-4 rounded-2xl p-5 hover:text-brand">
        <h2 className="flex items-center gap-2 text-xl">
          <ScrollText className="size-5 text-brand" aria-hidden="true" />
          {text.title}
        </h2>
        <Plus className="size-5 text-brand transition-transform group-open:rotate-45" aria-hidden="true" />
      </summary>
      <div className="px-5 pb-5">
        <p className="mb-4 text-muted">{text.intro}</p>
        {open && <AuditEntries cursor={undefined} />}
      </div>
    </details>
  );
}
