import { ScrollText } from "lucide-react";
import { CollapsedSection } from "../collapsed-section.tsx";
import { AuditEntries } from "./audit-entries.tsx";
import { auditMessages as text } from "./messages.ts";

/** The audit log. */
export function AuditSection() {
  return (
    <CollapsedSection icon={ScrollText} title={text.title} intro={text.intro} className="mt-4">
      {() => <AuditEntries cursor={undefined} />}
    </CollapsedSection>
  );
}
