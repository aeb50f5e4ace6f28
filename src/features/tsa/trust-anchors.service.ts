import { printAcceptedRoot, readAcceptedRoots } from "../../evidence/tsp/accepted-roots.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Deps } from "../deps.ts";
import { imprintOfToken } from "./token-imprint.ts";
import { firstExternalTokens, insertRoot, listRoots } from "./tsa.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

/**
 * Keeps the root behind a token of an outside authority. To be called before the token is used for anything, or in
 * the transaction that writes it: then no token ever stands without its root.
 */
export function keepRootOf({ db, now }: Pick<Deps, "db" | "now">, { root }: IssuedTimeStamp): void {
  if (root) insertRoot(db, root, new Date(now()));
}

/** Keeps the roots behind tokens of before roots were kept, as far as today's settings know them. For the start. */
export function keepEarlierRoots({ db, outside }: Pick<Deps, "db" | "outside">): void {
  if (listRoots(db).length > 0) return;
  for (const { token, time } of firstExternalTokens(db)) {
    const root = rootOf(token, outside.roots);
    if (root) insertRoot(db, root, time);
  }
}

/** Every root of an outside authority that was ever accepted, PEM with the time above each; empty without any. */
export function acceptedRootsPem({ db }: Pick<Deps, "db">): string {
  return listRoots(db)
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

/** Those of them that these tokens lead to, each once; empty when all lead to our own root. */
export function acceptedRootsBehind(
  { db, authority }: Pick<Deps, "db" | "authority">,
  tokens: Uint8Array[],
): string {
  const roots = readAcceptedRoots(acceptedRootsPem({ db }));
  const strange = tokens.filter((token) => rootOf(token, [authority.root]) === undefined);
  const behind = strange.flatMap((token) => rootOf(token, roots) ?? []);
  return listRoots(db)
    .filter(({ certificate }) => behind.some(({ bytes }) => certificate.equals(bytes)))
    .map(({ certificate, acceptedAt }) => printAcceptedRoot(certificate, acceptedAt))
    .join("");
}

function rootOf(token: Uint8Array, roots: Certificate[]): Certificate | undefined {
  const checked = verifyTimeStampToken(token, { imprint: imprintOfToken(token), roots });
  return "fault" in checked ? undefined : checked.timeStamp.chain.at(-1);
}
