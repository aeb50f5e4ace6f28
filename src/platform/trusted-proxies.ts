import ipaddr from "ipaddr.js";

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * The proxies between visitors and this server, each of which adds the address that it saw to X-Forwarded-For: none;
 * how many; or the networks that they are in.
 */
export type TrustedProxies = false | number | Network[];

export const maxProxies = 10;

/** Reads `off`, `on` (one proxy), a number of proxies, or networks separated by commas or spaces. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === "off") return false;
  if (text === "on") return 1;
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    return count <= maxProxies ? count || false : undefined;
  }
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const networks = parts.flatMap((part) => {
    const network = readNetwork(part);
    return network ? [network] : [];
  });
  return networks.length > 0 && networks.length === parts.length ? networks : undefined;
}

/** An address, or a range of addresses such as 192.0.2.0/24 or 2001:db8::/32, but not all of them. */
function readNetwork(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  const parsed = readAddress(address);
  if (parsed === undefined || rest.length > 0) return undefined;
  const bits = parsed.toByteArray().length * 8;
  if (prefix === undefined) return [parsed, bits];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits
    ? [parsed, Number(prefix)]
    : undefined;
}

/** IPv4 addresses that an IPv6 socket sees become plain ones. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

/**
 * The address of the visitor, as the outermost trusted proxy saw it. What the visitor wrote into X-Forwarded-For stands
 * before that entry and never counts.
 */
export function findVisitor(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  const socket = socketAddress ?? "unknown";
  if (proxies === false) return socket;
  const entries = (forwardedFor ?? "").split(",").map((entry) => withoutPort(entry.trim()));
  const path = [...entries.filter((entry) => entry !== ""), socket];
  if (typeof proxies === "number") return path[Math.max(0, path.length - 1 - proxies)] ?? socket;
  return path.findLast((address) => !isInside(address, proxies)) ?? path[0] ?? socket;
}

/** Whether a trusted proxy opened the connection; with only their number, that cannot be known. */
export function isTrustedProxy(socketAddress: string | undefined, proxies: TrustedProxies): boolean {
  return typeof proxies === "object" ? isInside(socketAddress ?? "", proxies) : proxies !== false;
}

function isInside(text: string, networks: Network[]): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  return networks.some(
    ([network, prefixLength]) => network.kind() === address.kind() && address.match([network, prefixLength]),
  );
}

/** "192.0.2.1:4711", "[2001:db8::1]:4711" and "[2001:db8::1]" without port and brackets. */
function withoutPort(given: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, "$1");
}
