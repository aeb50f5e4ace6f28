import { logo, productName } from "../environment/server-settings.ts";
import { classes } from "../lib/classes.ts";

/** The mark: a perforated seal ring with a tick. */
export function SealMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" className={classes("size-8", className)} aria-hidden="true">
      <circle
        cx="32"
        cy="32"
        r="27"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeDasharray="5.4 2.654"
      />
      <circle cx="32" cy="32" r="19.5" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <path
        d="m22.6 33 6.6 6.6 12.6-14.4"
        className="stroke-seal"
        fill="none"
        strokeWidth="5.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The operator's logo, or ours, with the name of the site. */
export function Logo() {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-brand">
      {logo ? <OwnLogo {...logo} /> : <SealMark />}
      {(!logo || logo.isNamed) && <Name />}
    </span>
  );
}

function OwnLogo({ src, width, height, isNamed }: NonNullable<typeof logo>) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={isNamed ? "" : productName}
      className={classes("shrink-0", isNamed && "h-auto max-h-8 max-sm:max-w-logo")}
    />
  );
}

function Name() {
  return (
    <span
      className={classes(
        "min-w-0 font-serif leading-tight font-semibold tracking-tight wrap-anywhere text-ink",
        logo ? "sm:text-heading" : "text-heading",
      )}
    >
      {productName}
    </span>
  );
}
