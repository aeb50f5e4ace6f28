import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { createAdmin } from "../accounts/operator.service.ts";
import type { AdminTicketView } from "./support.output.schema.ts";
import { contactSchema } from "./support.schema.ts";

let ahead = 0;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => Date.now() + ahead } });
  await createAdmin(server.deps, "boss", jane.password);
  admin = createTestClient(server.origin);
  await admin.login("boss");
});
afterAll(() => server.stop());

const stuck = {
  email: "jane@example.org",
  subject: "My lease is stuck",
  message: "It says processing since this morning.",
  category: "technical",
};
const hello = { name: "Vera", email: "vera@example.org", subject: "Hi", message: "Do you stamp maps?" };

async function newUser(): Promise<TestClient> {
  const user = createTestClient(server.origin);
  await user.register({ username: `user-${crypto.randomUUID().slice(0, 8)}` });
  return user;
}

async function newTicket(fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await (await newUser()).post("/api/support/ticket", { ...stuck, ...fields });
  return String(answer.body.id);
}

function patch(client: TestClient, id: string, change: Record<string, unknown>) {
  const headers = { "content-type": "application/json" };
  return client.send("PATCH", `/api/support/tickets/${id}`, { body: JSON.stringify(change), headers });
}

const rowOf = (id: string) =>
  sqlOf(server.deps.db).prepare("SELECT * FROM support_tickets WHERE id = ?").get(id);
const auditOf = (id: string) =>
  sqlOf(server.deps.db).prepare("SELECT action, detail FROM audit_log WHERE subject = ?").all(id);

test("POST /api/support/ticket: the user's ticket is saved as open with medium priority [spec 7 create-ticket] [threat C12]", async () => {
  const user = await newUser();
  const answer = await user.post("/api/support/ticket", { ...stuck, userId: "chosen", priority: "urgent" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ ...stuck, status: "open", priority: "medium", resolution: null });
  const owner = sqlOf(server.deps.db)
    .prepare(
      "SELECT username FROM users JOIN support_tickets ON users.id = user_id WHERE support_tickets.id = ?",
    )
    .pluck()
    .get(answer.body.id);
  expect(owner).toBe(await nameOf(user));
});

test("support ticket: each invalid field is refused with its message [spec 5 ticket-sentences] [threat B10]", async () => {
  const user = await newUser();
  const refusals = [
    [{ email: "nonsense" }, "Invalid email address"],
    [{ subject: "Help" }, "Subject must be at least 5 characters"],
    [{ subject: "     x    " }, "Subject must be at least 5 characters"],
    [{ subject: "x".repeat(201) }, "Subject too long"],
    [{ message: "Help me!!" }, "Message must be at least 10 characters"],
    [{ message: "x".repeat(10_001) }, "Message too long"],
    [{ category: "legal" }, "Please choose a category"],
  ] as const;
  for (const [fields, sentence] of refusals) {
    const answer = await user.post("/api/support/ticket", { ...stuck, ...fields });
    expect([fields, answer.status, answer.body.message]).toEqual([fields, 400, sentence]);
  }
  expect((await user.get("/api/support/tickets")).text).toBe("[]");
});

test("support ticket: the shortest and the longest texts are accepted [spec 5 ticket-limits]", async () => {
  const user = await newUser();
  const shortest = await user.post("/api/support/ticket", {
    ...stuck,
    subject: "x".repeat(5),
    message: "x".repeat(10),
  });
  const longest = await user.post("/api/support/ticket", {
    ...stuck,
    subject: "x".repeat(200),
    message: "x".repeat(10_000),
  });
  expect([shortest.status, longest.status]).toEqual([200, 200]);
});

test("support ticket: without a category it is general [spec 5 ticket-general]", async () => {
  const { category: _, ...rest } = stuck;
  const answer = await (await newUser()).post("/api/support/ticket", rest);
  expect(answer.body.category).toBe("general");
});

test("a subject is stored on one line, a message keeps its lines, and neither keeps control characters", async () => {
  const fields = {
    subject: "My lease\r\nBcc: x@example.org",
    message: "First line\r\nsecond\tline\u0000\u001b[31m",
  };
  const answer = await (await newUser()).post("/api/support/ticket", { ...stuck, ...fields });
  expect(answer.body.subject).toBe("My lease Bcc: x@example.org");
  expect(answer.body.message).toBe("First line\nsecond\tline[31m");
});

test("a letter with thousands of combining marks keeps thirty of them, in a message and in a subject", () => {
  const tower = `a${"\u0316\u0317".repeat(20_000)}`;
  const { message, subject } = contactSchema.parse({ ...hello, message: tower, subject: tower });
  expect([message.length, subject.length]).toEqual([31, 31]);
});

test("GET /api/support/tickets: users see only their own tickets, newest first [spec 6 own-tickets] [spec 7 tickets]", async () => {
  const user = await newUser();
  await newTicket();
  for (const subject of ["First question", "Second question"]) {
    await user.post("/api/support/ticket", { ...stuck, subject });
    ahead += 1_000;
  }
  const listed: { subject: string }[] = JSON.parse((await user.get("/api/support/tickets")).text);
  expect(listed.map(({ subject }) => subject)).toEqual(["Second question", "First question"]);
});

test("a user with years of tickets gets the newest hundred, and the request does not delay others", async () => {
  const user = await newUser();
  await user.post("/api/support/ticket", stuck);
  const copies = sqlOf(server.deps.db).prepare(
    `INSERT INTO support_tickets (id, user_id, email, subject, message, category, created_at, updated_at)
     SELECT ?, user_id, email, ?, message, category, created_at - ?, updated_at
     FROM support_tickets WHERE id = ?`,
  );
  const [{ id }] = JSON.parse((await user.get("/api/support/tickets")).text);
  const ages = Array.from({ length: 120 }, (_, index) => index + 1);
  copies.runEach(ages.map((age) => [crypto.randomUUID(), `Ticket ${age}`, age * 1000, id]));
  const listed: { subject: string }[] = JSON.parse((await user.get("/api/support/tickets")).text);
  expect(listed.map(({ subject }) => subject)).toEqual([
    stuck.subject,
    ...Array.from({ length: 99 }, (_, at) => `Ticket ${at + 1}`),
  ]);
});

test("admin: the list of tickets is paged without duplicates, even after the last ticket on a page is deleted [spec 2 admin-lists]", async () => {
  for (const nth of ["First", "Second", "Third", "Fourth"]) {
    await newTicket({ subject: `${nth} question` });
    ahead += 1_000;
  }
  const part = async (query: string): Promise<AdminTicketView[]> =>
    JSON.parse((await admin.get(`/api/support/tickets/all?limit=2${query}`)).text);
  const subjects = (tickets: AdminTicketView[]) => tickets.map(({ subject }) => subject);
  const first = await part("");
  expect(subjects(first)).toEqual(["Fourth question", "Third question"]);
  const last = first[1];
  await admin.send("DELETE", `/api/support/tickets/${last?.id}`);
  const second = await part(`&cursor=${last?.createdAt},${last?.id}`);
  expect(subjects(second)).toEqual(["Second question", "First question"]);
  for (const wrong of ["limit=1001", "cursor=yesterday", `cursor=${last?.id}`]) {
    expect((await admin.get(`/api/support/tickets/all?${wrong}`)).status).toBe(400);
  }
});

test("GET /api/support/tickets/all: admins see all users' tickets, newest first [spec 7 all-tickets]", async () => {
  const ids = [await newTicket(), await newTicket()];
  ahead += 1_000;
  const newest = await newTicket();
  const listed: { id: string }[] = JSON.parse((await admin.get("/api/support/tickets/all")).text);
  expect(listed[0]?.id).toBe(newest);
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

test("a user cannot list all tickets, or change or delete any, not even their own [spec 6 admin-tickets] [threat C12]", async () => {
  const user = await newUser();
  const { body } = await user.post("/api/support/ticket", stuck);
  const id = String(body.id);
  const answers = [
    await user.get("/api/support/tickets/all"),
    await patch(user, id, { status: "closed" }),
    await user.send("DELETE", `/api/support/tickets/${id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(rowOf(id)).toMatchObject({ status: "open" });
});

test("tickets: an admin changes any status to any other, and each change is in the audit log [spec 4 ticket-status] [spec 7 update-ticket]", async () => {
  const id = await newTicket();
  for (const status of ["closed", "in_progress", "resolved", "open"]) {
    const answer = await patch(admin, id, { status });
    expect([answer.status, answer.body.status]).toEqual([200, status]);
  }
  expect(auditOf(id).length).toBe(4);
  expect(auditOf(id)[0]).toEqual({
    action: "ticket.updated",
    detail: JSON.stringify({ from: "open", to: "closed", resolution: null }),
  });
});

test("tickets: 'Mark as Resolved' saves the resolution, and the ticket's author then reads it [spec 4 ticket-resolution]", async () => {
  const user = await newUser();
  const id = String((await user.post("/api/support/ticket", stuck)).body.id);
  await patch(admin, id, { status: "resolved", resolution: "  We started it again.  " });
  const [ticket] = JSON.parse((await user.get("/api/support/tickets")).text);
  expect(ticket).toMatchObject({ status: "resolved", resolution: "We started it again." });
});

test("tickets: a blank resolution is refused and changes nothing [spec 4 resolution-blank] [threat C12]", async () => {
  const id = await newTicket();
  const answer = await patch(admin, id, { status: "resolved", resolution: " \n " });
  expect([answer.status, answer.body.message]).toEqual([400, "Please enter a resolution"]);
  expect(rowOf(id)).toMatchObject({ status: "open", resolution: null });
});

test("a resolution stays when the status changes later, and an unknown status is refused [threat C12]", async () => {
  const id = await newTicket();
  await patch(admin, id, { status: "resolved", resolution: "Done." });
  expect((await patch(admin, id, { status: "closed" })).body.resolution).toBe("Done.");
  expect((await patch(admin, id, { status: "lost" })).body.message).toBe("Please choose a status");
});

test("DELETE /api/support/tickets/{id}: the ticket is gone and the audit log says who deleted it [spec 7 delete-ticket]", async () => {
  const id = await newTicket();
  expect((await admin.send("DELETE", `/api/support/tickets/${id}`)).body).toEqual({ success: true });
  expect(rowOf(id)).toBeUndefined();
  expect(auditOf(id)).toEqual([
    { action: "ticket.deleted", detail: JSON.stringify({ subject: stuck.subject, status: "open" }) },
  ]);
  expect((await admin.send("DELETE", `/api/support/tickets/${id}`)).status).toBe(404);
  expect((await patch(admin, id, { status: "open" })).status).toBe(404);
});

test("my tickets: a ticket without a priority is shown as medium [spec 4 ticket-priority]", async () => {
  const user = await newUser();
  const id = (await user.post("/api/support/ticket", stuck)).body.id;
  sqlOf(server.deps.db).prepare("UPDATE support_tickets SET priority = '' WHERE id = ?").run(id);
  const [ticket] = JSON.parse((await user.get("/api/support/tickets")).text);
  expect(ticket.priority).toBe("medium");
});

test("POST /api/contact: a visitor's message is saved as a general ticket without an account, with their name [spec 7 contact]", async () => {
  const visitor = createTestClient(server.origin);
  const answer = await visitor.post("/api/contact", hello);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  const [ticket] = JSON.parse((await admin.get("/api/support/tickets/all")).text);
  expect(ticket).toMatchObject({
    userId: null,
    email: "vera@example.org",
    subject: "Hi",
    message: "Name: Vera\n\nDo you stamp maps?",
    category: "general",
    status: "open",
  });
});

test("other forms: the contact form names each missing field [spec 5 contact]", async () => {
  const answer = await createTestClient(server.origin).post("/api/contact", {
    name: " ",
    email: "",
    subject: "",
    message: "\n",
  });
  expect(answer.status).toBe(400);
  expect(answer.body.issues).toEqual([
    { path: "name", message: "Name is required", code: "contact-name-required" },
    { path: "email", message: "Email is required", code: "email-required" },
    { path: "subject", message: "Subject is required", code: "subject-required" },
    { path: "message", message: "Message is required", code: "message-required" },
  ]);
  const wrong = await createTestClient(server.origin).post("/api/contact", { ...hello, email: "vera@" });
  expect(wrong.body.message).toBe("Invalid email address");
});

test("a sixth contact message from one address within an hour has to wait [threat D5]", async () => {
  let now = Date.now();
  const strict = await startTestServer({ config: { rateLimitFactor: 1 }, deps: { now: () => now } });
  const visitor = createTestClient(strict.origin);
  for (let sent = 0; sent < 5; sent++) expect((await visitor.post("/api/contact", hello)).status).toBe(200);
  const sixth = await visitor.post("/api/contact", hello);
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "3600"]);
  now += 3_600_001;
  expect((await visitor.post("/api/contact", hello)).status).toBe(200);
  await strict.stop();
});

test("a twenty-first ticket from one account within an hour has to wait; another account does not", async () => {
  const strict = await startTestServer({ config: { rateLimitFactor: 1 } });
  const [busy, other] = [createTestClient(strict.origin), createTestClient(strict.origin)];
  await busy.register({ username: "busy" });
  await other.register({ username: "other" });
  for (let sent = 0; sent < 20; sent++) await busy.post("/api/support/ticket", stuck);
  expect((await busy.post("/api/support/ticket", stuck)).status).toBe(429);
  expect((await other.post("/api/support/ticket", stuck)).status).toBe(200);
  await strict.stop();
});

async function nameOf(client: TestClient): Promise<unknown> {
  return (await client.get("/api/auth/me")).body.username;
}

test("the author reads the conversation and replies, which reopens the ticket", async () => {
  const user = await newUser();
  const { id } = (await user.post("/api/support/ticket", stuck)).body;
  await patch(admin, String(id), { status: "resolved", resolution: "It was a short outage." });
  const answer = await user.post(`/api/support/tickets/${id}/answers`, { answer: " It happens again. " });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      status: "open",
      resolution: "It was a short outage.",
      answers: [
        { from: "support", message: "It was a short outage." },
        { from: "writer", message: "It happens again." },
      ],
    },
  ]);
  const [listed]: unknown[] = JSON.parse((await user.get("/api/support/tickets")).text);
  expect(listed).toEqual(answer.body);
  const all: AdminTicketView[] = JSON.parse((await admin.get("/api/support/tickets/all")).text);
  expect(all.find((ticket) => ticket.id === id)?.answers.map(({ from, mail }) => [from, mail])).toEqual([
    ["support", "queued"],
    ["writer", null],
  ]);
});

test("a reply that is empty, missing, too long or in another user's ticket is refused", async () => {
  const user = await newUser();
  const { id } = (await user.post("/api/support/ticket", stuck)).body;
  const path = `/api/support/tickets/${id}/answers`;
  const codes = [];
  for (const body of [{ answer: "  " }, {}, { answer: "a".repeat(10_001) }]) {
    const { status, body: refusal } = await user.post(path, body);
    expect(status).toBe(400);
    codes.push(refusal.issues);
  }
  expect(codes).toMatchObject([
    [{ path: "answer", code: "answer-required" }],
    [{ path: "answer", code: "answer-required" }],
    [{ path: "answer", code: "answer-too-long" }],
  ]);
  const stranger = await newUser();
  expect((await stranger.post(path, { answer: "Let me in." })).body.code).toBe("ticket-not-found");
  expect(rowOf(String(id))).toMatchObject({ status: "open", resolution: null });
});

test("a ticket accepts fifty replies from its author", async () => {
  const user = await newUser();
  const { id } = (await user.post("/api/support/ticket", stuck)).body;
  const answer = () => user.post(`/api/support/tickets/${id}/answers`, { answer: "And another thing." });
  for (let count = 0; count < 50; count += 1) expect((await answer()).status).toBe(200);
  const refused = await answer();
  expect([refused.status, refused.body.code]).toEqual([409, "ticket-full"]);
});
