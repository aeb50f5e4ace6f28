import { Link } from "@tanstack/react-router";
import { Music } from "lucide-react";
import { landingMessages } from "../../texts/landing.ts";

const text = landingMessages.partner;

export function MusicPartner() {
  return (
    <section
      id="music-partner"
      aria-labelledby="partner-title"
      className="mx-auto max-w-page px-4 pt-16 sm:px-6"
    >
      <div className="flex gap-4 border-t border-line pt-8">
        <Music className="mt-1 size-6 shrink-0 text-seal" aria-hidden="true" />
        <div className="max-w-text">
          <h2 id="partner-title" className="text-heading">
            {text.title}
          </h2>
          <p className="mt-2 text-muted">{text.text}</p>
          <Link to="/contact" className="link mt-2 inline-flex min-h-6 items-center font-semibold">
            {text.contact}
          </Link>
        </div>
      </div>
    </section>
  );
}
