import { createHash } from "node:crypto";
import type { Handler } from "hono";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { buildOfflineVerifier } from "../../features/documents/collect-evidence.service.ts";
import { fileTypesByExtension } from "../../formats/file-types.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";
import { inlineParts } from "./csp-hashes.ts";
import type { HttpEnv } from "./http-env.ts";

export const serviceWorkerPath = "/service-worker.js";
export const offlineVerifierPath = "/verify.html";
const manifestPath = "/icons/app.webmanifest";

/** The service worker only stores what it fetches from us. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * The built page as an app that can be installed: under the operator's name, in the system's share sheet, and with a
 * service worker of its own for every release and every change of the settings in the page.
 */
export function withInstalledApp(page: BuiltPage, { productName }: Pick<Config, "productName">): BuiltPage {
  const [manifest, worker, index] = [manifestPath, serviceWorkerPath, "/index.html"].map((path) =>
    page.get(path),
  );
  if (!manifest || !worker || !index) return page;
  const named = withText(manifest, nameManifest(manifest.bytes.toString("utf8"), productName));
  const release = createHash("sha256");
  for (const { sha256 } of [index, named, worker, page.get(offlineVerifierPath) ?? index])
    release.update(sha256);
  const code = worker.bytes.toString("utf8").replace("RELEASE", release.digest("hex").slice(0, 16));
  return new Map([...page, [manifestPath, named], [serviceWorkerPath, withText(worker, code)]]);
}

function nameManifest(json: string, productName: string): string {
  const types = [...new Set(Object.values(fileTypesByExtension))];
  return JSON.stringify({
    ...JSON.parse(json),
    id: "/",
    name: productName,
    short_name: productName,
    share_target: {
      action: "/share-target",
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "files", accept: [...types, ...Object.keys(fileTypesByExtension)] }] },
    },
  });
}

function withText(file: BuiltFile, text: string): BuiltFile {
  const bytes = Buffer.from(text);
  return { ...file, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), encoded: {} };
}

/** GET /verify.html: the page that checks files without a connection, with the keys of today. */
export function serveOfflineVerifier(
  deps: Pick<Deps, "config" | "db" | "signingKeys" | "logKey" | "authority">,
  page: BuiltPage,
): Handler<HttpEnv> {
  const file = page.get(offlineVerifierPath);
  if (!file) return (c) => c.notFound();
  const { scripts, styles } = inlineParts(new Map([["/index.html", file]]));
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return async (c) =>
    c.body(await buildOfflineVerifier(deps, file.bytes.toString("utf8")), 200, {
      "Content-Type": "text/html;charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-cache",
    });
}
