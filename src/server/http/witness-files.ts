import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { cosignCheckpoint, readWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import {
  listWitnesses,
  readBlocks,
  readCosignerKeys,
  readWitnessFile,
} from "../../issuing/witnesses/published-witnesses.service.ts";
import { callerAddress } from "./address.ts";
import { readText } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";

const text = "text/plain; charset=utf-8";

/** GET /evidence/log/witnesses: the external evidence about our log, as JSON. */
export function serveWitnesses(deps: Pick<Deps, "config" | "db" | "externalTsas">): Handler<HttpEnv> {
  return async (c) => c.json(await listWitnesses(deps), 200, { "Cache-Control": "no-cache" });
}

/**
 * GET /evidence/log/witnesses/SIZE/FILE: a checkpoint, its tokens and its proof. A proof changes when it is confirmed.
 */
export function serveWitnessFile(deps: Pick<Deps, "db">): Handler<HttpEnv, "/:size/:file"> {
  return async (c) => {
    const { size, file } = c.req.param();
    const type = /^checkpoint(\.cosigned)?$/.test(file) ? text : "application/octet-stream";
    const headers = { "Content-Type": type, "Cache-Control": "no-cache" };
    return c.body(Uint8Array.from(await readWitnessFile(deps, size, file)), 200, headers);
  };
}

/** GET /evidence/log/witnesses/vkeys: the keys that verify cosignatures of our log. */
export function serveCosignerKeys(deps: Pick<Deps, "config" | "db">): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return async (c) => c.body(await readCosignerKeys(deps), 200, headers);
}

/** GET /evidence/log/witnesses/blocks: the Bitcoin blocks that confirm our log. */
export function serveBlocks(deps: Pick<Deps, "db">): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return async (c) => c.body(await readBlocks(deps), 200, headers);
}

/** POST /evidence/witness/add-checkpoint: our witness for other logs (c2sp.org/tlog-witness). */
export function addCheckpoint(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "witnessKey">,
): Handler<HttpEnv> {
  return async (c) => {
    const request = await readText(c.req.raw);
    const forwardedFor = c.req.header("x-forwarded-for");
    const address = callerAddress(c.env.address, forwardedFor, deps.config.trustProxy);
    const answer = await cosignCheckpoint(deps, request, address);
    if ("line" in answer) return c.body(answer.line, 200, { "Content-Type": text });
    return c.body(`${answer.newestSize}\n`, 409, { "Content-Type": "text/x.tlog.size" });
  };
}

/** GET /evidence/witness/vkey: the key that verifies our cosignatures. */
export function serveWitnessKey(deps: Pick<Deps, "config" | "db" | "witnessKey">): Handler<HttpEnv> {
  const headers = { "Content-Type": text, "Cache-Control": "public, max-age=300" };
  return async (c) => c.body(`${await readWitnessKey(deps)}\n`, 200, headers);
}
