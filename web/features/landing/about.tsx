import { landingMessages } from "./messages.ts";

const text = landingMessages.about;

/** Who runs the service and what it promises; on the landing page and on the dashboard. */
export function About() {
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="grid gap-x-12 gap-y-4 md:grid-cols-[14rem_1fr]"
    >
      <h2 id="about-title" className="text-3xl sm:text-4xl">
        {text.title}
      </h2>
      <div className="grid max-w-2xl gap-4 text-muted">
        {text.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
