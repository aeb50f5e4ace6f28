import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { DoneCard } from "../../components/done-card.tsx";

/** Replaces a form. */
export function PasswordDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DoneCard icon={CircleCheck} level="h1" title={title}>
      <div className="mt-2 grid justify-items-start gap-4">{children}</div>
    </DoneCard>
  );
}
