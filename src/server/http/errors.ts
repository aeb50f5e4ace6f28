import { STATUS_CODES } from "node:http";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import {
  AppError,
  type ErrorKind,
  type FieldIssue,
  PartlyDone,
  type Said,
  ServicePaused,
  say,
} from "../../errors.ts";
import { invalidInput } from "../../features/rules.ts";
import { isBrokenLog } from "../../issuing/log/log.ts";
import { isDiskFull, outOfSpace } from "../../platform/files/disk-full.ts";
import type { ErrorBody, Refusal } from "./error.output.schema.ts";

/** The only mapping of error kinds to status codes. */
export const statusOfKind = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  account_changed: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  inconsistent: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  out_of_space: 507,
} as const satisfies Record<ErrorKind, number>;

/** The part of an error that decides the answer. */
export type ErrorAnswer = Said & {
  kind: ErrorKind;
  issues: FieldIssue[] | undefined;
  retryAfterSeconds: number | undefined;
  isPartlyDone: boolean;
};

/** Our own errors have a message for the caller; of all other errors the caller only learns that one occurred. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  const partlyDone = findPartlyDone(error);
  const known = asAppError(partlyDone ? partlyDone.cause : error);
  const { code, text } = known;
  const params = { ...known.params, ...partlyDone?.params };
  return {
    kind: known.kind,
    ...say({ code, text, ...(Object.keys(params).length > 0 && { params }) }),
    issues: known.issues,
    retryAfterSeconds: known.retryAfterSeconds,
    isPartlyDone: partlyDone !== undefined,
  };
}

/**
 * The headers of a refusal: when to try again, and how to prove who calls (RFC 6750, 3). A browser asks no one for a
 * password because of this scheme.
 */
export function headersOfRefusal({
  kind,
  code,
  params,
  retryAfterSeconds,
}: ErrorAnswer): Record<string, string> {
  const challenge = challengeOf(kind, code, params?.scope);
  return {
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    ...(challenge !== undefined && { "WWW-Authenticate": `Bearer ${challenge}` }),
  };
}

function challengeOf(kind: ErrorKind, code: string, scope: string | number | undefined): string | undefined {
  if (kind === "unauthenticated")
    return code.startsWith("access-token-") ? 'realm="api", error="invalid_token"' : 'realm="api"';
  if (code === "access-token-lacks-scope") return `realm="api", error="insufficient_scope", scope="${scope}"`;
  return code === "session-required" ? 'realm="api", error="insufficient_scope"' : undefined;
}

export function describeRefusal(answer: ErrorAnswer, requestId: string): Refusal {
  const { kind, message, code, params, issues } = answer;
  return {
    message,
    code,
    ...(params ? { params } : {}),
    requestId,
    ...(issues ? { issues } : {}),
    ...(kind === "payment_required" ? { requiresPayment: true as const } : {}),
    ...(kind === "account_changed" ? { accountChanged: true as const } : {}),
  };
}

/** The answer to a refused request outside of tRPC. */
export function refuse(
  answer: ErrorAnswer,
  requestId: string,
  { status = statusOfKind[answer.kind], headers }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const body: ErrorBody = {
    ...describeRefusal(answer, requestId),
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: answer.message,
  };
  return Response.json(body, { status, headers });
}

/** What is wrong with the log is for the operator, who reads it in the server's output. */
function asAppError(error: unknown): AppError {
  if (isBrokenLog(error)) return new ServicePaused(error);
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return invalidInput(error);
  if (error instanceof TRPCError) return fromTrpc(error);
  return fromMachine(error);
}

/** tRPC wraps what a call throws. */
function findPartlyDone(error: unknown): PartlyDone | undefined {
  const thrown = error instanceof TRPCError ? error.cause : error;
  return thrown instanceof PartlyDone ? thrown : undefined;
}

/** Problems of the machine are not bugs, and the caller may retry. A text that no engine stores is the caller's. */
function fromMachine(cause: unknown): AppError {
  if (isDiskFull(cause)) return outOfSpace(cause);
  const code = findCode(cause);
  const retryAfterSeconds = 5;
  if (code === "DATABASE_AWAY") {
    return new AppError(
      "unavailable",
      "database-away",
      "The database cannot be reached right now. Please try again in a moment.",
      { cause, retryAfterSeconds },
    );
  }
  if (code === "TEXT_WITH_NUL") {
    return new AppError(
      "invalid",
      "text-with-nul",
      "A text contains a character that cannot be stored (NUL). Please remove it.",
      { cause },
    );
  }
  if (code === "DATABASE_BUSY" || code.startsWith("SQLITE_BUSY")) {
    return new AppError("unavailable", "server-busy", "The server is busy. Please try again in a moment.", {
      cause,
      retryAfterSeconds,
    });
  }
  return new AppError("internal", "internal-error", "Something went wrong", { cause });
}

/** The code of an error or of its cause: libraries wrap errors. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : findCode(error.cause);
}

function fromTrpc(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  // Only input errors are the caller's: an answer that does not match its schema is our bug.
  if (error.cause instanceof ZodError && error.code === "BAD_REQUEST") return invalidInput(error.cause);
  switch (error.code) {
    case "NOT_FOUND":
    case "METHOD_NOT_SUPPORTED":
      return new AppError("not_found", "call-not-found", "There is no such call.");
    case "UNSUPPORTED_MEDIA_TYPE":
      return new AppError("unsupported", "body-not-json-type", "Please send the body as application/json.");
    case "PARSE_ERROR":
    case "BAD_REQUEST":
      return new AppError("invalid", "request-not-understood", "Couldn't understand the request.");
    default:
      return fromMachine(error.cause ?? error);
  }
}
