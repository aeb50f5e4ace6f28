import { printAcceptedRoot, readAcceptedRoots } from "../../evidence/tsp/accepted-roots.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { IssuingDeps } from "../deps.ts";
import { parseImprint } from "./token-imprint.ts";
import { firstExternalTokens, insertRoot, listRoots } from "./tsa.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

/**
 * Stores the root of an external token. Call it before the token is used, or in the transaction that stores it, so
 * that every token has its root.
 */
export async function storeRoot(
  { db, now }: Pick<IssuingDeps, "db" | "now">,
  { root }: Pick<IssuedTimeStamp, "root">,
): Promise<void> {
  if (root) await insertRoot(db, root, new Date(now()));
}

/** At the start: stores the roots of tokens from before roots were stored, if the current settings have them. */
export async function storeEarlierRoots({
  db,
  externalTsas,
}: Pick<IssuingDeps, "db" | "externalTsas">): Promise<void> {
  if ((await listRoots(db)).length > 0) return;
  for (const { token, time } of await firstExternalTokens(db)) {
    const root = findRoot(token, externalTsas.roots);
    if (root) await insertRoot(db, root, time);
  }
}

/** Every accepted root of an external authority, PEM with the time above each; empty without any. */
export async function acceptedRootsPem({ db }: Pick<IssuingDeps, "db">): Promise<string> {
  return (await listRoots(db))
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

/** The accepted roots that these tokens lead to, each once; empty when all lead to our own root. */
export async function acceptedRootsBehind(
  { db, authority }: Pick<IssuingDeps, "db" | "authority">,
  tokens: Uint8Array[],
): Promise<string> {
  const roots = readAcceptedRoots(await acceptedRootsPem({ db }));
  const strange = tokens.filter((token) => findRoot(token, [authority.root]) === undefined);
  const behind = strange.flatMap((token) => findRoot(token, roots) ?? []);
  return (await listRoots(db))
    .filter(({ certificate }) => behind.some(({ bytes }) => certificate.equals(bytes)))
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

function findRoot(token: Uint8Array, roots: Certificate[]): Certificate | undefined {
  const checked = verifyTimeStampToken(token, { imprint: parseImprint(token), roots });
  return "error" in checked ? undefined : checked.timeStamp.chain.at(-1);
}
