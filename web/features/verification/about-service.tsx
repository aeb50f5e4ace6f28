import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.about;

/** Explains the service to someone who received a document and does not know us. */
export function AboutService() {
  return (
    <details className="group no-print mt-6 border-t border-line pt-4">
      <summary className="flex min-h-8 w-fit max-w-full cursor-pointer list-none items-center gap-2 rounded-lg font-semibold text-brand [&::-webkit-details-marker]:hidden">
        {text.title}
        <ChevronDown
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="mt-2 grid max-w-text gap-2 text-muted">
        {text.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <Link to="/" className="link inline-flex min-h-6 items-center">
            {text.link}
          </Link>
        </p>
      </div>
    </details>
  );
}
