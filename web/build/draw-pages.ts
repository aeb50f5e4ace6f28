import { join } from "node:path";
import { type BunPlugin, build } from "bun";
import { languageCodes } from "../texts/language.ts";

/**
 * Writes what visitors see first as HTML, drawn/LANGUAGE/NAME.part, with places where the server puts its settings
 * (src/server/http/page-settings.ts).
 */
export async function drawPages(outdir: string): Promise<void> {
  const { outputs } = await build({
    entrypoints: [join(import.meta.dir, "draw.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"', judgeWorkerAddress: '""' },
    plugins: [settingsToFillIn],
  });
  const [script] = outputs;
  if (!script) throw new Error("The script that draws the visitors' pages was not built.");
  const program = join(outdir, "draw.js");
  await Bun.write(program, script);
  await Promise.all(languageCodes.map((language) => drawIn(language, program, outdir)));
  await Bun.file(program).delete();
}

async function drawIn(language: string, program: string, outdir: string): Promise<void> {
  const child = Bun.spawn([process.execPath, program, language], { stderr: "inherit" });
  const [said, status] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (status !== 0) throw new Error(`The visitors' pages could not be drawn in the language ${language}.`);
  for (const [name, html] of Object.entries<string>(JSON.parse(said))) {
    if (/ style=/.test(html))
      throw new Error(`The drawn page ${name} has a style attribute, which is refused.`);
    // What React writes where a part of the page threw or was not there yet.
    if (html.includes("<!--$!-->")) throw new Error(`The drawn page ${name} lacks a part.`);
    await Bun.write(join(outdir, `drawn/${language}/${name}.part`), html);
  }
}

/**
 * Instead of the operator's settings, which only a running server knows: what it replaces by them. Every drawing counts
 * as confirmed, since a record is shown only where there is one to draw.
 */
const settingsToFillIn: BunPlugin = {
  name: "settings-to-fill-in",
  setup(build) {
    build.onLoad({ filter: /lib[\\/]server-settings\.ts$/ }, () => ({
      contents: `
        export const productName = "{{productName}}";
        export const maxUploadMb = "{{maxUploadMb}}";
        export const retentionHours = "{{retentionHours}}";
        export const signupOpen = true, sendsMail = true, paymentsOpen = true, creditsPay = false, isVisitor = true, isConfirmed = true;`,
      loader: "js",
    }));
  },
};
