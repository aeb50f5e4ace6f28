import { join } from "node:path";
import { build } from "bun";
import { oneLanguage } from "./one-language.ts";

/** Writes the bundle that renders the page on the server, built as for a browser so that both render the same. */
export async function writePageRenderer(outdir: string, sampleCertificates: string): Promise<void> {
  const { outputs } = await build({
    entrypoints: [join(import.meta.dir, "../render-page.tsx")],
    target: "browser",
    format: "cjs",
    minify: { whitespace: true, syntax: true },
    // Never loaded on the server: only after someone has chosen photos.
    external: ["*/write-pdf.ts"],
    plugins: [oneLanguage],
    define: {
      "process.env.NODE_ENV": '"production"',
      sampleCertificateUrls: JSON.stringify(sampleCertificates),
      verifyWorkerUrl: '""',
      hashWorkerUrl: '""',
      straightenWorkerUrl: '""',
    },
  });
  const [script] = outputs;
  if (!script) throw new Error("The bundle that renders the page was not built.");
  await Bun.write(join(outdir, "render-page.cjs"), inAscii(await script.text()));
}

/** The engine keeps ASCII in one byte per character, and a script with any other character in two. */
function inAscii(script: string): string {
  return script.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
