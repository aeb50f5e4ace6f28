import { landingMessages } from "./messages.ts";

/** The picture's address, set by the build (build/sample-certificate.ts). */
declare const sampleCertificateUrl: string;

/** A sample certificate. Phones have no room for it and do not load it. */
export function SampleCertificate() {
  const { alt, caption } = landingMessages.sample;
  return (
    <figure className="mt-9 hidden max-w-sm sm:block">
      <img
        src={sampleCertificateUrl}
        alt={alt}
        width={480}
        height={621}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line bg-white shadow-lifted"
      />
      <figcaption className="mt-2.5 text-sm text-muted">{caption}</figcaption>
    </figure>
  );
}
