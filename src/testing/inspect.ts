import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

/** Inspects issued files with independent programs. */

export type Run = { exitCode: number; stdout: string; stderr: string };

export async function run(command: string[], timeoutMs = 60_000): Promise<Run> {
  const child = Bun.spawn(command, {
    stdout: "pipe",
    stderr: "pipe",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}

/** qpdf's verdict: "clean", "warnings" or "errors". */
export async function qpdfVerdict(path: string): Promise<"clean" | "warnings" | "errors"> {
  const { exitCode } = await run(["qpdf", "--check", path]);
  if (exitCode === 0) return "clean";
  return exitCode === 3 ? "warnings" : "errors";
}

export async function pageCount(path: string): Promise<number> {
  const { stdout } = await run(["pdfinfo", path]);
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? 0);
}

/** The text of each page, with runs of white space as one space. */
export async function pageTexts(path: string): Promise<string[]> {
  const { stdout } = await run(["pdftotext", "-raw", path, "-"]);
  return stdout
    .split("\f")
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, " "));
}

export type Picture = { data: Buffer; width: number; height: number };

/** Renders one page (the first is 1) with poppler. Throws if poppler cannot open the file. */
export async function renderPage(path: string, page = 1, dpi = 40): Promise<Picture> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-render-"));
  try {
    const target = join(folder, "page");
    await run([
      "pdftoppm",
      "-r",
      String(dpi),
      "-f",
      String(page),
      "-l",
      String(page),
      "-png",
      "-singlefile",
      path,
      target,
    ]);
    return await readPicture(`${target}.png`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function readPicture(path: string): Promise<Picture> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The share of pixels (0 to 1) that differ visibly; 1 if the sizes differ. */
export function changedShare(before: Picture, after: Picture): number {
  if (before.width !== after.width || before.height !== after.height) return 1;
  let changed = 0;
  for (let at = 0; at < before.data.length; at += 3) {
    const difference =
      Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) +
      Math.abs((before.data[at + 1] ?? 0) - (after.data[at + 1] ?? 0)) +
      Math.abs((before.data[at + 2] ?? 0) - (after.data[at + 2] ?? 0));
    if (difference > 48) changed += 1;
  }
  return changed / (before.width * before.height);
}
