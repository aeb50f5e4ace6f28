import { join } from "node:path";
import { build } from "bun";
import { words } from "../offline/words.ts";

const folder = join(import.meta.dir, "../offline");

/**
 * Writes verify.html: one file with inline script and style that works offline from a disk. The server inserts its keys
 * before the page goes into an evidence pack.
 */
export async function writeOfflinePage(outdir: string): Promise<void> {
  const [page, script, style] = await Promise.all([
    readPage(),
    readScript("verify"),
    readStyles("../styles/palette.css", "verify.css"),
  ]);
  const html = put(page, "<style></style>", `<style>${style}</style>`);
  const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  await Bun.write(join(outdir, "verify.html"), put(html, "<script></script>", `<script>${code}</script>`));
}

/** Writes the parts of a published site (src/features/publishing) that the program puts together with its records. */
export async function writeSiteParts(outdir: string): Promise<void> {
  const site = join(outdir, "site-parts");
  await Promise.all([
    Bun.write(join(site, "record.js"), await readScript("record")),
    Bun.write(join(site, "lookup.js"), await readScript("lookup")),
    Bun.write(
      join(site, "record.css"),
      await readStyles("../styles/palette.css", "verify.css", "record.css"),
    ),
  ]);
}

async function readScript(name: string): Promise<string> {
  const { outputs } = await build({
    entrypoints: [join(folder, `${name}.ts`)],
    minify: true,
    target: "browser",
    format: "iife",
  });
  const [script] = outputs;
  if (!script) throw new Error(`The script ${name}.ts was not built.`);
  return script.text();
}

const readStyles = async (...names: string[]) =>
  (await Promise.all(names.map((name) => Bun.file(join(folder, name)).text()))).join("");

/** The page in English, which the script replaces by the reader's language. */
async function readPage(): Promise<string> {
  const page = await Bun.file(join(folder, "verify.html")).text();
  return Object.entries(words.en).reduce(
    (html, [name, text]) => (typeof text === "string" ? html.replaceAll(`{${name}}`, () => text) : html),
    page,
  );
}

function put(page: string, place: string, content: string): string {
  if (page.split(place).length !== 2) throw new Error(`verify.html has no place for ${place}.`);
  return page.replace(place, () => content);
}
