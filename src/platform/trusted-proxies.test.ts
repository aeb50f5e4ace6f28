import { expect, test } from "bun:test";
import { findVisitor, isTrustedProxy, readTrustedProxies } from "./trusted-proxies.ts";

const visitor = "198.51.100.7";
const cdn = "203.0.113.20";
const proxy = "10.0.0.2";

/** What the server sees of a visitor who sent `written` to a proxy behind a CDN. */
const throughBoth = (written = "") => `${written === "" ? "" : `${written}, `}${visitor}, ${cdn}`;

function trusting(setting: string) {
  const proxies = readTrustedProxies(setting);
  if (proxies === undefined) throw new Error(`${setting} was refused.`);
  return proxies;
}

test("behind a CDN and a proxy, visitors count by their own addresses, whatever they write themselves [threat A10]", () => {
  for (const setting of ["2", "203.0.113.0/24, 10.0.0.0/8", `${cdn} ${proxy}`]) {
    for (const written of ["", "192.0.2.66", "192.0.2.66, 10.0.0.9", "10.0.0.9", "unknown", "203.0.113.9"]) {
      expect(findVisitor(proxy, throughBoth(written), trusting(setting))).toBe(visitor);
    }
  }
});

test("with one trusted proxy, the CDN in front of it counts as the visitor", () => {
  expect(findVisitor(proxy, throughBoth(), trusting("on"))).toBe(cdn);
  expect(findVisitor(proxy, throughBoth(), trusting("1"))).toBe(cdn);
});

test("a visitor who goes around the CDN counts by the address that the proxy saw [threat A10]", () => {
  const networks = trusting("203.0.113.0/24,10.0.0.0/8");
  expect(findVisitor(proxy, `192.0.2.66, ${visitor}`, networks)).toBe(visitor);
  expect(findVisitor(proxy, visitor, networks)).toBe(visitor);
  // The proxy overwrites the header for everyone but the CDN.
  expect(findVisitor(proxy, visitor, trusting("2"))).toBe(visitor);
});

test("a visitor who connects directly counts by the connection, whatever they write [threat A10]", () => {
  const networks = trusting("203.0.113.0/24,10.0.0.0/8");
  for (const written of ["192.0.2.66", "192.0.2.66, 10.0.0.2", "10.0.0.2, 203.0.113.20"]) {
    expect(findVisitor(visitor, written, networks)).toBe(visitor);
    expect(findVisitor(visitor, written, trusting("off"))).toBe(visitor);
  }
  expect([isTrustedProxy(visitor, networks), isTrustedProxy(proxy, networks)]).toEqual([false, true]);
  expect(isTrustedProxy(undefined, networks)).toBe(false);
});

test("requests of the proxies themselves, such as health checks, count by the outermost one", () => {
  expect(findVisitor(proxy, undefined, trusting("2"))).toBe(proxy);
  expect(findVisitor(proxy, undefined, trusting("10.0.0.0/8"))).toBe(proxy);
  expect(findVisitor(proxy, cdn, trusting("10.0.0.0/8,203.0.113.0/24"))).toBe(cdn);
});

test("ports, brackets and IPv4 addresses in IPv6 form do not hide a proxy", () => {
  const networks = trusting("10.0.0.0/8,2001:db8:c::/48");
  expect(findVisitor("::ffff:10.0.0.2", `${visitor}:4711, [2001:db8:c::5]:443, 10.1.1.1:80`, networks)).toBe(
    visitor,
  );
  expect(findVisitor("::1", visitor, trusting("::1"))).toBe(visitor);
});

test("the setting is a word, a number of proxies, or networks; nothing else", () => {
  expect([readTrustedProxies("off"), readTrustedProxies("0"), readTrustedProxies("on")]).toEqual([
    false,
    false,
    1,
  ]);
  expect([readTrustedProxies("3"), readTrustedProxies("10")]).toEqual([3, 10]);
  for (const faulty of [
    ...["yes", "true", "-1", "1.5", "11", "", ",", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8"],
    ...["2001:db8::/129", "10.0.0.0/8 proxy.example.org", "010.0.0.1", "http://10.0.0.1", "private"],
  ]) {
    expect([faulty, readTrustedProxies(faulty)]).toEqual([faulty, undefined]);
  }
});
