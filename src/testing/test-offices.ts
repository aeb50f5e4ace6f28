import { expect } from "bun:test";
import type { OfficeRole } from "../../db/columns/offices.ts";
import { jane, type TestClient } from "./test-client.ts";
import { newPerson } from "./test-documents.ts";
import type { TestServer } from "./test-server.ts";
import { sqlOf } from "./test-sql.ts";

/** Offices and their members, through the API. */

export type TestOffice = { owner: TestClient; id: string };

export const ownerPassword = { currentPassword: jane.password };

export const me = async (person: TestClient) => (await person.get("/api/auth/me")).body;

export async function idOf({ deps }: TestServer, person: TestClient): Promise<string> {
  const { username } = await me(person);
  return String(sqlOf(deps.db).prepare("SELECT id FROM users WHERE username = ?").pluck().get(username));
}

export const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
];

/** A person who has opened an office, and acts for it. */
export async function newOffice(
  server: TestServer,
  name = "Doe & Partners LLP",
  person?: TestClient,
): Promise<TestOffice> {
  const owner = person ?? (await newPerson(server));
  const { body } = await owner.post("/api/offices", { name });
  expect(body).toEqual({ id: expect.any(String), name, role: "owner" });
  await owner.post("/api/offices/switch", { id: body.id });
  return { owner, id: String(body.id) };
}

export async function inviteLink(member: TestClient, role: OfficeRole): Promise<string> {
  const { status, body } = await member.post("/api/office/invitations", { role, ...ownerPassword });
  expect([status, body.role]).toEqual([200, role]);
  return String(body.url).split("#")[1] ?? "";
}

export const accept = (person: TestClient, token: string) =>
  person.post("/api/invitations/accept", { token });

/** A new member, who acts for the office. */
export async function newMember(
  server: TestServer,
  office: TestOffice,
  role: OfficeRole,
  person?: TestClient,
): Promise<TestClient> {
  const member = person ?? (await newPerson(server, "Max", "Member"));
  expect((await accept(member, await inviteLink(office.owner, role))).status).toBe(200);
  expect((await member.post("/api/offices/switch", { id: office.id })).status).toBe(200);
  return member;
}

export const sendJson = (person: TestClient, method: string, path: string, body: unknown) =>
  person.send(method, path, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

export const setRole = async (server: TestServer, by: TestClient, member: TestClient, role: OfficeRole) =>
  sendJson(by, "PATCH", `/api/office/members/${await idOf(server, member)}`, { role, ...ownerPassword });

export const removeMember = async (server: TestServer, { owner }: TestOffice, member: TestClient) =>
  owner.send("DELETE", `/api/office/members/${await idOf(server, member)}`);
