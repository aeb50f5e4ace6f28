import { join } from "node:path";

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g;

/**
 * Writes visitors.html, the page for first-time visitors: its styles are inline, so that it can be painted while it
 * arrives. Signed-in users have the styles as cached files.
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
