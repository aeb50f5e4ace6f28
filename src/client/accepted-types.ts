import { z } from "zod";
import type { Access } from "./remote-server.ts";

const answerSchema = z.object({ result: z.object({ data: z.object({ extraTypes: z.boolean() }) }) });
const timeoutMs = 20_000;

/**
 * Whether the server accepts the additional types (its setting EXTRA_TYPES). False if it does not say: the first upload
 * finds out why.
 */
export async function takesExtraTypes({ server, token }: Pick<Access, "server" | "token">): Promise<boolean> {
  try {
    const answer = await fetch(`${server}/api/trpc/documents.accepted`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answerSchema.parse(await answer.json()).result.data.extraTypes;
  } catch {
    return false;
  }
}
