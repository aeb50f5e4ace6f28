import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { readVerifierKey } from "../../features/log/log.service.ts";
import { endedPath, logPath } from "../../features/log/log.ts";
import {
  listEndedLogs,
  readEndedFile,
  readEndedTile,
  readTileAt,
  readVerifierKeys,
} from "../../features/log/published-log.service.ts";
import { readCosignedCheckpoint } from "../../features/witnesses/published-witnesses.service.ts";
import type { HttpEnv } from "./http-env.ts";

const tiles = `${logPath}/tile/`;
const text = "text/plain; charset=utf-8";
const tileHeaders = {
  "Content-Type": "application/octet-stream",
  "Cache-Control": "public, max-age=31536000, immutable",
};

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
  return (c) => c.body(readTileAt(deps, c.req.path.slice(tiles.length)), 200, tileHeaders);
}

/** GET …/vkeys: the same lines of every log this server ever had. */
export function serveVerifierKeys(deps: Deps): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return (c) => c.body(readVerifierKeys(deps), 200, headers);
}

/** GET …/ended: the logs that were ended, as JSON. */
export function serveEndedLogs(deps: Deps): Handler<HttpEnv> {
  return (c) => c.json(listEndedLogs(deps), 200, { "Cache-Control": "no-cache" });
}

/** GET …/ended/NUMBER/FILE: the last words of such a log, its checkpoints and its key. */
export function serveEndedFile(deps: Deps): Handler<HttpEnv, "/:number/:file"> {
  return (c) => {
    const { number, file } = c.req.param();
    return c.body(readEndedFile(deps, number, file), 200, {
      "Content-Type": text,
      "Cache-Control": "no-cache",
    });
  };
}

/** GET …/ended/NUMBER/tile/…: its tiles, as those of the log of today. */
export function serveEndedTile(deps: Deps): Handler<HttpEnv, "/:number/*"> {
  return (c) => {
    const number = c.req.param("number");
    const path = c.req.path.slice(`${endedPath}/${number}/tile/`.length);
    return c.body(readEndedTile(deps, number, path), 200, tileHeaders);
  };
}
