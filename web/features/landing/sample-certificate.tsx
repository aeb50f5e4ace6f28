import { classes } from "../../lib/classes.ts";
import { landingMessages } from "../../texts/landing.ts";
import { spokenLanguage } from "../../texts/translation.ts";

/** The beginning of the pictures' addresses, set by the build (build/sample-certificate.ts). */
declare const sampleCertificateUrls: string;

/**
 * A sample certificate in the reader's language: below the first sentences on wide screens, on phones after the three
 * steps, so that the form stays at the top. The browser loads it only where it is shown, and when the reader scrolls
 * near it.
 */
export function SampleCertificate({ on }: { on: "wide" | "phone" }) {
  const { alt, caption } = landingMessages.sample;
  return (
    <figure className={classes("mt-8 sm:w-1/2", on === "wide" ? "max-sm:hidden" : "sm:hidden")}>
      <img
        src={`${sampleCertificateUrls}${spokenLanguage().language}.avif`}
        alt={alt}
        width={480}
        height={621}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line bg-white shadow-lifted"
      />
      <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}
