import { classes } from "../../lib/classes.ts";
import { landingMessages } from "../../texts/landing.ts";

const text = landingMessages.about;

/** Who runs the service and what it promises; on the landing page and, in small type (`isQuiet`), on the dashboard. */
export function About({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className={classes("grid gap-x-12 gap-y-4", !isQuiet && "md:grid-cols-facts")}
    >
      <h2 id="about-title" className={isQuiet ? undefined : "text-title"}>
        {text.title}
      </h2>
      <div
        className={classes(
          "grid gap-4 text-muted",
          isQuiet ? "text-sm lg:grid-cols-3 lg:gap-x-8" : "max-w-text",
        )}
      >
        {text.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
