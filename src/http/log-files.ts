import type { Handler } from "hono";
import type { Deps } from "../deps.ts";
import { readTileAt } from "../registry/published-log.service.ts";
import { readVerifierKey } from "../registry/registry.service.ts";
import { logPath } from "../registry/registry.ts";
import { readCosignedCheckpoint } from "../witnesses/published-witnesses.service.ts";
import type { HttpEnv } from "./http-env.ts";

const tiles = `${logPath}/tile/`;
const text = "text/plain; charset=utf-8";

/** GET …/checkpoint: what the log signed last (c2sp.org/tlog-tiles), and its witnesses. It changes with every entry. */
export function serveCheckpoint(deps: Deps): Handler<HttpEnv> {
  return (c) =>
    c.body(readCosignedCheckpoint(deps), 200, { "Content-Type": text, "Cache-Control": "no-cache" });
}

/** GET …/vkey: the line with which checkpoints are opened. */
export function serveVerifierKey(deps: Deps): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return (c) => c.body(`${readVerifierKey(deps)}\n`, 200, headers);
}

/** GET …/tile/LEVEL/INDEX and …/tile/entries/INDEX, full or with .p/WIDTH: bytes that never change. */
export function serveTile(deps: Deps): Handler<HttpEnv> {
  const headers = {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  return (c) => c.body(readTileAt(deps, c.req.path.slice(tiles.length)), 200, headers);
}
