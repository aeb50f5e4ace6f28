import { contactMessages } from "../../texts/contact.ts";

const text = contactMessages.about;

export function AboutBlurb() {
  return (
    <aside aria-labelledby="about-blurb-title" className="rounded-panel bg-sunk p-4 sm:p-6">
      <h2 id="about-blurb-title" className="text-heading">
        {text.title}
      </h2>
      {text.paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-3 text-muted">
          {paragraph}
        </p>
      ))}
    </aside>
  );
}
