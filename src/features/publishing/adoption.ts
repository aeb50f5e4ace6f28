import type { adoptions } from "../../../db/schema.ts";

export type AdoptionRow = typeof adoptions.$inferSelect;

/** A service for which this server answers. */
export type Adoption = AdoptionRow & {
  site: string;
  adoptedAt: Date;
  statement: string;
  entryIndex: number;
  entrySalt: Buffer;
};

/** Whether everything about it is stored, and it was not removed. */
export function isAnswered(row: AdoptionRow): row is Adoption {
  const { site, adoptedAt, statement, entryIndex, entrySalt } = row;
  return [site, adoptedAt, statement, entryIndex, entrySalt].every((one) => one !== null);
}

/** The name of a site below /adopted/: the host of its address, with its port, in the form of a file's name. */
export const siteNameOf = (origin: string): string => siteNameOfHost(new URL(origin).host);

/** The same of the host in a request. */
export const siteNameOfHost = (host: string): string => host.toLowerCase().replace(/[^\w.-]/g, "_");

/** Adopted sites are served below this path, each under its name. */
export const adoptedPath = "/adopted";

/** The mark that every answer about an adopted record has. */
export const adoptionMark = (
  { origin, adoptedAt, site }: Adoption,
  by: { origin: string; productName: string },
) => ({
  origin,
  adoptedAt: adoptedAt.toISOString(),
  by: by.origin,
  site: `${adoptedPath}/${site}`,
  sentence: `Issued by ${origin}. Adopted on ${adoptedAt.toISOString().slice(0, 10)} by ${by.productName} (${by.origin}) from the site that it had published; nothing was signed again.`,
});
