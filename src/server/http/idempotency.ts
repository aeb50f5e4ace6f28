import type { Context as HonoContext } from "hono";
import { AppError } from "../../errors.ts";
import type { Actor } from "../../features/accounts/accounts.ts";
import {
  type Begun,
  beginCall,
  endCall,
  hashRequest,
  releaseKey,
} from "../../features/idempotency/idempotency.service.ts";
import { refuse, statusOfKind, toErrorAnswer } from "./errors.ts";
import type { HttpEnv } from "./http-env.ts";
import type { Idempotency } from "./openapi/call-description.ts";

/** As draft-ietf-httpapi-idempotency-key-header has it, a string of structured fields; or the key as it is. */
const keyPattern = /^(?:"([\x20-\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

type KeyedRequest = {
  /** Who may make this call, which was checked before: a key opens no answer to anyone else. */
  owner: Actor;
  idempotency: Idempotency;
  /** The values that were sent; two requests with the same ones are the same. */
  sent: unknown;
};

/**
 * Answers a request at most once for each `Idempotency-Key` of the account: a repeated one gets the first answer. An
 * answer that asks the caller to try again frees the key, unless something was already done. After an error of the
 * server no one knows what was done, so the key stays in use, and the call is not repeated under it.
 */
export async function answerOnce(
  c: HonoContext<HttpEnv>,
  { owner, idempotency, sent }: KeyedRequest,
  run: () => Promise<Response>,
): Promise<Response> {
  const header = c.req.header("idempotency-key");
  if (header === undefined) return run();
  const { deps } = c.var.context;
  const requestSha256 = hashRequest(deps, c.req.method, c.req.path, sent);
  const begun = await beginCall(deps, { owner, key: readKey(header), requestSha256 });
  if ("status" in begun) {
    const headers = { "Content-Type": "application/json", "Idempotency-Replayed": "true" };
    return new Response(begun.answer, { status: begun.status, headers });
  }
  const keep = async (answer: Response) => {
    const text = idempotency === "kept" ? await answer.clone().text() : null;
    await deps.bestEffort.attempt("the answer under a key", () => endCall(deps, begun, answer.status, text));
  };
  try {
    const answer = await run();
    await keep(answer);
    return answer;
  } catch (error) {
    await endRefused(c, begun, error, keep);
    throw error;
  }
}

/**
 * The statuses after which the same request may succeed later: once the caller has signed in, paid, got the right or
 * waited.
 */
const temporary: readonly number[] = [401, 402, 403, 429, 507];

async function endRefused(
  c: HonoContext<HttpEnv>,
  begun: Begun,
  error: unknown,
  keep: (answer: Response) => Promise<void>,
): Promise<void> {
  const { deps, requestId } = c.var.context;
  const answer = toErrorAnswer(error);
  const status = statusOfKind[answer.kind];
  if (answer.isPartlyDone) return keep(refuse(answer, requestId));
  const isTemporary = temporary.includes(status) || (status === 503 && answer.code !== "database-away");
  if (isTemporary) await deps.bestEffort.attempt("a key that is free again", () => releaseKey(deps, begun));
  else if (status < 500) await keep(refuse(answer, requestId));
}

function readKey(header: string): string {
  const [, quoted, plain] = keyPattern.exec(header) ?? [];
  const key = quoted ?? plain;
  if (key !== undefined) return key;
  throw new AppError(
    "invalid",
    "idempotency-key-invalid",
    "Please send an Idempotency-Key of 1 to 255 printable ASCII characters.",
  );
}
