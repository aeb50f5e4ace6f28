import { expect, test } from "bun:test";
import { isPublicAddress, requireUsableUrl, resolveAddress } from "./public-address.ts";

test("only addresses on the public internet count as public, and none of IANA's special-purpose ones does [threat W1]", () => {
  // iana-ipv4-special-registry, iana-ipv6-special-registry, multicast, and addresses of no registry
  const special = [
    ["0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.1.1"],
    ["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.10", "192.0.0.170"],
    ["192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1"],
    ["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "x"],
    ["::", "::1", "64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:1::1", "2001:1::2", "2001:1::3"],
    ["2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:1ff::1"],
    ["2001:db8::1", "2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fe80::1", "fec0::1", "ff02::1"],
    ["4000::1", "f000::1"],
  ].flat();
  expect(special.filter(isPublicAddress)).toEqual([]);
  expect(["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"].every(isPublicAddress)).toBe(true);
});

test("an IPv6 address that contains a private IPv4 address is not public, whatever the form [threat W1]", () => {
  const forms = [
    ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::7f00:1"],
    ["64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "::ffff:0:10.0.0.1"],
    ["2002:7f00:1::", "2002:a00:1::1", "2001:0:a00:1::1"],
    ["2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:7f00:1"],
  ].flat();
  expect(forms.filter(isPublicAddress)).toEqual([]);
});

test("services that a cloud offers only to its own machines are not public [threat W1]", () => {
  const services = [
    // AWS, Google, Azure, OpenStack; Alibaba; Oracle
    ["169.254.169.254", "fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe", "100.100.100.200", "192.0.0.192"],
    ["168.63.129.16", "::ffff:168.63.129.16", "::ffff:a83f:8110"],
    ["199.36.153.4", "199.36.153.11", "2600:2d00:2:1000::1", "2600:2d00:2:2000::1"],
    ["161.26.0.10", "166.8.0.1", "166.11.255.1"],
  ].flat();
  expect(services.filter(isPublicAddress)).toEqual([]);
  const neighbors = [
    "168.63.129.15",
    "168.63.129.17",
    "199.36.153.3",
    "199.36.153.12",
    "161.27.0.1",
    "166.12.0.1",
  ];
  expect(neighbors.filter((address) => !isPublicAddress(address))).toEqual([]);
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
