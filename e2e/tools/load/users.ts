import type { DocumentView } from "../../../src/features/documents/documents.output.schema.ts";
import type { TestSmtpServer } from "../../../src/testing/test-smtp-server.ts";
import { Client } from "../../support/client.ts";
import type { Calls } from "./calls.ts";

/** How often the page polls the list, and a document that is being stamped. */
const listEveryMs = 10_000;
const documentEveryMs = 2_000;
/** The average pause of a user between two documents. */
const pauseMs = 12_000;
/** The free plan: a user who has used it up is replaced by a new one. */
const documentsEach = 3;
/** One of this many documents is emailed, and one is deleted by its owner. */
const mailedOf = 3;
const removedOf = 5;

export type Crowd = {
  origin: string;
  calls: Calls;
  /** Receives all email of the server. */
  smtp: TestSmtpServer;
  /** Paths of the uploads, used in rotation. */
  uploads: string[];
  /** Completed documents, which strangers look up. */
  serialNumbers: string[];
  isOver: () => boolean;
};

/** Opens the accounts of the first users, two at a time: passwords are hashed on every core. */
export async function arrive(origin: string, users: number): Promise<Client[]> {
  const clients: Client[] = [];
  const arriveOne = async () => {
    while (clients.length < users) clients.push(await Client.register(origin));
  };
  await Promise.all([arriveOne(), arriveOne()]);
  return clients;
}

/** Keeps the number of users constant until the end: each user who leaves is replaced. */
export async function crowd(parts: Crowd, arrived: Client[]): Promise<void> {
  const seat = async (first: Client, number: number) => {
    await beSomebody(parts, first, number);
    while (!parts.isOver()) {
      const next = await register(parts);
      if (next) await beSomebody(parts, next, number);
      else await pause(parts, 1_000);
    }
  };
  await Promise.all(arrived.map(seat));
}

/** One user works through the free plan while the page polls the list. */
async function beSomebody(parts: Crowd, client: Client, number: number): Promise<void> {
  let hasLeft = false;
  const lookAtList = async () => {
    await pause(parts, Math.random() * listEveryMs);
    while (!hasLeft && !parts.isOver()) {
      await parts.calls.time("list", () => client.request("/api/documents"));
      await pause({ isOver: () => hasLeft || parts.isOver() }, listEveryMs);
    }
  };
  const work = async () => {
    for (let document = 0; document < documentsEach && !parts.isOver(); document += 1) {
      await pause(parts, Math.random() * 2 * pauseMs);
      if (!parts.isOver()) await stampOne(parts, client, number + document);
    }
    hasLeft = true;
  };
  await Promise.all([lookAtList(), work()]);
}

async function register({ origin, calls }: Crowd): Promise<Client | undefined> {
  const started: { client?: Client } = {};
  await calls.time("register", async () => {
    started.client = await Client.register(origin);
    return new Response();
  });
  return started.client;
}

async function stampOne(parts: Crowd, client: Client, turn: number): Promise<void> {
  const { calls, uploads, serialNumbers } = parts;
  const path = uploads[turn % uploads.length] ?? "";
  const uploaded = documentIn(await calls.time("upload", () => client.sendUpload(path)));
  if (!uploaded) return;
  const at = `/api/documents/${uploaded.id}`;
  const begun = documentIn(await calls.time("process", () => client.sendProcess(uploaded.id)));
  if (!begun) return;
  const completed = await untilCompleted(parts, client, at);
  if (!completed) return;
  await calls.time("download", () => client.request(`${at}/download`));
  await calls.time("certificate", () => client.request(`${at}/certificate`));
  if (turn % mailedOf === 0) await mail(parts, client, at);
  if (turn % removedOf === 0) await calls.time("remove", () => client.request(at, { method: "DELETE" }));
  else if (completed.serialNumber) serialNumbers.push(completed.serialNumber);
}

async function mail({ calls, smtp }: Crowd, client: Client, at: string): Promise<void> {
  await client.confirmAddress(smtp);
  const body = JSON.stringify({ email: "bob@example.org", name: "Bob Roe" });
  const headers = { "content-type": "application/json" };
  await calls.time("mail", () => client.request(`${at}/email`, { method: "POST", headers, body }));
}

async function untilCompleted(parts: Crowd, client: Client, at: string): Promise<DocumentView | undefined> {
  while (!parts.isOver()) {
    await pause(parts, documentEveryMs);
    const document = documentIn(await parts.calls.time("document", () => client.request(at)));
    if (document?.status === "completed") return document;
    if (document?.status !== "processing") {
      parts.calls.fault(`a document was not stamped: ${document?.errorMessage}`);
      return undefined;
    }
  }
  return undefined;
}

function documentIn({ status, body }: { status: number; body: Uint8Array }): DocumentView | undefined {
  return status === 200 ? JSON.parse(new TextDecoder().decode(body)) : undefined;
}

/** Sleeps, but wakes early when the run is over. */
async function pause({ isOver }: Pick<Crowd, "isOver">, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (!isOver()) {
    const left = until - performance.now();
    if (left <= 0) return;
    await Bun.sleep(Math.min(left, 500));
  }
}
