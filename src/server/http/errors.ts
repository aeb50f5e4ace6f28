import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { AppError, type ErrorKind, type FieldIssue } from "../../errors.ts";
import { isDiskFull, outOfSpace } from "../../platform/files/disk-full.ts";
import type { ErrorBody } from "./error.output.schema.ts";

/** The only table from what went wrong to the status that says so. */
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

/** What a caller may learn of an error. */
export type ErrorAnswer = {
  kind: ErrorKind;
  message: string;
  issues: FieldIssue[] | undefined;
  retryAfterSeconds: number | undefined;
};

/** Our own errors speak for themselves; of everything else the caller learns only that it happened. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  const known = asAppError(error);
  return {
    kind: known.kind,
    message: known.message,
    issues: known.issues,
    retryAfterSeconds: known.retryAfterSeconds,
  };
}

/** The body and headers of a refusal, the same for every face of the API. */
export function errorBody(answer: ErrorAnswer, requestId: string): ErrorBody {
  return {
    message: answer.message,
    requestId,
    ...(answer.issues ? { issues: answer.issues } : {}),
    ...(answer.kind === "payment_required" ? { requiresPayment: true as const } : {}),
    ...(answer.kind === "account_changed" ? { accountChanged: true as const } : {}),
  };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return fromIssues(error);
  if (error instanceof TRPCError) return fromTrpc(error);
  return fromMachine(error);
}

/** What the machine refuses is no fault of ours, and a caller may try again. */
function fromMachine(cause: unknown): AppError {
  if (isDiskFull(cause)) return outOfSpace(cause);
  if (codeOf(cause).startsWith("SQLITE_BUSY")) {
    const retryAfterSeconds = 5;
    const message = "The server is busy. Please try again in a moment.";
    return new AppError("unavailable", message, { cause, retryAfterSeconds });
  }
  return new AppError("internal", "Something went wrong", { cause });
}

/** The code of an error, or of what caused it: libraries wrap. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

function fromTrpc(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  // Only what was sent is the caller's to mend: an answer that does not fit its schema is an error of ours.
  if (error.cause instanceof ZodError && error.code === "BAD_REQUEST") return fromIssues(error.cause);
  switch (error.code) {
    case "NOT_FOUND":
    case "METHOD_NOT_SUPPORTED":
      return new AppError("not_found", "There is no such call.");
    case "UNSUPPORTED_MEDIA_TYPE":
      return new AppError("unsupported", "Please send the body as application/json.");
    case "PARSE_ERROR":
    case "BAD_REQUEST":
      return new AppError("invalid", "The request could not be understood.");
    default:
      return fromMachine(error.cause ?? error);
  }
}

function fromIssues(error: ZodError): AppError {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return new AppError("invalid", issues[0]?.message ?? "The request is not valid.", { issues });
}
