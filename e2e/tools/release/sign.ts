import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SigningKey = { secretKey: string; password: string };

/** The key that the environment gives: the text of a minisign key file, and its password if it has one. */
export function signingKey(env: Record<string, string | undefined>): SigningKey | undefined {
  const { MINISIGN_SECRET_KEY: secretKey, MINISIGN_PASSWORD: password = "" } = env;
  return secretKey ? { secretKey, password } : undefined;
}

/** Writes a signature next to a file, with `.minisig` after its name. The same key and file give the same bytes. */
export async function sign(path: string, key: SigningKey, comment: string): Promise<void> {
  if (Bun.which("minisign") === null) throw new Error("To sign the release, please install minisign.");
  const folder = await mkdtemp(join(tmpdir(), "attestamp-key-"));
  try {
    const keyFile = join(folder, "minisign.key");
    await writeFile(keyFile, `${key.secretKey.trim()}\n`, { mode: 0o600 });
    const words = ["-S", "-s", keyFile, "-m", path, "-t", comment, "-c", "signature of a release"];
    await Bun.$`minisign ${words} < ${new Response(`${key.password}\n`)}`.quiet();
    await chmod(`${path}.minisig`, 0o644);
  } finally {
    await rm(folder, { recursive: true });
  }
}
