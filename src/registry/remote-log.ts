import { AppError } from "../errors.ts";
import type { ReadableLog } from "../evidence/log/check-log.ts";
import { tilePath } from "../evidence/log/tiles.ts";
import { logPath } from "./registry.ts";

const patienceMs = 30_000;

/** The log a server publishes, by the server's public address. Throws `unavailable` when it cannot be read. */
export async function readRemoteLog(origin: string): Promise<ReadableLog> {
  const prefix = `${origin.replace(/\/+$/, "").replace(new RegExp(`${logPath}$`), "")}${logPath}`;
  const [checkpoint, verifierKey] = await Promise.all([read(`${prefix}/checkpoint`), read(`${prefix}/vkey`)]);
  return {
    checkpoint: new TextDecoder().decode(checkpoint),
    verifierKey: new TextDecoder().decode(verifierKey),
    readTile: (tile) => read(`${prefix}/tile/${tilePath(tile)}`),
  };
}

async function read(address: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `${address} cannot be read: ${reason}.`, { cause });
  }
}
