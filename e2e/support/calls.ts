import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import { writeTextPdf } from "./samples.ts";

/** Prerequisites of browser tests, done with API calls, which load no page. */

type Account = { username: string; password: string; email: string };

/** Opens an account; its session applies to the calls and to their page. */
export async function openAccount(
  calls: APIRequestContext,
  names = { firstName: "Jane", lastName: "Doe" },
): Promise<Account> {
  const username = `client-${crypto.randomUUID().slice(0, 8)}`;
  const account = { username, password: "correct horse", email: `${username}@example.org` };
  const answer = await calls.post("/api/auth/register", { data: { ...account, ...names } });
  expect(answer.status()).toBe(200);
  return account;
}

/** Writes a one-page PDF to that path and uploads it; returns the ID of the document. */
export async function uploadByCall(calls: APIRequestContext, path: string): Promise<string> {
  await writeTextPdf(path, 1);
  const file = { name: basename(path), mimeType: "application/pdf", buffer: readFileSync(path) };
  const answer = await calls.post("/api/documents/upload", { multipart: { file } });
  return (await answer.json()).id;
}

/** Stamps a one-page PDF with this config, as `stampUploaded` does. */
export async function stampByCall(
  calls: APIRequestContext,
  path: string,
  config: Record<string, unknown> = {},
): Promise<{ id: string; serialNumber: string }> {
  return stampUploaded(calls, await uploadByCall(calls, path), config);
}

/** Stamps an uploaded document with this config; returns its ID and serial number. */
export async function stampUploaded(
  calls: APIRequestContext,
  id: string,
  config: Record<string, unknown> = {},
): Promise<{ id: string; serialNumber: string }> {
  expect((await calls.post(`/api/documents/${id}/process`, { data: config })).status()).toBe(200);
  const document = async () => (await calls.get(`/api/documents/${id}`)).json();
  // Scripts call this as well, without the limits in the tests' settings.
  await expect
    .poll(async () => (await document()).status, { timeout: 120_000, intervals: [50] })
    .toBe("completed");
  return { id, serialNumber: (await document()).serialNumber };
}

/** Stamps a one-page PDF; its original and its stamped copy are in that folder then. */
export async function stampIntoFolder(calls: APIRequestContext, folder: string) {
  const [original, stamped] = [join(folder, "lease.pdf"), join(folder, "Stamped_lease.pdf")];
  const { id, serialNumber } = await stampByCall(calls, original);
  writeFileSync(stamped, await (await calls.get(`/api/documents/${id}/download`)).body());
  return { id, serialNumber, original, stamped };
}
