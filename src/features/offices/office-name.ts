import { AppError } from "../../errors.ts";
import { toAsciiDomain } from "../../formats/text/ascii-domain.ts";

/** Labels with dots; a space before a dot hides none, and one after it ends the domain, as in "Dr. Ng". */
const dotted = /[\p{L}\p{N}-]+(?:\s*[.。]+[\p{L}\p{N}-]+)+/gu;
/** The ends that readers know best count with any spaces. */
const wellKnown = /[\p{L}\p{N}]\s*[.。]\s*(?:com|edu|gov|int|mil|net|org)(?![\p{L}\p{N}])/iu;

/**
 * Throws `invalid` for a name that reads as a domain under a public suffix, such as "harvard.edu": a domain stands on
 * certificates only where it was verified, beside the name, which the office states itself.
 */
export async function requireNoDomain(name: string): Promise<void> {
  const plain = name.normalize("NFKC");
  if (wellKnown.test(plain)) throw readsAsDomain();
  const { parse } = await import("tldts");
  for (const [text] of plain.matchAll(dotted)) {
    const { isIcann, domain } = parse(toAsciiDomain(text.replace(/\s/gu, "").replaceAll("。", ".")));
    if (isIcann === true && domain !== null) throw readsAsDomain();
  }
}

function readsAsDomain(): AppError {
  return new AppError(
    "invalid",
    "office-name-domain",
    "The name of the office must not read as a domain, such as example.com. A verified domain can appear beside the name.",
  );
}
