import { createHash } from "node:crypto";
import { acceptsWord, type Config } from "../../features/config.ts";
import { acceptedTypes } from "../../formats/file-types.ts";
import { type BuiltPage, fileOf } from "./built-page.ts";

export const serviceWorkerPath = "/service-worker.js";
const manifestPath = "/icons/app.webmanifest";

/** The service worker only stores what it fetches from us. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * The built page as an app that can be installed: under the operator's name, in the system's share sheet, and with a
 * different service worker for every release and every change of the settings in the page.
 */
export function withInstalledApp(
  page: BuiltPage,
  config: Pick<Config, "productName" | "extraTypes" | "converter">,
): BuiltPage {
  const [manifest, worker, index] = [manifestPath, serviceWorkerPath, "/index.html"].map((path) =>
    page.get(path),
  );
  if (!manifest || !worker || !index) return page;
  const types = acceptedTypes(config.extraTypes, acceptsWord(config));
  const named = fileOf(
    Buffer.from(writeManifest(manifest.read().toString("utf8"), config.productName, types)),
    manifest.type,
  );
  const release = createHash("sha256");
  for (const { hash } of [index, named, worker, page.get("/verify.html") ?? index]) release.update(hash());
  const code = worker.read().toString("utf8").replace("RELEASE", release.digest("hex").slice(0, 16));
  return new Map([
    ...page,
    [manifestPath, named],
    [serviceWorkerPath, fileOf(Buffer.from(code), worker.type)],
  ]);
}

function writeManifest(json: string, productName: string, types: Record<string, string>): string {
  const accept = [...new Set(Object.values(types)), ...Object.keys(types)];
  return JSON.stringify({
    ...JSON.parse(json),
    id: "/",
    name: productName,
    short_name: productName,
    share_target: {
      action: "/share-target",
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "files", accept }] },
    },
  });
}
