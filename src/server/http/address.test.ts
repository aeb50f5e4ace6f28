import { expect, test } from "bun:test";
import { callerAddress } from "./address.ts";

test("without a trusted proxy, only the socket's address counts [threat A10]", () => {
  expect(callerAddress("198.51.100.7", "203.0.113.1", false)).toBe("198.51.100.7");
});

test("behind a trusted proxy the address that the proxy saw counts, not what the caller wrote before it [threat A10]", () => {
  expect(callerAddress("127.0.0.1", "203.0.113.66, 198.51.100.7", 1)).toBe("198.51.100.7");
  expect(callerAddress("127.0.0.1", undefined, 1)).toBe("127.0.0.1");
});

test("a port that some proxies append to the address is ignored", () => {
  expect(callerAddress("127.0.0.1", "203.0.113.66, 198.51.100.7:4711", 1)).toBe("198.51.100.7");
  expect(callerAddress("127.0.0.1", "[2001:db8:1:2::9]:4711", 1)).toBe("2001:db8:1:2::/64");
  expect(callerAddress("127.0.0.1", "[2001:db8:1:2::9]", 1)).toBe("2001:db8:1:2::/64");
});

test("an IPv4 address is the same over an IPv6 socket", () => {
  expect(callerAddress("::ffff:198.51.100.7", undefined, false)).toBe("198.51.100.7");
});

test("all addresses of one IPv6 subscriber count as one", () => {
  const one = callerAddress("2001:db8:1:2:3:4:5:6", undefined, false);
  const other = callerAddress("2001:0DB8:0001:0002::9", undefined, false);
  expect([one, other]).toEqual(["2001:db8:1:2::/64", "2001:db8:1:2::/64"]);
  expect(callerAddress("::1", undefined, false)).toBe("0:0:0:0::/64");
  expect(callerAddress("2001:db8::5", undefined, false)).toBe("2001:db8:0:0::/64");
});
