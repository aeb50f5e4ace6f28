import { expect, test } from "bun:test";
import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "../../src/server/http/router.ts";
import { recordAddress } from "./early-answers.ts";
import { serialInPath } from "./serial-in-path.ts";
import { apiLinks } from "./trpc.ts";

test("the record is requested early at exactly the address that the page uses, and therefore only once", async () => {
  const asked: string[] = [];
  const send = (input: RequestInfo | URL | string) => {
    asked.push(String(input));
    return Promise.resolve(Response.json([{ result: { data: {} } }]));
  };
  const client = createTRPCClient<AppRouter>({ links: apiLinks({ send }) });
  for (const serialNumber of ["AT-00000-00000-00000-00000", "what's (not) a *serial* number!"]) {
    await client.verification.verify.query({ serialNumber });
    const inPath = serialInPath(`/verify/${encodeURIComponent(serialNumber)}`);
    expect(recordAddress(inPath ?? "")).toBe(asked.at(-1) ?? "");
  }
});

test("other pages, and a path that is not encoded as an address is, have no serial number", () => {
  expect(["/", "/verify/", "/verify/AT-1/more", "/verify/%E0%A4%A"].map(serialInPath)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
