import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Notice } from "../../../components/notice.tsx";

/** Says, before anything is typed, what happens to a message on a site without a mail server. */
export function UnsentNotice({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4">
      <Notice tone="warn" icon={<Mail aria-hidden="true" />}>
        {children}
      </Notice>
    </div>
  );
}
