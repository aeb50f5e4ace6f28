import { dirname, join } from "node:path";

/** The serif font is only used semibold: a file with that weight alone is less than half as large as a variable one. */
const stylesheets = ["@fontsource-variable/source-sans-3/wght.css", "@fontsource/source-serif-4/600.css"];

/**
 * Copies the fonts as files (the bundler would inline them in the stylesheet, which makes every visitor load all
 * alphabets and violates our content security policy). Returns the tags that load them.
 */
export async function writeFonts(outdir: string): Promise<string> {
  const rules = await Promise.all(
    stylesheets.map((name) => copyFonts(Bun.resolveSync(name, import.meta.dir), outdir)),
  );
  const css = rules.map((rule) => rule.css).join("\n");
  const name = `assets/fonts-${shortHash(css)}.css`;
  await Bun.write(join(outdir, name), css);
  const preloads = rules.flatMap((rule) => rule.latin).map(preload);
  return [...preloads, `<link rel="stylesheet" href="/${name}">`].join("");
}

async function copyFonts(stylesheet: string, outdir: string): Promise<{ css: string; latin: string[] }> {
  // A rendered page does not switch to another font, which would move its lines: a reader who sees it before the fonts
  // are loaded sees the system's font, and ours from the next page on. WOFF is left out: every browser that runs the
  // page reads WOFF2.
  let css = (await Bun.file(stylesheet).text())
    .replaceAll("font-display: swap", "font-display: optional")
    .replaceAll(/, url\([^)]+\.woff\) format\('woff'\)/g, "");
  const latin: string[] = [];
  for (const [, file] of css.matchAll(/url\(\.\/(files\/[\w-]+\.woff2)\)/g)) {
    if (file === undefined) continue;
    const font = await Bun.file(join(dirname(stylesheet), file)).bytes();
    const name = file.replace("files/", "assets/").replace(".woff2", `-${shortHash(font)}.woff2`);
    await Bun.write(join(outdir, name), font);
    css = css.replace(`./${file}`, `/${name}`);
    if (/-latin-(wght|600)-/.test(file)) latin.push(name);
  }
  return { css, latin };
}

function preload(name: string): string {
  return `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`;
}

function shortHash(content: string | Uint8Array): string {
  return Bun.hash(content).toString(36).slice(0, 8);
}
