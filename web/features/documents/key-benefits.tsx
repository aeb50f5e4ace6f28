import { Clock3, FileLock2, QrCode, Stamp } from "lucide-react";
import { documentsMessages } from "../../texts/documents.ts";

const text = documentsMessages.benefits;
const icons = [QrCode, Stamp, FileLock2, Clock3];

/** For people who use the service already: below their own things, and quieter. */
export function KeyBenefits() {
  return (
    <section aria-labelledby="benefits-title">
      <h2 id="benefits-title">{text.title}</h2>
      <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {text.items.map(({ name, text: words }, index) => {
          const Icon = icons[index] ?? Stamp;
          return (
            <li key={name} className="grid grid-cols-mark content-start gap-x-2 text-sm">
              <Icon className="size-5 h-lh text-seal" aria-hidden="true" strokeWidth={1.75} />
              <h3 className="font-sans tracking-normal">{name}</h3>
              <p className="col-start-2 text-muted">{words}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
