import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Card } from "../../components/card.tsx";

/** Replaces a form; the focus moves to its heading. */
export function PasswordDone({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-labelledby="password-done-title" className="rise border-t-4 border-t-good">
      <CircleCheck className="size-12 text-good" strokeWidth={1.5} aria-hidden="true" />
      <h1 ref={heading} id="password-done-title" tabIndex={-1} className="mt-3 text-3xl">
        {title}
      </h1>
      <div className="mt-2 grid justify-items-start gap-4">{children}</div>
    </Card>
  );
}
