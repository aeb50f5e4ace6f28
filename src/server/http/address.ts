import { isIPv6 } from "node:net";
import type { Context } from "hono";
import type { Config } from "../../features/config.ts";
import type { HttpEnv } from "./http-env.ts";

/** The network address by which a request is counted. */
export function getCallerAddress(c: Context<HttpEnv>, { trustProxy }: Pick<Config, "trustProxy">): string {
  return callerAddress(c.env.address, c.req.header("x-forwarded-for"), trustProxy);
}

/**
 * The network address for rate limits. X-Forwarded-For is trusted only behind a trusted proxy, and only its last entry,
 * which that proxy wrote; some proxies append a port, which differs for each connection. An IPv6 subscriber has a whole
 * /64, so that prefix is counted.
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  const given = withoutPort(forwarded || socketAddress || "unknown");
  if (!given.includes(":")) return given;
  const address = given.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(address) ? `${firstFourGroups(address)}::/64` : address;
}

/** "192.0.2.1:4711", "[2001:db8::1]:4711" and "[2001:db8::1]" without port and brackets. */
function withoutPort(given: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, "$1");
}

function firstFourGroups(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = !tail ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
