import type { ReadableLog } from "../evidence/log/check-log.ts";
import { tilePath } from "../evidence/log/tiles.ts";
import { readRemote } from "../read-remote.ts";
import { logPath } from "./registry.ts";

/** The log a server publishes, by the server's public address or that of the log. Throws `unavailable` when it cannot be read. */
export async function readRemoteLog(address: string): Promise<ReadableLog> {
  const prefix = prefixOf(address);
  const [checkpoint, verifierKey] = await Promise.all([
    readRemote(`${prefix}/checkpoint`),
    readRemote(`${prefix}/vkey`),
  ]);
  return {
    checkpoint: new TextDecoder().decode(checkpoint),
    verifierKey: new TextDecoder().decode(verifierKey),
    readTile: (tile) => readRemote(`${prefix}/tile/${tilePath(tile)}`),
  };
}

/** Below which a log is published. */
function prefixOf(address: string): string {
  const bare = address.replace(/\/+$/, "");
  return bare.includes(logPath) ? bare : `${bare}${logPath}`;
}
