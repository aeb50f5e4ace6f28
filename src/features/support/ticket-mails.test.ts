import { afterAll, beforeAll, expect, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { createAdmin } from "../accounts/operator.service.ts";
import type { AdminTicketView } from "./support.output.schema.ts";

let server: TestServer;
let admin: TestClient;
let user: TestClient;
beforeAll(async () => {
  server = await startTestServer({ config: { supportEmail: "help@example.org" } });
  await createAdmin(server.deps, "boss", jane.password);
  [admin, user] = [createTestClient(server.origin), createTestClient(server.origin)];
  await admin.login("boss");
  await user.register();
});
afterAll(() => server.stop());

const stuck = { email: "jane@example.org", subject: "My lease is stuck", message: "Since this morning." };

type Mail = { recipient: string; reply_to: string | null; subject: string; letter: string };

/** The emails that were queued while `act` ran. */
async function mailsOf(act: () => Promise<unknown>): Promise<Mail[]> {
  const rows = () => sqliteOf(server.deps.db).prepare<[], Mail>("SELECT * FROM mails ORDER BY rowid").all();
  const before = rows().length;
  await act();
  return rows().slice(before);
}

function resolve(id: unknown, change: Record<string, string>) {
  const headers = { "content-type": "application/json" };
  return admin.send("PATCH", `/api/support/tickets/${id}`, { body: JSON.stringify(change), headers });
}

test("a ticket is mailed to SUPPORT_EMAIL, and a reply to the mail goes to its author", async () => {
  const mails = await mailsOf(() => user.post("/api/support/ticket", { ...stuck, category: "billing" }));
  expect(mails).toMatchObject([{ recipient: "help@example.org", reply_to: "jane@example.org" }]);
  for (const said of ["jane", "billing", "My lease is stuck", "Since this morning."]) {
    expect(mails[0]?.letter).toContain(said);
  }
  expect(mails[0]?.subject).not.toContain("lease");
});

test("a contact message is mailed to SUPPORT_EMAIL with the visitor's name [threat D5]", async () => {
  const message = { name: "Vera", email: "vera@example.org", subject: "Maps", message: "Do you stamp maps?" };
  const mails = await mailsOf(() => createTestClient(server.origin).post("/api/contact", message));
  expect(mails).toMatchObject([{ recipient: "help@example.org", reply_to: "vera@example.org" }]);
  expect(mails[0]?.letter).toContain("Vera (vera@example.org) wrote to you.");
});

test("a refused ticket sends no mail", async () => {
  expect(await mailsOf(() => user.post("/api/support/ticket", { ...stuck, subject: "Help" }))).toEqual([]);
});

test("a resolution is mailed to the ticket's author", async () => {
  const { body } = await user.post("/api/support/ticket", stuck);
  const mails = await mailsOf(() =>
    resolve(body.id, { status: "resolved", resolution: "Please try again." }),
  );
  expect(mails).toMatchObject([{ recipient: "jane@example.org" }]);
  expect(mails[0]?.letter).toContain("Please try again.");
  expect(mails[0]?.letter).toContain("/my-tickets");
});

test("an answer is mailed with the subject and the question, and is part of the ticket for its author and for admins", async () => {
  const { body } = await user.post("/api/support/ticket", stuck);
  const mails = await mailsOf(() => resolve(body.id, { status: "in_progress", answer: "We are looking." }));
  expect(mails).toMatchObject([{ recipient: "jane@example.org", subject: "Re: My lease is stuck" }]);
  for (const said of ["We are looking.", "My lease is stuck", "Since this morning."]) {
    expect(mails[0]?.letter).toContain(said);
  }
  await resolve(body.id, { status: "resolved", resolution: "It is done." });
  const find = (text: string) => JSON.parse(text).find(({ id }: { id: string }) => id === body.id);
  const own = find((await user.get("/api/support/tickets")).text);
  expect(own.answers.map(({ message }: { message: string }) => message)).toEqual([
    "We are looking.",
    "It is done.",
  ]);
  const [first]: AdminTicketView["answers"] = find(
    (await admin.get("/api/support/tickets/all")).text,
  ).answers;
  expect(first).toMatchObject({ message: "We are looking.", mail: expect.any(String) });
  expect(own.answers[0]).not.toHaveProperty("mail");
});

test("tickets are found by status and by words of subject, message and address", async () => {
  const author = createTestClient(server.origin);
  await author.register({ username: "searcher" });
  const ticket = { email: "finder@example.org", subject: "50% of_it", message: "Only a part of it." };
  const { body } = await author.post("/api/support/ticket", ticket);
  const found = async (query: string): Promise<unknown[]> =>
    JSON.parse((await admin.get(`/api/support/tickets/all?${query}`)).text).map(
      ({ id }: { id: string }) => id,
    );
  for (const words of ["50%25", "F_IT", "Only+a+PART", "finder@"]) {
    expect(await found(`search=${words}`)).toEqual([body.id]);
  }
  expect(await found("search=5_%25")).toEqual([]);
  expect(await found("search=finder&status=closed")).toEqual([]);
  expect(await found("search=finder&status=open")).toEqual([body.id]);
});

test("a visitor who used the contact form gets the answer without a link to tickets they cannot see", async () => {
  const message = { name: "Vera", email: "vera@example.org", subject: "Maps", message: "Do you stamp maps?" };
  await createTestClient(server.origin).post("/api/contact", message);
  const [newest]: { id: string }[] = JSON.parse((await admin.get("/api/support/tickets/all")).text);
  const mails = await mailsOf(() => resolve(newest?.id, { status: "resolved", resolution: "Yes, we do." }));
  expect(mails).toMatchObject([{ recipient: "vera@example.org" }]);
  expect(mails[0]?.letter).toContain("Yes, we do.");
  expect(mails[0]?.letter).not.toContain("/my-tickets");
});

test("a change of status alone sends no mail", async () => {
  const { body } = await user.post("/api/support/ticket", stuck);
  expect(await mailsOf(() => resolve(body.id, { status: "resolved" }))).toEqual([]);
  expect(await mailsOf(() => resolve(body.id, { status: "closed" }))).toEqual([]);
});

test("without SUPPORT_EMAIL a ticket is still saved", async () => {
  const quiet = await startTestServer({ config: { supportEmail: undefined } });
  const person = createTestClient(quiet.origin);
  await person.register();
  expect((await person.post("/api/support/ticket", stuck)).status).toBe(200);
  expect(sqliteOf(quiet.deps.db).prepare("SELECT count(*) FROM mails").pluck().get()).toBe(0);
  expect(JSON.parse((await person.get("/api/support/tickets")).text).length).toBe(1);
  await quiet.stop();
});

test("a person whose account was deleted still gets an answer, and the address is deleted afterward", async () => {
  const leaver = createTestClient(server.origin);
  await leaver.register({ username: "leaver" });
  const ask = async (subject: string) =>
    (await leaver.post("/api/support/ticket", { ...stuck, email: "leaver@example.org", subject })).body.id;
  const [answered, open] = [await ask("Answered long ago"), await ask("Where is my money?")];
  await resolve(answered, { status: "closed" });
  const users: { id: string; username: string }[] = JSON.parse((await admin.get("/api/admin/users")).text);
  await admin.send("DELETE", `/api/admin/users/${users.find(({ username }) => username === "leaver")?.id}`);
  const ticketOf = async (id: unknown) => {
    const tickets: AdminTicketView[] = JSON.parse((await admin.get("/api/support/tickets/all")).text);
    return tickets.find((ticket) => ticket.id === id);
  };
  const words = "Deleted with the account.";
  const forgotten = { email: "", subject: words, message: words };
  expect(await ticketOf(answered)).toMatchObject(forgotten);
  expect(await ticketOf(open)).toMatchObject({ email: "leaver@example.org", subject: "Where is my money?" });

  const mails = await mailsOf(() => resolve(open, { status: "resolved", resolution: "It was refunded." }));
  expect(mails).toMatchObject([{ recipient: "leaver@example.org" }]);
  expect(mails[0]?.letter).not.toContain("/my-tickets");
  expect(await ticketOf(open)).toMatchObject({ ...forgotten, resolution: "It was refunded." });
  expect(await mailsOf(() => resolve(answered, { status: "resolved", resolution: "Once more." }))).toEqual(
    [],
  );
});
