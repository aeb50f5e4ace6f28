import { createHash, timingSafeEqual } from "node:crypto";
import type { Handler } from "hono";
import { AppError } from "../../errors.ts";
import type { Deps } from "../../features/deps.ts";
import { metricsReader } from "../../features/metrics/metrics.service.ts";
import { expositionType, writeExposition } from "../../platform/metrics/exposition.ts";
import type { HttpEnv } from "./http-env.ts";

/** GET /metrics with METRICS_TOKEN. Without that setting the answer is 404. */
export function serveMetrics(
  deps: Pick<Deps, "config" | "db" | "now" | "measures" | "backups">,
): Handler<HttpEnv> {
  const { metricsToken } = deps.config;
  if (metricsToken === undefined) {
    return () => {
      throw new AppError("not_found", "address-not-found", "There is nothing at this address.");
    };
  }
  const read = metricsReader(deps);
  return async (c) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (!isSame(given, metricsToken)) {
      throw new AppError(
        "unauthenticated",
        "metrics-token-required",
        "This address requires the token set in METRICS_TOKEN.",
      );
    }
    return c.text(writeExposition(await read()), 200, {
      "Content-Type": expositionType,
      "Cache-Control": "no-store",
    });
  };
}

/** Constant time, whatever the difference and the lengths. */
const isSame = (one: string, other: string) => timingSafeEqual(computeDigest(one), computeDigest(other));

const computeDigest = (text: string) => createHash("sha256").update(text).digest();
