import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startWorkingServer } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { createAdmin } from "./operator.service.ts";

let smtp: TestSmtpServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  server = await startWorkingServer({ config: { smtpUrl: smtp.url } });
});
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let accounts = 0;
async function register(fields: Record<string, unknown>): Promise<TestClient> {
  const person = createTestClient(server.origin);
  accounts += 1;
  const account = { username: `reader-${accounts}`, email: `reader-${accounts}@example.org`, ...fields };
  expect((await person.register(account)).status).toBe(200);
  return person;
}

/**
 * The newest email once this many have arrived: its subject without the product's name, its text, and the language of
 * its HTML.
 */
async function newestMail(count: number) {
  const mail = (await smtp.untilReceived(count)).at(-1)?.mail;
  return {
    subject: mail?.subject?.replace(/^[^:]+: /, ""),
    text: mail?.text ?? "",
    language: /<html lang="(\w+)"/.exec(String(mail?.html))?.[1],
  };
}

test("a user who registers in Spanish gets Spanish emails, including those that a program or a job triggers", async () => {
  const person = await register({ language: "es" });
  expect(await newestMail(1)).toMatchObject({
    subject: "confirme su correo electrónico",
    text: expect.stringContaining("Confirmar esta dirección"),
    language: "es",
  });
  const { username } = (await person.get("/api/auth/me")).body;
  await createTestClient(server.origin).post("/api/auth/forgot-password", { account: username });
  expect(await newestMail(2)).toMatchObject({
    subject: "elija una nueva contraseña",
    text: expect.stringContaining("El enlace funciona una vez, durante una hora."),
  });
  await person.post("/api/auth/change-password", {
    currentPassword: jane.password,
    newPassword: "another horse",
  });
  const changed = await newestMail(3);
  expect(changed.subject).toBe("su contraseña ha cambiado");
  expect(changed.text).toMatch(
    /^Hola:\n\nLa contraseña de su cuenta cambió el \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
  );
});

test("emails are in English by default, and a choice on the account page applies to later emails", async () => {
  const person = await register({});
  expect(await newestMail(1)).toMatchObject({ subject: "please confirm your email address", language: "en" });
  expect((await person.get("/api/auth/me")).body.language).toBe("en");
  const chosen = await person.post("/api/auth/language", { language: "es" });
  expect([chosen.status, chosen.body.language]).toEqual([200, "es"]);
  expect((await person.get("/api/auth/me")).body.language).toBe("es");
  await person.post("/api/auth/delete-account", { currentPassword: jane.password });
  expect(await newestMail(2)).toMatchObject({ subject: "su cuenta se eliminará" });
  await person.post("/api/auth/language", { language: "en" });
  await person.post("/api/auth/keep-account");
  expect(await newestMail(3)).toMatchObject({ subject: "your account is kept", language: "en" });
});

test("the email with an answer to a ticket is in the user's language; the answer itself is unchanged", async () => {
  await createAdmin(server.deps, "boss", jane.password);
  const admin = createTestClient(server.origin);
  await admin.login("boss");
  const person = await register({ language: "es" });
  await newestMail(1);
  const ticket = { email: "reader@example.org", subject: "Una pregunta", message: "¿Cómo se sella?" };
  const { body } = await person.post("/api/support/ticket", { ...ticket, category: "general" });
  await admin.send("PATCH", `/api/support/tickets/${body.id}`, {
    body: JSON.stringify({ status: "resolved", resolution: "Upload a file." }),
    headers: { "content-type": "application/json" },
  });
  const mail = (await smtp.untilReceived(2)).at(-1)?.mail;
  expect(mail?.subject).toBe("Re: Una pregunta");
  for (const said of [
    "ha resuelto su solicitud de soporte",
    "Upload a file.",
    "Usted escribió:",
    "¿Cómo se sella?",
  ])
    expect(mail?.text).toContain(said);
});

test("an unknown language is refused", async () => {
  const person = await register({});
  expect((await person.post("/api/auth/language", { language: "tlh" })).status).toBe(400);
  expect(
    (await createTestClient(server.origin).register({ username: "klingon", language: "tlh" })).status,
  ).toBe(400);
});
