import { expect, test } from "bun:test";
import { isPublicAddress, requireUsableUrl, resolveAddress } from "./address.ts";

test("only addresses on the public internet count as public [threat W1]", () => {
  const inner = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
  ];
  const outer = ["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1"];
  const others = [
    "224.0.0.1",
    "255.255.255.255",
    "2002:7f00:1::",
    "ff02::1",
    "::127.0.0.1",
    "::7f00:1",
    "f000::1",
    "198.18.0.1",
    "x",
  ];
  expect([...inner, ...outer, ...others].filter(isPublicAddress)).toEqual([]);
  expect(["1.1.1.1", "93.184.216.34", "2606:4700::1111"].every(isPublicAddress)).toBe(true);
});

test("a webhook goes to port 443, or to a port that no system service uses [threat W7]", async () => {
  const address = "1.1.1.1";
  const lookUp = async () => [address];
  const at = (port: number) => `https://example.org:${port}/`;
  for (const port of [0, 22, 25, 53, 80, 1023]) {
    await expect(requireUsableUrl(at(port), false, lookUp)).rejects.toThrow(
      "The endpoint's port must be 443",
    );
    await expect(resolveAddress(new URL(at(port)), false, lookUp)).rejects.toThrow(
      "The endpoint's port must be 443",
    );
    await requireUsableUrl(at(port), true);
    expect(await resolveAddress(new URL(at(port)), true, lookUp)).toBe(address);
  }
  for (const port of [443, 1024, 8443, 65535]) {
    await requireUsableUrl(at(port), false, lookUp);
    expect(await resolveAddress(new URL(at(port)), false, lookUp)).toBe(address);
  }
});
