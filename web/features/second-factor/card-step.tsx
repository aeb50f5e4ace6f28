import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { secondFactorMessages } from "../../texts/second-factor.ts";

type CardStepProps = { title: string; onCancel: () => void; children: ReactNode };

/** A form in a card; the focus moves to its heading. */
export function CardStep({ title, onCancel, children }: CardStepProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="mt-4 rounded-panel bg-sunk p-4">
      <h3 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <Button variant="quiet" size="small" className="mt-3" onClick={onCancel}>
        {secondFactorMessages.card.cancel}
      </Button>
    </section>
  );
}
