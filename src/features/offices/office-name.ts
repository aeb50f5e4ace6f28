import { AppError } from "../../errors.ts";
import { toAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { mixesAlphabets } from "../accounts/names.schema.ts";

/** Full stops of other scripts that look like a dot; NFKC maps the rest. */
const otherDots = /[。ꓸ۔։܁܂]/gu;
/** Labels with dots; a space before a dot hides none, and one after it ends the domain, as in "Dr. Ng". */
const dotted = /[\p{L}\p{M}\p{N}-]+(?:\s*\.+[\p{L}\p{M}\p{N}-]+)+/gu;
/** The same with spaces anywhere. */
const dottedWithSpaces = /[\p{L}\p{M}\p{N}-]+(?:\s*\.+\s*[\p{L}\p{M}\p{N}-]+)+/gu;
/** The ends that readers know best count with any spaces. */
const wellKnown = /[\p{L}\p{N}]\s*\.\s*(?:com|edu|gov|int|mil|net|org)(?![\p{L}\p{N}])/iu;

/** Small capitals and phonetic letters, which no domain has. */
const phonetic = /[\u0250-\u02af\u1d00-\u1dbf]/u;
/** Letters of other scripts of which whole words can be written that look Latin. */
const cyrillicAndGreek = "аеорсухіјѕԁԛԝһкмтвнοανικρτυχ";
const latin = "aeopcyxijsdqwhkmtbhoavikptux";

/**
 * Throws `invalid` for a name that reads as a domain under a public suffix, such as "harvard.edu": a domain stands on
 * certificates only where it was verified, beside the name, which the office states itself.
 */
export async function requireNoDomain(name: string): Promise<void> {
  const plain = name.normalize("NFKC").replace(otherDots, ".").toLowerCase();
  const readable = [plain, withLatinLetters(plain)];
  if (readable.some((text) => wellKnown.test(text))) throw readsAsDomain();
  for (const [text] of plain.matchAll(dotted)) if (looksForged(text)) throw readsAsDomain();
  const { parse } = await import("tldts");
  const suffixOf = (text: string) => {
    const { isIcann, domain, publicSuffix } = parse(toAsciiDomain(text.replace(/\s/gu, "")));
    return isIcann === true && domain !== null ? publicSuffix : null;
  };
  for (const text of readable) {
    for (const [match] of text.matchAll(dotted)) {
      if (suffixOf(match) !== null || suffixOf(withoutTail(match)) !== null) throw readsAsDomain();
    }
    // With spaces after the dots, only an end of several parts, such as "ac. uk", reads as a domain: "Acme Co. Ltd".
    for (const [match] of text.matchAll(dottedWithSpaces)) {
      if (suffixOf(match)?.includes(".") || suffixOf(withoutTail(match))?.includes("."))
        throw readsAsDomain();
    }
  }
}

/** Without what follows the first hyphen of the last label, as in "example.org-Office". */
const withoutTail = (text: string): string => text.replace(/-[^.]*$/u, "");

const looksForged = (text: string): boolean => phonetic.test(text) || mixesAlphabets(text);

const withLatinLetters = (text: string): string =>
  Array.from(text, (letter) => latin[cyrillicAndGreek.indexOf(letter)] ?? letter).join("");

function readsAsDomain(): AppError {
  return new AppError(
    "invalid",
    "office-name-domain",
    "The name of the office must not read as a domain, such as example.com. A verified domain can appear beside the name.",
  );
}
