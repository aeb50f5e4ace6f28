import { Download, Stamp, Upload } from "lucide-react";
import { landingMessages } from "../../texts/landing.ts";
import { SampleCertificate } from "./sample-certificate.tsx";

const text = landingMessages.how;
const icons = [Upload, Stamp, Download];

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mx-auto max-w-page px-4 py-16 sm:px-6">
      <h2 id="how" className="text-title">
        {text.title}
      </h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3">
        {text.steps.map((step, index) => {
          const Icon = icons[index] ?? Stamp;
          return (
            <li key={step.name} className="border-t-2 border-brand pt-4">
              <div className="flex items-center gap-3">
                <span className="grid size-11 place-items-center rounded-full bg-tint text-brand">
                  <Icon className="size-5" aria-hidden="true" />
                </span>
                <h3 className="text-heading">
                  <span className="text-seal">{index + 1}.</span> {step.name}
                </h3>
              </div>
              <p className="mt-3 text-muted">{step.text}</p>
            </li>
          );
        })}
      </ol>
      <SampleCertificate on="phone" />
    </section>
  );
}
