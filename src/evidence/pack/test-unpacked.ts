/** Test support: a pack as used by a person with a shell and well-known programs. */
import { expect } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Ran = { code: number; text: string };
export type Unpacked = { folder: string; names: string[]; readme: string; run: (command: string) => Ran };

/** Unpacks a pack with unzip and calls `use` with its folder. */
export function unpacked<Result>(pack: Uint8Array, use: (unpacked: Unpacked) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  const run = (command: string) => shell(command, folder);
  try {
    writeFileSync(join(folder, "pack.zip"), pack);
    expect(run("unzip -tq pack.zip && unzip -q pack.zip && rm pack.zip")).toMatchObject({ code: 0 });
    const readme = readFileSync(join(folder, "README.txt"), "utf8");
    return use({ folder, names: readdirSync(folder).toSorted(), readme, run });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function shell(command: string, cwd: string): Ran {
  for (const tool of ["openssl", "qpdf", "unzip", "zipinfo", "sha256sum", "basenc"]) {
    if (!Bun.which(tool)) throw new Error(`This test needs ${tool}; please install its Debian package.`);
  }
  const inUtf8 = ["env", "LC_ALL=C.UTF-8", "sh", "-c", command];
  const { exitCode, stdout, stderr } = Bun.spawnSync(inUtf8, { cwd });
  return { code: exitCode, text: `${stdout}${stderr}` };
}

/** Runs the commands of the README; returns how often each result was printed, and what failed. */
export function follow({ readme, run }: Pick<Unpacked, "readme" | "run">) {
  const commands = readme.split("\n").filter((line) => line.startsWith("    "));
  const answers = commands.map((line) => ({ command: line.trim(), ...run(line) }));
  return {
    commands: commands.length,
    failed: answers.filter(({ code }) => code !== 0),
    saying: (words: string) => answers.filter(({ text }) => text.includes(words)).length,
  };
}
