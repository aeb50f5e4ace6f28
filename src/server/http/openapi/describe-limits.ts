import type { Config } from "../../../features/config.ts";
import { type LimitName, readLimit } from "../../../platform/rate-limits.ts";
import { nameInHeader } from "../rate-limit-headers.ts";
import type { CallDescription } from "./call-description.ts";
import type { Operation } from "./openapi.ts";

/** Adds what the limits of a call allow on this server to the description of its refusal. */
export function describeLimits(
  operation: Operation,
  { limits, idempotency }: Pick<CallDescription, "limits" | "idempotency">,
  config: Pick<Config, "rateLimitFactor">,
): Operation {
  const names: LimitName[] = "none" in limits ? [] : [...limits];
  if (idempotency !== undefined) names.push("idempotencyKeysPerAccount");
  const refusal = operation.responses[429];
  if (refusal === undefined || names.length === 0) return operation;
  const allowed = names.map((name) => {
    const { max, windowMs } = readLimit(config, name);
    return `${nameInHeader(name)} (${max.toLocaleString("en-US")} in ${describeWindow(windowMs)})`;
  });
  const description = `${refusal.description}. The limits: ${allowed.join(", ")}`;
  return { ...operation, responses: { ...operation.responses, 429: { ...refusal, description } } };
}

/** 300,000 → "5 minutes". */
function describeWindow(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] =
    minutes >= 1440 ? [minutes / 1440, "day"] : minutes >= 60 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
