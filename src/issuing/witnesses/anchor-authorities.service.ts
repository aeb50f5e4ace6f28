import { transaction } from "../../../db/transaction.ts";
import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { IssuingDeps } from "../deps.ts";
import { requestToken } from "../tsa/external-tsa.ts";
import { storeRoot } from "../tsa/trust-anchors.service.ts";
import { maxDriftMs } from "../tsa/tsa.ts";
import { hostAndPath, noteAnswer, noteFailure } from "./anchors.service.ts";
import { insertToken, listTokens, type WitnessedCheckpoint } from "./witnesses.repo.ts";
import { checkpointDigest } from "./witnesses.ts";

const timeoutMs = 10_000;

type AnchorDeps = Pick<IssuingDeps, "config" | "db" | "log" | "now" | "externalTsas">;

/**
 * Requests a token over a checkpoint from every authority that stamps only checkpoints and has not stamped this one.
 * What they say never changes what this server thinks of its clock, so that none of them can stop it.
 */
export async function stampAtAnchors(
  deps: AnchorDeps,
  row: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set((await listTokens(deps.db, row.size)).map(({ address }) => address));
  const missing = deps.config.anchorAuthorities.filter((url) => !done.has(hostAndPath(url)));
  await Promise.all(missing.map((url) => stampAt(deps, url, row, signal)));
}

async function stampAt(
  deps: AnchorDeps,
  url: string,
  { size, checkpoint }: WitnessedCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const asked = deps.now();
  const roots = rootsOf(url) ?? deps.externalTsas.roots;
  const answer = await requestToken(url, checkpointDigest(checkpoint), roots, timeoutMs);
  if (signal.aborted) return;
  const error = "error" in answer ? answer.error : contradiction(answer.timeStamp.time, asked, deps.now());
  if ("error" in answer || error !== undefined) {
    const isNew = await noteFailure(deps, url, error ?? "");
    const authority = new URL(url).host;
    if (isNew) deps.log.warn({ authority, error }, "an authority did not time-stamp a checkpoint");
    return;
  }
  const { token, timeStamp } = answer;
  const { time, authority, chain } = timeStamp;
  await transaction(deps, async (deps) => {
    await storeRoot(deps, { root: chain.at(-1) });
    await insertToken(deps.db, {
      size,
      address: hostAndPath(url),
      token: Buffer.from(token),
      time,
      authority,
    });
  });
  await noteAnswer(deps, url);
}

/** The token must be made between the request and the answer, give or take the difference of two good clocks. */
function contradiction(time: Date, asked: number, answered: number): string | undefined {
  const isNow = time.getTime() >= asked - maxDriftMs && time.getTime() <= answered + maxDriftMs;
  return isNow ? undefined : `it says ${time.toISOString()}, which contradicts this server's clock`;
}

/** The only roots that the tokens of a listed authority may lead to; undefined for one that only the operator names. */
export function rootsOf(url: string): Certificate[] | undefined {
  const listed = publicAuthorities.find(({ addresses }) =>
    addresses.some((address) => hostAndPath(address) === hostAndPath(url)),
  );
  if (!listed) return undefined;
  const fingerprints = new Set(listed.roots.map(({ der }) => der));
  return shippedLists.roots.filter(({ bytes }) => fingerprints.has(Buffer.from(bytes).toString("base64")));
}
