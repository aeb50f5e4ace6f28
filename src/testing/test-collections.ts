import { expect } from "bun:test";
import { createHash } from "node:crypto";
import type { CollectionView } from "../features/collections/collections.output.schema.ts";
import type { TestClient } from "./test-client.ts";
import { until } from "./test-waiting.ts";

export type MadeFile = { name: string; size: number; sha256: string };

/** A file with this content, described as a browser does. */
export function fileWith(name: string, content: string | Uint8Array): MadeFile {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Creates this many different files in a folder. */
export function makeFiles(count: number): MadeFile[] {
  return Array.from({ length: count }, (_, index) =>
    fileWith(`Shoot/IMG_${index + 1}.jpg`, `photo ${index}`),
  );
}

/** Attests the files and waits until the collection is completed or failed. */
export async function attestFiles(
  client: TestClient,
  files: object[],
  options: object = {},
): Promise<CollectionView> {
  const answer = await client.post("/api/collections", { title: "Shoot", files, ...options });
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  return untilAttested(client, String(answer.body.id));
}

export async function readCollection(client: TestClient, id: string): Promise<CollectionView> {
  return JSON.parse((await client.get(`/api/collections/${id}`)).text);
}

export async function untilAttested(client: TestClient, id: string): Promise<CollectionView> {
  const isFinished = async () => (await readCollection(client, id)).status !== "processing";
  await until(`collection ${id} is finished`, isFinished);
  return readCollection(client, id);
}
