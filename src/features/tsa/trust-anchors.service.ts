import { printAcceptedRoot, readAcceptedRoots } from "../../evidence/tsp/accepted-roots.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Deps } from "../deps.ts";
import { parseImprint } from "./token-imprint.ts";
import { firstExternalTokens, insertRoot, listRoots } from "./tsa.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

/**
 * Stores the root of an external token. Call it before the token is used, or in the transaction that stores it, so
 * that every token has its root.
 */
export function storeRoot({ db, now }: Pick<Deps, "db" | "now">, { root }: IssuedTimeStamp): void {
  if (root) insertRoot(db, root, new Date(now()));
}

/** At the start: stores the roots of tokens from before roots were stored, if the current settings have them. */
export function storeEarlierRoots({ db, externalTsas }: Pick<Deps, "db" | "externalTsas">): void {
  if (listRoots(db).length > 0) return;
  for (const { token, time } of firstExternalTokens(db)) {
    const root = findRoot(token, externalTsas.roots);
    if (root) insertRoot(db, root, time);
  }
}

/** Every accepted root of an external authority, PEM with the time above each; empty without any. */
export function acceptedRootsPem({ db }: Pick<Deps, "db">): string {
  return listRoots(db)
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

/** The accepted roots that these tokens lead to, each once; empty when all lead to our own root. */
export function acceptedRootsBehind(
  { db, authority }: Pick<Deps, "db" | "authority">,
  tokens: Uint8Array[],
): string {
  const roots = readAcceptedRoots(acceptedRootsPem({ db }));
  const strange = tokens.filter((token) => findRoot(token, [authority.root]) === undefined);
  const behind = strange.flatMap((token) => findRoot(token, roots) ?? []);
  return listRoots(db)
    .filter(({ certificate }) => behind.some(({ bytes }) => certificate.equals(bytes)))
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

function findRoot(token: Uint8Array, roots: Certificate[]): Certificate | undefined {
  const checked = verifyTimeStampToken(token, { imprint: parseImprint(token), roots });
  return "fault" in checked ? undefined : checked.timeStamp.chain.at(-1);
}
