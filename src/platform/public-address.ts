import { networkInterfaces } from "node:os";
import { dns } from "bun";
import ipaddr from "ipaddr.js";
import { AppError } from "../errors.ts";

/** The network addresses of a name; empty if it does not exist. Rejects if the lookup fails. */
export type LookUp = (name: string) => Promise<string[]>;

/**
 * The machine's lookup, but not in the shared thread pool, which also reads and writes files and would be blocked by
 * names whose servers do not answer.
 */
export const lookUpLocally: LookUp = (name) =>
  dns.lookup(name, { backend: "c-ares" }).then(
    (found) => found.map(({ address }) => address),
    (cause) => {
      if (cause instanceof Error && "code" in cause && unknownName.has(String(cause.code))) return [];
      throw new AppError(
        "unavailable",
        "webhook-host-lookup-failed",
        "The endpoint's host name cannot be looked up right now.",
        { cause },
      );
    },
  );

/** The errors that mean a name has no address. Any other error means that the lookup failed. */
const unknownName = new Set(["DNS_ENOTFOUND", "DNS_ENODATA", "DNS_ENONAME", "DNS_EBADNAME"]);

/** Rejects when the signal aborts first. A lookup cannot be stopped; its result is ignored then. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The time limit of a lookup when an address is saved. */
const lookUpTimeoutMs = 3_000;

/** All allocated IPv6 addresses (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Services that a cloud offers only to its own machines, at addresses that IANA's registries of special-purpose
 * addresses do not list. The other clouds' are in listed ranges, such as 169.254.0.0/16.
 */
const cloudServices = [
  // Azure's wire server
  "168.63.129.16/32",
  // Google Cloud: restricted.googleapis.com, private.googleapis.com
  "199.36.153.4/30",
  "199.36.153.8/30",
  "2600:2d00:2:1000::/56",
  "2600:2d00:2:2000::/56",
  // IBM Cloud's service endpoints
  "161.26.0.0/16",
  "166.8.0.0/14",
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether a network address is another computer on the public internet: not this machine, not a private or local
 * network, no service inside a cloud, and no address that embeds one of these (IPv4 inside IPv6). A NAT64 prefix of the
 * local network's own (RFC 6052, 2.2) cannot be recognized.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (cloudServices.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed));
}

/** Whether an IPv6 address ends with an IPv4 address to which an ISATAP interface tunnels (RFC 5214, 6.1). */
function isIsatap({ parts: [, , , , high = 0, low] }: ipaddr.IPv6): boolean {
  return (high & ~0x0200) === 0 && low === 0x5efe;
}

/** Below it are a machine's own services: mail, remote logins, DNS (RFC 6335, section 6). */
const firstUserPort = 1024;

/**
 * Checks an address before it is saved. Throws AppError `invalid` for an address to which nothing may be sent. A name
 * without an address and one in a private network get the same answer, so that it does not reveal which names a private
 * network has. A name that cannot be looked up right now is accepted, since every delivery looks it up and checks its
 * addresses again.
 */
export async function requireUsableUrl(
  text: string,
  allowsPrivate: boolean,
  lookUp: LookUp = lookUpLocally,
): Promise<void> {
  const url = new URL(text);
  if (url.username || url.password)
    throw new AppError("invalid", "webhook-url-has-password", "Please give an address without a password.");
  if (allowsPrivate) return;
  if (url.protocol !== "https:")
    throw new AppError("invalid", "webhook-url-invalid", "Please enter an address that starts with https://");
  const host = getHost(url);
  requireUsablePort(url);
  if (host === "localhost" || host.endsWith(".localhost")) throw notPublic();
  const found = ipaddr.isValid(host)
    ? [host]
    : await unlessAborted(lookUp(host), AbortSignal.timeout(lookUpTimeoutMs)).catch(() => undefined);
  if (found) requirePublic(found);
}

/**
 * The network address to connect to, looked up now, so that the connection goes to the checked address. Throws AppError
 * if there is none, if one of the name's addresses is not public or is this machine's, or if the port is not allowed.
 */
export async function resolveAddress(url: URL, allowsPrivate: boolean, lookUp: LookUp): Promise<string> {
  if (!allowsPrivate) requireUsablePort(url);
  const host = getHost(url);
  const found = ipaddr.isValid(host) ? [host] : await lookUp(host);
  if (!allowsPrivate) requirePublic(found);
  const [first] = found;
  if (first === undefined)
    throw new AppError("unavailable", "webhook-host-unknown", "The endpoint's host name is unknown.");
  return first;
}

/** Throws AppError `invalid` unless there is an address, and every one is public and belongs to another machine. */
function requirePublic(addresses: string[]): void {
  const own = ownAddresses();
  const isUsable = (address: string) => isPublicAddress(address) && !own.includes(normalized(address));
  if (addresses.length === 0 || !addresses.every(isUsable)) throw notPublic();
}

/** The addresses of this machine's network interfaces. Behind NAT, the public one is not among them. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).map(({ address }) => normalized(address)),
  );

const normalized = (address: string) => ipaddr.process(address).toNormalizedString();

/** The name for SNI (RFC 6066, section 3); undefined for an IP address. */
export function getServerName(url: URL): string | undefined {
  const host = getHost(url);
  return ipaddr.isValid(host) ? undefined : host;
}

/** IPv6 addresses are in brackets in a URL. */
const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** The server must not be usable to probe mail or login services of other machines. */
function requireUsablePort(url: URL): void {
  const isUsable = url.port === "" || Number(url.port) >= firstUserPort;
  if (!isUsable)
    throw new AppError(
      "invalid",
      "webhook-port-not-allowed",
      "The endpoint's port must be 443, or 1024 and above.",
    );
}

function notPublic(): AppError {
  return new AppError(
    "invalid",
    "webhook-host-not-public",
    "The endpoint's host is unknown, or not on the public internet.",
  );
}
