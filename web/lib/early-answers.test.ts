import { expect, test } from "bun:test";
import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "../../src/server/http/router.ts";
import { recordAddress } from "./early-answers.ts";
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
    expect(recordAddress(`/verify/${serialNumber}`)).toBe(asked.at(-1) ?? "");
  }
});
