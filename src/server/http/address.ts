import { isIPv6 } from "node:net";
import type { Context } from "hono";
import type { Config } from "../../features/config.ts";
import { findVisitor, type TrustedProxies } from "../../platform/trusted-proxies.ts";
import type { HttpEnv } from "./http-env.ts";

/** The network address by which a request is counted. */
export function getCallerAddress(c: Context<HttpEnv>, { trustProxy }: Pick<Config, "trustProxy">): string {
  return callerAddress(c.env.address, c.req.header("x-forwarded-for"), trustProxy);
}

/**
 * The network address for rate limits. X-Forwarded-For counts only behind trusted proxies, and only an entry that one
 * of them wrote. An IPv6 subscriber has a whole /64, so that prefix is counted.
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: TrustedProxies,
): string {
  const given = findVisitor(socketAddress, forwardedFor, trustProxy);
  if (!given.includes(":")) return given;
  const address = given.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(address) ? `${firstFourGroups(address)}::/64` : address;
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
