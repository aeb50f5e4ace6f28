import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { buildOfflineVerifier } from "../../issuing/attestations/collect-evidence.service.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";
import { inlineParts } from "./csp-hashes.ts";
import type { HttpEnv } from "./http-env.ts";
import { once } from "./once.ts";

/** GET /verify.html: the page that checks files without a connection, with the current keys. */
export function serveOfflineVerifier(
  deps: Pick<Deps, "config" | "db" | "signingKeys" | "logKey" | "authority">,
  page: BuiltPage,
): Handler<HttpEnv> {
  const file = page.get("/verify.html");
  if (!file) return (c) => c.notFound();
  const policy = once(() => offlinePolicy(file));
  return async (c) =>
    c.body(await buildOfflineVerifier(deps, file.read().toString("utf8")), 200, {
      "Content-Type": "text/html;charset=utf-8",
      "Content-Security-Policy": policy(),
      "Cache-Control": "no-cache",
    });
}

/** The page runs only its own script, and connects to nothing. */
export function offlinePolicy(file: BuiltFile): string {
  const { scripts, styles } = inlineParts(new Map([["/index.html", file]]));
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
