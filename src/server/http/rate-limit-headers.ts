import type { MiddlewareHandler } from "hono";
import { type CountedLimit, collectLimits } from "../../platform/counted-limits.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * Adds RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10) to answers, also to refusals, of calls
 * that count in a limit whose state the caller may know.
 */
export const rateLimitHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const counted: CountedLimit[] = [];
  await collectLimits(counted, next);
  if (counted.length === 0) return;
  const limits = [...new Map(counted.map((limit) => [limit.name, limit])).values()];
  c.header("RateLimit-Policy", limits.map(policyOf).join(", "));
  c.header("RateLimit", limits.map(stateOf).join(", "));
};

const policyOf = ({ name, max, windowMs }: CountedLimit) =>
  `"${nameInHeader(name)}";q=${max};w=${seconds(windowMs)}`;
const stateOf = ({ name, left, endsInMs }: CountedLimit) =>
  `"${nameInHeader(name)}";r=${left};t=${Math.max(0, seconds(endsInMs))}`;

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** The name of a limit in these headers, e.g. "uploads-per-account". */
export const nameInHeader = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
