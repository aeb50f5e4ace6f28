import { type ReactNode, useId } from "react";
import { Button } from "../../components/button.tsx";
import { secondFactorMessages } from "../../texts/second-factor.ts";

type CardStepProps = { title: string; onCancel: () => void; children: ReactNode };

/** A form in a card; the focus moves to its heading, and to the next one when another step takes its place. */
export function CardStep({ title, onCancel, children }: CardStepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 rounded-panel bg-sunk p-4">
      <h3 key={title} id={id} ref={focusOn} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <Button variant="quiet" size="small" className="mt-3" onClick={onCancel}>
        {secondFactorMessages.card.cancel}
      </Button>
    </section>
  );
}

const focusOn = (heading: HTMLElement | null) => heading?.focus();
