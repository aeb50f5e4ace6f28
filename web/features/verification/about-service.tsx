import { Link } from "@tanstack/react-router";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { verificationMessages } from "../../texts/verification.ts";

const text = verificationMessages.about;

/** Explains the service to someone who received a document and does not know us. */
export function AboutService() {
  return (
    <details className="no-print -mt-2">
      <summary className="flex min-h-8 w-fit max-w-full items-center gap-2 rounded-lg font-semibold text-brand">
        {text.title}
        <DisclosureMark />
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
