import type { CollectionView } from "../../../src/features/collections/collections.output.schema.ts";
import { writeFileList } from "../../../src/formats/certificate/file-list.ts";
import type { Language } from "../../../src/formats/languages.ts";
import { ApiError, requireSuccess } from "../../lib/api-error.ts";

/** A file in the list; without a name if its owner keeps it private. */
type SentFile = { name?: string; size: number; sha256: string };

export type NewCollection = {
  title: string;
  files: SentFile[];
  hideNames: boolean;
  listFiles: boolean;
  ownershipConfirmed: true;
  language: Language;
};

/**
 * Sends the list of files. If the answer is lost, looks for the collection among the newest ones, because the server
 * may have stored it, and a second one would use a second stamp. Throws ApiError, or what `fetch` throws.
 */
export async function sendCollection(
  collection: NewCollection,
  headers: Record<string, string>,
): Promise<Pick<CollectionView, "id" | "status">> {
  const sentAt = Date.now();
  try {
    const answer = await fetch("/api/collections", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(collection),
    });
    const { id, status }: CollectionView = await (await requireSuccess(answer)).json();
    return { id, status };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    const found = await findSent(collection, headers, sentAt).catch(() => undefined);
    if (found) return found;
    throw error;
  }
}

/** Browsers' clocks may be wrong by a few minutes. */
const clockToleranceMs = 10 * 60_000;

async function findSent({ files }: NewCollection, headers: Record<string, string>, sentAt: number) {
  const answer = await requireSuccess(await fetch("/api/collections?limit=20", { headers }));
  const listed: CollectionView[] = await answer.json();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(writeFileList(files)));
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return listed.find((one) => one.sha256 === sha256 && Date.parse(one.createdAt) > sentAt - clockToleranceMs);
}

/** The ID of the waiting collection, if its stamp was refused. */
export function waitingIn(error: unknown): { id: string; status: number } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  try {
    const { params } = JSON.parse(error.body);
    return typeof params?.collection === "string"
      ? { id: params.collection, status: error.status }
      : undefined;
  } catch {
    return undefined;
  }
}
