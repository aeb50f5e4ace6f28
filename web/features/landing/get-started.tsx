import { Button } from "../../components/button.tsx";
import { Rosette } from "../../components/rosette.tsx";
import { signupOpen } from "../../environment/server-settings.ts";
import { landingMessages } from "../../texts/landing.ts";

const text = landingMessages.start;

/** Nothing where no one can sign up. */
export function GetStarted({ onStart }: { onStart: () => void }) {
  if (!signupOpen) return null;
  return (
    <section aria-labelledby="start" className="on-deep mx-auto max-w-page px-4 sm:px-6">
      <div className="relative isolate flex flex-wrap items-center justify-between gap-6 overflow-clip rounded-panel bg-deep px-6 py-12 text-on-deep sm:px-12">
        <Rosette className="absolute right-0 bottom-0 -z-10 w-form translate-x-1/4 translate-y-1/3 text-on-deep opacity-15" />
        <div>
          <h2 id="start" className="text-seal-on-deep">
            {text.title}
          </h2>
          <p className="font-serif text-hero font-semibold">{text.text}</p>
          <p className="mt-2">{text.note}</p>
        </div>
        <Button variant="paper" onClick={onStart}>
          {text.button}
        </Button>
      </div>
    </section>
  );
}
