import { AppError } from "./errors.ts";
import { bytesAtMost } from "./remote-answer.ts";

const patienceMs = 30_000;
/** Many times what a tile or a list of keys has: the address may be anybody's. */
const mostMebibytes = 16;

/** What another server publishes at `address`. Throws `unavailable` with the reason when it cannot be read. */
export async function readRemote(address: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
    const bytes = await bytesAtMost(answer, mostMebibytes * 1024 * 1024);
    if (!bytes) throw new Error(`it answers with more than ${mostMebibytes} MiB`);
    return bytes;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `${address} cannot be read: ${reason}.`, { cause });
  }
}
