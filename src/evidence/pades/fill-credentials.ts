import { createHash } from "node:crypto";
import { feed } from "./fill-seal.ts";
import { openPreparedFile, writeAt } from "./prepared-file.ts";

/** The space reserved for the credentials of a picture. Offsets count from the first byte of the file. */
type Placeholder = { start: number; end: number };

/**
 * Fills the credentials into the placeholder of the picture at `path`, which has `bytes` bytes. Returns the length and
 * the lower-case hex SHA-256 of the finished file; the caller syncs it. `make` returns the bytes of the placeholder
 * from the SHA-256 of all others. The picture is not parsed, only hashed, twice. Throws if the file's length has
 * changed since it was stamped, or if the credentials do not fill the placeholder exactly.
 */
export async function fillCredentials(
  path: string,
  { bytes, placeholder }: { bytes: number; placeholder: Placeholder },
  make: (digest: Buffer) => Promise<Uint8Array>,
  openFile = openPreparedFile,
): Promise<{ bytes: number; sha256: string }> {
  const file = await openFile(path);
  try {
    const size = await file.getSize();
    if (size !== bytes) throw new Error("The picture has changed since it was stamped.");
    const hash = createHash("sha256");
    await feed(hash, file, 0, placeholder.start);
    const around = hash.copy();
    await feed(around, file, placeholder.end, size);
    const credentials = await make(around.digest());
    if (credentials.length !== placeholder.end - placeholder.start)
      throw new Error("Credentials do not fill the placeholder kept for them.");
    await writeAt(file, credentials, placeholder.start);
    await feed(hash, file, placeholder.start, size);
    return { bytes: size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}
