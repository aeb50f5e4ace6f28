import { ScrollText } from "lucide-react";
import { auditMessages as text } from "../../../texts/admin-audit.ts";
import { CollapsedSection } from "../collapsed-section.tsx";
import { AuditEntries } from "./audit-entries.tsx";

/** The audit log. */
export function AuditSection() {
  return (
    <CollapsedSection icon={ScrollText} title={text.title} intro={text.intro} className="mt-4">
      {() => <AuditEntries cursor={undefined} />}
    </CollapsedSection>
  );
}
