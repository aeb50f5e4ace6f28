import { join } from "node:path";

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g;

/**
 * Writes visitors.html, the page for those who come for the first time: its styles stand in it, so that it can be
 * painted as it arrives. Whoever is signed in keeps them as files and has them.
 */
export async function writeVisitorsPage(outdir: string): Promise<void> {
  const page = await Bun.file(join(outdir, "index.html")).text();
  const names = [...page.matchAll(stylesheet)].map(([, name = ""]) => name);
  const styles = await Promise.all(names.map((name) => Bun.file(join(outdir, name)).text()));
  const css = styles.join("\n").trim();
  if (css === "" || css.includes("</")) throw new Error("The page's styles cannot stand in the page.");
  const html = page.replaceAll(stylesheet, "").replace("</head>", () => `<style>${css}</style></head>`);
  await Bun.write(join(outdir, "visitors.html"), html);
}
