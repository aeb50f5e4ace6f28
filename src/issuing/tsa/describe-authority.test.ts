import { expect, test } from "bun:test";
import { testAuthority } from "../../evidence/test-pki.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { describeAuthority } from "./document-time-stamps.service.ts";

test("a certificate calls an authority public only if its root is on the list that verifiers ship with [threat V7]", () => {
  const stamp = {
    certificateEnd: new Date(0),
    token: new Uint8Array(),
    time: new Date(0),
    authority: "Outside TSA",
  };
  const [listed] = shippedLists.roots;
  const [own] = testAuthority("Outside").roots;
  const vouchers = [
    describeAuthority({ ...stamp, outside: false }),
    describeAuthority({ ...stamp, outside: true, ...(own && { root: own }) }),
    describeAuthority({ ...stamp, outside: true, ...(listed && { root: listed }) }),
    describeAuthority({ ...stamp, outside: true }),
  ].map(({ vouchedBy }) => vouchedBy);
  expect(vouchers).toEqual(["service", "named", "public", "named"]);
});
