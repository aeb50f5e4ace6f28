import { z } from "zod";
import { type AnchorKind, anchorKinds, shippedAnchors } from "./shipped-anchors.ts";

type Anchor = { kind: AnchorKind; address: string };
type AnchorsSetting = "on" | "off" | Anchor[];

const mistake =
  "Please write on, off, or a list such as: calendar https://…, explorer https://…, authority http://…";

/** `on`, `off`, or a list of one's own: a kind, a space and an address each, separated by commas or line breaks. */
export const anchorsSetting = z.string().transform((text, { addIssue }): AnchorsSetting => {
  if (text === "on" || text === "off") return text;
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || []);
  const anchors = lines.flatMap((line) => readAnchor(line) ?? []);
  if (anchors.length > 0 && anchors.length === lines.length) return anchors;
  addIssue(mistake);
  return z.NEVER;
});

function readAnchor(line: string): Anchor | undefined {
  const [word, address = "", ...rest] = line.split(/\s+/);
  const kind = anchorKinds.find((one) => one === word);
  const isAddress = rest.length === 0 && /^https?:\/\//.test(address) && URL.canParse(address);
  if (!kind || !isAddress) return undefined;
  return { kind, address: kind === "authority" ? address : address.replace(/\/+$/, "") };
}

/** Addresses of those who are asked. */
type Named = { tsaUrls: string[]; otsCalendars: string[]; bitcoinExplorers: string[] };

/**
 * Whom to ask, by the setting ANCHORS and those that name addresses themselves. What is named is always asked. The
 * list that ships with the product takes the place of what no setting names: of calendars, explorers and authorities.
 */
export function combineAnchors(
  setting: AnchorsSetting,
  named: Named,
): Omit<Named, "tsaUrls"> & { anchorAuthorities: string[] } {
  const { tsaUrls, otsCalendars, bitcoinExplorers } = named;
  const listed = (kind: AnchorKind, others: string[]) => {
    if (setting === "off" || (setting === "on" && others.length > 0)) return others;
    const anchors = setting === "on" ? shippedAnchors : setting;
    const added = anchors.filter((anchor) => anchor.kind === kind).map(({ address }) => address);
    return [...new Set([...others, ...added])];
  };
  return {
    otsCalendars: listed("calendar", otsCalendars),
    bitcoinExplorers: listed("explorer", bitcoinExplorers),
    // Authorities that stamp every document stamp the log's head as well.
    anchorAuthorities: listed("authority", tsaUrls).filter((address) => !tsaUrls.includes(address)),
  };
}
