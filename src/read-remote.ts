import { AppError } from "./errors.ts";

const patienceMs = 30_000;

/** What another server publishes at `address`. Throws `unavailable` with the reason when it cannot be read. */
export async function readRemote(address: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `${address} cannot be read: ${reason}.`, { cause });
  }
}
