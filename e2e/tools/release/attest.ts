import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = join(import.meta.dir, "../../../src/main.ts");

/** The server and the access token that the environment gives, under the names that the client commands read. */
export function attestingServer(env: Record<string, string | undefined>) {
  const { ATTESTAMP_SERVER, ATTESTAMP_TOKEN } = env;
  return ATTESTAMP_SERVER && ATTESTAMP_TOKEN ? { ATTESTAMP_SERVER, ATTESTAMP_TOKEN } : undefined;
}

/**
 * Has an Attestamp server attest all files of a release, and adds its certificate and evidence pack to them. Returns
 * the line that the command prints. Throws an error with the command's words if nothing was attested.
 */
export async function attest(
  folder: string,
  title: string,
  server: NonNullable<ReturnType<typeof attestingServer>>,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "attestamp-attested-"));
  try {
    const words = ["attest", folder, "--out", scratch, "--title", title, "--confirm-ownership"];
    const child = Bun.spawn([process.execPath, program, ...words], {
      env: { ...process.env, ...server },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [said, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(`The release was not attested: ${complaint}`);
    for (const name of await readdir(scratch)) {
      // The release has its own list of sums, with the same lines but one.
      if (name !== "SHA256SUMS") await copyFile(join(scratch, name), join(folder, name));
    }
    return said.trim();
  } finally {
    await rm(scratch, { recursive: true });
  }
}
