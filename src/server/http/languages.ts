import type { Context } from "hono";
import { getCookie } from "hono/cookie";

/**
 * The languages for a request in order of preference, as web/texts/language.ts chooses them: the reader's choice, then
 * those of the browser (RFC 9110, 12.5.4), then English. Codes without a country, e.g. "es".
 */
export function wantedLanguages(c: Context): string[] {
  const chosen = getCookie(c, "language") ?? "";
  const wanted = offers(c.req.header("accept-language") ?? "");
  return [chosen, ...wanted, "en"].flatMap((tag) => /^[a-z]{2,3}(?=-|$)/.exec(tag.toLowerCase()) ?? []);
}

function offers(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
