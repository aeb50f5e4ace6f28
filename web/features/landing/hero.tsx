import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Rosette } from "../../components/rosette.tsx";
import { landingMessages } from "../../texts/landing.ts";
import { SampleCertificate } from "./sample-certificate.tsx";

const text = landingMessages.hero;

/** The product at a glance; `account` is the card next to it. */
export function Hero({ account }: { account: ReactNode }) {
  return (
    <div className="relative isolate overflow-clip border-b border-line">
      <Rosette className="absolute top-0 left-0 -z-10 w-text -translate-1/4 text-brand opacity-10" />
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 py-8 sm:px-6 lg:grid-cols-aside lg:py-16">
        <div className="min-w-0 lg:pt-4">
          <p className="mb-3 font-semibold text-seal">{text.eyebrow}</p>
          <h1 className="text-hero">{text.title}</h1>
          <p className="mt-4 text-muted">{text.text}</p>
          <ul className="mt-6 grid gap-2">
            {text.points.map((point) => (
              <li key={point} className="flex gap-2 font-semibold">
                <Check className="size-5 h-lh shrink-0 text-seal" aria-hidden="true" strokeWidth={3} />
                {point}
              </li>
            ))}
          </ul>
          <SampleCertificate on="wide" />
        </div>
        <div className="min-w-0 self-start">{account}</div>
      </div>
    </div>
  );
}
