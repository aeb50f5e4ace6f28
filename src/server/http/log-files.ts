import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { findCoseReceipt } from "../../features/verification/verification.service.ts";
import { readVerifierKey } from "../../issuing/log/log.service.ts";
import { logPath, retiredPath } from "../../issuing/log/log.ts";
import {
  listRetiredLogs,
  readRetiredFile,
  readRetiredTile,
  readTileAt,
  readVerifierKeys,
} from "../../issuing/log/published-log.service.ts";
import { readCosignedCheckpoint } from "../../issuing/witnesses/published-witnesses.service.ts";
import { getCallerAddress } from "./address.ts";
import type { HttpEnv } from "./http-env.ts";

type LogFilesDeps = Pick<Deps, "config" | "db" | "logKey">;

const tiles = `${logPath}/tile/`;
const text = "text/plain; charset=utf-8";
const tileHeaders = {
  "Content-Type": "application/octet-stream",
  "Cache-Control": "public, max-age=31536000, immutable",
};

/** GET …/checkpoint: the newest checkpoint with its cosignatures (c2sp.org/tlog-tiles). It changes with every entry. */
export function serveCheckpoint(deps: Pick<Deps, "db">): Handler<HttpEnv> {
  return async (c) =>
    c.body(await readCosignedCheckpoint(deps), 200, { "Content-Type": text, "Cache-Control": "no-cache" });
}

/** GET …/vkey: the log's verifier key line. */
export function serveVerifierKey(deps: LogFilesDeps): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return async (c) => c.body(`${await readVerifierKey(deps)}\n`, 200, headers);
}

/** GET …/tile/LEVEL/INDEX and …/tile/entries/INDEX, full or partial with .p/WIDTH. The bytes never change. */
export function serveTile(deps: Pick<Deps, "db">): Handler<HttpEnv> {
  return async (c) => c.body(await readTileAt(deps, c.req.path.slice(tiles.length)), 200, tileHeaders);
}

/** GET …/vkeys: the verifier key lines of every log this server has had. */
export function serveVerifierKeys(deps: LogFilesDeps): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return async (c) => c.body(await readVerifierKeys(deps), 200, headers);
}

/** GET /api/verify/:serialNumber/receipt: the receipt of a record as COSE_Sign1 (RFC 9942). */
export function serveCoseReceipt(deps: Deps): Handler<HttpEnv, "/:serialNumber"> {
  const headers = { "Content-Type": 'application/cose; cose-type="cose-sign1"' };
  return async (c) => {
    const address = getCallerAddress(c, deps.config);
    const receipt = await findCoseReceipt(deps, c.req.param("serialNumber"), address);
    return c.body(Uint8Array.from(receipt), 200, headers);
  };
}

/** GET …/ended: the retired logs, as JSON. */
export function serveRetiredLogs(deps: Pick<Deps, "config" | "db">): Handler<HttpEnv> {
  return async (c) => c.json(await listRetiredLogs(deps), 200, { "Cache-Control": "no-cache" });
}

/** GET …/ended/NUMBER/FILE: the final statement of a retired log, its checkpoints and its key. */
export function serveRetiredFile(deps: Pick<Deps, "db">): Handler<HttpEnv, "/:number/:file"> {
  return async (c) => {
    const { number, file } = c.req.param();
    return c.body(await readRetiredFile(deps, number, file), 200, {
      "Content-Type": text,
      "Cache-Control": "no-cache",
    });
  };
}

/** GET …/ended/NUMBER/tile/…: the tiles of a retired log. */
export function serveRetiredTile(deps: Pick<Deps, "db">): Handler<HttpEnv, "/:number/*"> {
  return async (c) => {
    const number = c.req.param("number");
    const path = c.req.path.slice(`${retiredPath}/${number}/tile/`.length);
    return c.body(await readRetiredTile(deps, number, path), 200, tileHeaders);
  };
}
