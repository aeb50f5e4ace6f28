import type { ReadableLog } from "../evidence/log/check-log.ts";
import { tilePath } from "../evidence/log/tiles.ts";
import { readRemote } from "../read-remote.ts";
import { logPath } from "./registry.ts";

/** The log a server publishes, by the server's public address. Throws `unavailable` when it cannot be read. */
export async function readRemoteLog(origin: string): Promise<ReadableLog> {
  const prefix = `${origin.replace(/\/+$/, "").replace(new RegExp(`${logPath}$`), "")}${logPath}`;
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
