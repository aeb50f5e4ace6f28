import { z } from "zod";
import { type NoteVerifier, parseVerifierKey, signatureTypes } from "../../evidence/tlog/signed-note.ts";

/** A witness of our log: the key of its cosignatures, and its submission prefix (c2sp.org/tlog-witness). */
export type Witness = { key: NoteVerifier; url: string };

const split = (text: string) => text.split(/[\s,]+/).filter((part) => part !== "");
const withoutSlash = (url: string) => url.replace(/\/+$/, "");

/** Web addresses, separated by commas or spaces. */
export const addresses = z
  .string()
  .transform(split)
  .pipe(z.array(z.url({ protocol: /^https?$/, error: "Please write addresses with http://… or https://…" })));

/** The same, without a trailing slash. */
export const addressesWithoutSlash = addresses.transform((urls) => urls.map(withoutSlash));

/** Verifier keys of logs, separated by commas or spaces. */
export const logKeys = z
  .string()
  .transform(split)
  .transform(each(readLogKey, "Please write the logs' verifier keys: name+id+key"));

/** Witnesses, separated by commas or line breaks, each with its verifier key, a space and its address. */
export const witnesses = z
  .string()
  .transform((text) => text.split(/[\n,]/).flatMap((line) => line.trim() || []))
  .transform(each(readWitness, "Please write the verifier key, a space and the address of each witness"));

/** Parses every part; a part that cannot be parsed is an issue of the setting. */
function each<Item>(read: (text: string) => Item | undefined, message: string) {
  return (texts: string[], context: z.RefinementCtx): Item[] => {
    const items = texts.flatMap((text) => read(text) ?? []);
    if (items.length < texts.length) context.addIssue({ code: "custom", message });
    return items;
  };
}

function readLogKey(text: string): NoteVerifier | undefined {
  const key = parseVerifierKey(text);
  return key?.type === signatureTypes.note ? key : undefined;
}

function readWitness(line: string): Witness | undefined {
  const [keyText = "", url = "", ...rest] = line.split(/\s+/);
  const key = parseVerifierKey(keyText);
  const isAddress = rest.length === 0 && /^https?:\/\//.test(url) && URL.canParse(url);
  const isCosigner = key !== undefined && key.type !== signatureTypes.note;
  return isCosigner && isAddress ? { key, url: withoutSlash(url) } : undefined;
}
