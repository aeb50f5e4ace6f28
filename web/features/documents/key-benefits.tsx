import { Clock3, FileLock2, QrCode, Stamp } from "lucide-react";
import { documentsMessages } from "./messages.ts";

const text = documentsMessages.benefits;
const icons = [QrCode, Stamp, FileLock2, Clock3];

export function KeyBenefits() {
  return (
    <section aria-labelledby="benefits-title">
      <h2 id="benefits-title" className="text-3xl sm:text-4xl">
        {text.title}
      </h2>
      <ul className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {text.items.map(({ name, text: words }, index) => {
          const Icon = icons[index] ?? Stamp;
          return (
            <li key={name} className="border-t-2 border-brand pt-4">
              <Icon className="mb-2 size-6 text-seal" aria-hidden="true" strokeWidth={1.75} />
              <h3 className="text-lg">{name}</h3>
              <p className="text-muted">{words}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
