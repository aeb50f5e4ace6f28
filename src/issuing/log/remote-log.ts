import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { EndedPart, ReadableLog } from "../../evidence/tlog/check-log.ts";
import { tilePath } from "../../evidence/tlog/tiles.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";
import { logPath } from "./log.ts";

/** Fetches an address. Throws `unavailable` if it cannot be read. */
export type Fetch = (address: string) => Promise<Uint8Array>;

/** Reads the log that a server publishes at its public address, or at the log's own. Throws `unavailable`. */
export async function readRemoteLog(
  address: string,
  fetch: Fetch = (at) => fetchBytes(at),
): Promise<ReadableLog> {
  const prefix = parsePrefix(address);
  const [checkpoint, verifierKey, ended] = await Promise.all([
    fetch(`${prefix}/checkpoint`),
    fetch(`${prefix}/vkey`),
    prefix.endsWith(logPath) ? readEnded(prefix, fetch) : [],
  ]);
  return {
    ended,
    checkpoint: decode(checkpoint),
    verifierKey: decode(verifierKey),
    readTile: (tile) => fetch(`${prefix}/tile/${tilePath(tile)}`),
  };
}

const publishedEnds = z.object({ ended: z.array(z.object({ verifierKey: z.string() })) });

/** Statements are fetched from below the log, not from addresses in the list. */
async function readEnded(prefix: string, fetch: Fetch): Promise<EndedPart[]> {
  const address = `${prefix}/ended`;
  const list = publishedEnds.safeParse(parseJson(decode(await fetch(address))));
  if (!list.success)
    throw new AppError("unavailable", "not-a-list-of-logs", "{address} is not a list of retired logs.", {
      params: { address },
    });
  return Promise.all(
    list.data.ended.map(async ({ verifierKey }, at) => ({
      verifierKey,
      statement: decode(await fetch(`${address}/${at + 1}/end`)),
    })),
  );
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address below which the log is published. */
export function parsePrefix(address: string): string {
  const bare = address.replace(/\/+$/, "");
  return bare.includes(logPath) ? bare : `${bare}${logPath}`;
}
