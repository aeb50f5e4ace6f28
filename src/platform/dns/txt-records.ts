import { Resolver } from "node:dns/promises";

/** For one resolver that does not answer; with its second try, this is about three seconds. */
const triesMs = 1_000;
const tries = 2;
/** For everything together: several silent resolvers, or one that sends an answer byte by byte. */
const deadlineMs = 6_000;

/**
 * The strings of all TXT records of a name; none if the name, or such a record of it, does not exist. A text of up to
 * 255 bytes is one string. `unreachable`: no resolver gave an answer, which says nothing about the records.
 */
export type TxtAnswer = { strings: string[] } | "unreachable";

const noRecords = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Asks `server` (an address with a port), or without one the machine's resolvers, for the TXT records of a name.
 * Aliases (CNAME) are followed; an answer that is too large for UDP comes over TCP, and DNS ends at 64 kB. Nothing is
 * cached here: each call has a resolver of its own.
 */
export async function readTxtRecords(name: string, server: string | undefined): Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: triesMs, tries });
  if (server !== undefined) resolver.setServers([server]);
  const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
  try {
    return { strings: (await resolver.resolveTxt(name)).flat() };
  } catch (error) {
    return noRecords.has(codeOf(error)) ? { strings: [] } : "unreachable";
  } finally {
    clearTimeout(deadline);
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
