import { BadgeCheck } from "lucide-react";
import { documentsMessages } from "./messages.ts";

const text = documentsMessages.trial;

export function TrialBanner() {
  return (
    <section
      aria-label={text.title}
      className="flex items-center gap-4 rounded-2xl bg-deep px-5 py-4 text-on-deep sm:px-7"
    >
      <BadgeCheck className="size-8 shrink-0 text-seal-on-deep" aria-hidden="true" strokeWidth={1.75} />
      <p>
        <strong className="font-serif text-xl font-semibold">{text.title}</strong>
        <br />
        {text.text}
      </p>
    </section>
  );
}
