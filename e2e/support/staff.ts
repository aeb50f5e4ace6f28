import type { APIRequestContext, Page } from "@playwright/test";
import { test as base } from "./mailbox.ts";
import { writeTextPdf } from "./samples.ts";

const admin = { username: "boss", password: "correct horse" };

/** The product with an administrator and a mail server. */
export const test = base.extend<{ client: Client }>({
  settings: [
    async ({ smtp }, use) => {
      await use({ SMTP_URL: smtp.url, ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password });
    },
    { scope: "worker" },
  ],
  client: async ({ playwright, product }, use) => {
    const calls = await playwright.request.newContext({ baseURL: product.origin });
    await use(await openAccount(calls));
    await calls.dispose();
  },
});

/** A client of the service with an account of their own, and the calls they make themselves. */
export type Client = {
  username: string;
  email: string;
  calls: APIRequestContext;
};

async function openAccount(calls: APIRequestContext): Promise<Client> {
  const username = `client-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  const names = { firstName: "Zoë", lastName: "Quill" };
  await calls.post("/api/auth/register", { data: { username, email, password: "correct horse", ...names } });
  return { username, email, calls };
}

/** Signs in as the administrator, without a form. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.request.post("/api/auth/login", { data: admin });
}

/** Uploads a PDF for the client; returns the id of the document. */
export async function upload({ calls }: Client, path: string): Promise<string> {
  await writeTextPdf(path, 1);
  const answer = await calls.post("/api/documents/upload", {
    multipart: {
      file: { name: path.split("/").at(-1) ?? "", mimeType: "application/pdf", buffer: await read(path) },
    },
  });
  return (await answer.json()).id;
}

/** Uploads and stamps a PDF for the client; returns its serial number. */
export async function stamp(client: Client, path: string): Promise<string> {
  const id = await upload(client, path);
  await client.calls.post(`/api/documents/${id}/process`, { data: {} });
  for (let waited = 0; waited < 30_000; waited += 50) {
    const document = await (await client.calls.get(`/api/documents/${id}`)).json();
    if (document.status === "completed") return document.serialNumber;
    await Bun.sleep(50);
  }
  throw new Error(`${path} was not stamped within 30 seconds.`);
}

async function read(path: string): Promise<Buffer> {
  return Buffer.from(await Bun.file(path).arrayBuffer());
}
