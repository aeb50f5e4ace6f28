import { join } from "node:path";
import { build } from "bun";
import { offlineVerifier } from "../texts/english/offline-verifier.ts";

const folder = join(import.meta.dir, "../offline");

/**
 * Writes verify.html: one file with inline script and style that works offline from a disk. The server inserts its keys
 * before the page goes into an evidence pack.
 */
export async function writeOfflinePage(outdir: string): Promise<void> {
  const { outputs } = await build({
    entrypoints: [join(folder, "verify.ts")],
    minify: true,
    target: "browser",
    format: "iife",
  });
  const [script] = outputs;
  if (!script) throw new Error("The script of verify.html was not built.");
  const [page, palette, style] = await Promise.all([
    readPage(),
    Bun.file(join(folder, "../styles/palette.css")).text(),
    Bun.file(join(folder, "verify.css")).text(),
  ]);
  const html = put(page, "<style></style>", `<style>${palette}${style}</style>`);
  const code = (await script.text()).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  await Bun.write(join(outdir, "verify.html"), put(html, "<script></script>", `<script>${code}</script>`));
}

/** The page in English, which the script replaces by the reader's language. */
async function readPage(): Promise<string> {
  const page = await Bun.file(join(folder, "verify.html")).text();
  return Object.entries(offlineVerifier).reduce(
    (html, [name, text]) => (typeof text === "string" ? html.replaceAll(`{${name}}`, () => text) : html),
    page,
  );
}

function put(page: string, place: string, content: string): string {
  if (page.split(place).length !== 2) throw new Error(`verify.html has no place for ${place}.`);
  return page.replace(place, () => content);
}
