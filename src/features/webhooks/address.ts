import { networkInterfaces } from "node:os";
import { dns } from "bun";
import ipaddr from "ipaddr.js";
import { AppError } from "../../errors.ts";

/** The network addresses of a name; none when it does not exist. Rejects when that cannot be found out now. */
export type LookUp = (name: string) => Promise<string[]>;

/**
 * As this machine looks names up, but never by its threads: they read and write the files as well, and would wait for
 * whoever has a name whose servers do not answer.
 */
export const lookUpHere: LookUp = (name) =>
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

/** What name servers answer about a name that has no address. Anything else is a failure to ask them. */
const unknownName = new Set(["DNS_ENOTFOUND", "DNS_ENODATA", "DNS_ENONAME", "DNS_EBADNAME"]);

/** Rejects when the signal aborts first. A lookup cannot be stopped; its result is ignored then. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** How long saving an address waits for its name to be looked up. */
const lookUpTimeoutMs = 3_000;

/** All of IPv6 that is given out (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address of the network is somebody else's computer on the internet: not this machine, not its own or a
 * local network, no metadata service, no address that stands for such a one (IPv4 inside IPv6).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

/** Below it a machine's own services listen: mail, remote logins, names (RFC 6335, section 6). */
const firstUserPort = 1024;

/**
 * Checks an address before it is saved. Throws AppError `invalid` for an address that nothing is ever sent to. A name
 * without an address and one that leads to a private network get the same answer: it must not tell which names a
 * private network has. A name that cannot be looked up right now is accepted, since every delivery looks it up and
 * checks its addresses again.
 */
export async function requireUsableUrl(
  text: string,
  allowsPrivate: boolean,
  lookUp: LookUp = lookUpHere,
): Promise<void> {
  const url = new URL(text);
  if (url.username || url.password)
    throw new AppError("invalid", "webhook-url-has-password", "Please give an address without a password.");
  if (allowsPrivate) return;
  if (url.protocol !== "https:")
    throw new AppError("invalid", "webhook-url-invalid", "Please write an address with https://…");
  const host = hostOf(url);
  requireUsablePort(url);
  if (host === "localhost" || host.endsWith(".localhost")) throw notPublic();
  const found = ipaddr.isValid(host)
    ? [host]
    : await unlessAborted(lookUp(host), AbortSignal.timeout(lookUpTimeoutMs)).catch(() => undefined);
  if (found) requirePublic(found);
}

/**
 * The network address to connect to, looked up now: what is connected to is what was checked. Throws AppError when
 * there is none, when one of those of the name is no public one, or is this machine, or when nothing is sent to the
 * port.
 */
export async function addressOf(url: URL, allowsPrivate: boolean, lookUp: LookUp): Promise<string> {
  if (!allowsPrivate) requireUsablePort(url);
  const host = hostOf(url);
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

/**
 * Those of this machine's network cards. Behind a router that translates addresses, its outer one is not among them.
 */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).map(({ address }) => normalized(address)),
  );

const normalized = (address: string) => ipaddr.process(address).toNormalizedString();

/** The name to be shown the certificate of (SNI, RFC 6066 section 3); an address is none, and has its own in it. */
export function serverNameOf(url: URL): string | undefined {
  const host = hostOf(url);
  return ipaddr.isValid(host) ? undefined : host;
}

/** An IPv6 address stands in brackets in an URL. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Nobody can have the server knock at the mail or the login of a stranger's machine, as if it were an attacker. */
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
