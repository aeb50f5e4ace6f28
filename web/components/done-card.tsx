import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Card } from "./card.tsx";

type DoneCardProps = { icon: LucideIcon; level: "h1" | "h2"; title: string; children: ReactNode };

/** Tells what came of a form that was sent. The focus moves to its heading: the pressed button may be gone. */
export function DoneCard({ icon: Icon, level: Heading, title, children }: DoneCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-labelledby={id} className="rise border-t-4 border-t-good">
      <Icon className="size-12 text-good" strokeWidth={1.5} aria-hidden="true" />
      <Heading ref={heading} id={id} tabIndex={-1} className="mt-3 text-title">
        {title}
      </Heading>
      {children}
    </Card>
  );
}
