import type { Deps } from "../deps.ts";
import { verifyTimeStampToken } from "../evidence/time-stamp/token.ts";
import { encodePem } from "../evidence/x509/pem.ts";
import { imprintOf } from "./authority.ts";
import { imprintOfToken } from "./token-imprint.ts";

/**
 * The root certificates (PEM, each once) that these kept tokens of outside authorities lead to: whom others must know
 * to check them. A token that leads to none of today's roots adds nothing.
 */
export function rootsOfTokens({ outside }: Pick<Deps, "outside">, tokens: Uint8Array[]): string {
  const pems = tokens.flatMap((token) => {
    const imprint = imprintOf(imprintOfToken(token));
    const check = verifyTimeStampToken(token, { imprint, roots: outside.roots });
    const root = "timeStamp" in check ? check.timeStamp.chain.at(-1) : undefined;
    return root ? [encodePem("CERTIFICATE", root.bytes)] : [];
  });
  return [...new Set(pems)].join("");
}
