/** Builds the web page into dist/web: hashed files under assets/, each with a .br and .gz version, and verify.html. */
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BuildConfig, build } from "bun";

import { compressFolder } from "./build/compress.ts";
import { writeFonts } from "./build/fonts.ts";
import { writeIcons } from "./build/icons.ts";
import { writeOfflinePage, writeSiteParts } from "./build/offline-page.ts";
import { oneLanguage } from "./build/one-language.ts";
import { preloadTags } from "./build/preload.ts";
import { writePageRenderer } from "./build/render-page.ts";
import { writeSampleCertificates } from "./build/sample-certificate.ts";
import { writeServiceWorker } from "./build/service-worker.ts";
import { tailwind } from "./build/tailwind.ts";
import { writeVisitorsPage } from "./build/visitors-page.ts";
import { withoutInlineStyle } from "./build/without-inline-style.ts";
import { withoutJsonSchema } from "./build/without-json-schema.ts";
import { writeWorker } from "./build/worker.ts";

const outdir = join(import.meta.dir, "../dist/web");
const fresh = `${outdir}.new`;

const common = {
  outdir: fresh,
  minify: true,
  publicPath: "/",
  target: "browser",
  define: { "process.env.NODE_ENV": '"production"' },
} satisfies Partial<BuildConfig>;

const started = performance.now();
await rm(fresh, { recursive: true, force: true });
await mkdir(fresh, { recursive: true });
const sampleCertificates = await writeSampleCertificates(fresh);
await buildPage();
const tags = await Promise.all([
  inlineScript("before-paint.ts"),
  writeFonts(fresh),
  // Nothing waits for web/start.ts, which is requested only after the language is known.
  preloadTags(fresh, "main"),
  writeIcons(fresh),
]);
await addToHead(tags.join(""));
await Promise.all([
  writeVisitorsPage(fresh),
  writeOfflinePage(fresh),
  writeSiteParts(fresh),
  writePageRenderer(fresh, sampleCertificates),
]);
// Otherwise it is the page of a signed-in user, who usually opens the dashboard.
await addToHead(await preloadTags(fresh, "dashboard-page"));
await writeServiceWorker(fresh);
if (!process.argv.includes("--uncompressed")) await compressFolder(fresh);
await rm(outdir, { recursive: true, force: true });
await rename(fresh, outdir);
console.log(`Built the web page in ${Math.round(performance.now() - started)} ms.`);

async function buildPage(): Promise<void> {
  await build({
    ...common,
    entrypoints: [join(import.meta.dir, "index.html")],
    define: {
      ...common.define,
      sampleCertificateUrls: JSON.stringify(sampleCertificates),
      verifyWorkerUrl: JSON.stringify(await writeWorker(fresh, "verify-worker")),
      hashWorkerUrl: JSON.stringify(await writeWorker(fresh, "hash-worker")),
      straightenWorkerUrl: JSON.stringify(await writeWorker(fresh, "straighten-worker")),
    },
    splitting: true,
    minChunkSize: 8_192,
    naming: {
      entry: "[name].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]",
    },
    plugins: [tailwind, oneLanguage, withoutInlineStyle, withoutJsonSchema],
  });
}

/**
 * Scripts that must run before the first paint are inline: as files they would be queued behind the page's own scripts.
 * The server allows them by their hash (src/server/http/csp-hashes.ts).
 */
async function inlineScript(name: string): Promise<string> {
  const { outputs } = await build({
    minify: true,
    target: "browser",
    entrypoints: [join(import.meta.dir, name)],
    format: "iife",
  });
  const code = (await outputs[0]?.text())?.trim();
  if (!code || code.includes("</")) throw new Error(`The script ${name} cannot stand in a page.`);
  return `<script>${code}</script>`;
}

async function addToHead(tags: string): Promise<void> {
  const path = join(fresh, "index.html");
  const page = await Bun.file(path).text();
  if (!page.includes("</head>")) throw new Error("The built page has no head to add to.");
  await Bun.write(
    path,
    page.replace("</head>", () => `${tags}</head>`),
  );
}
