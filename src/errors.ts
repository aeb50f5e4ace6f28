/** What can go wrong, in the product's own words. `http/errors.ts` holds the one table from kind to status. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "account_changed"
  | "gone"
  | "too_large"
  | "unsupported"
  | "inconsistent"
  | "rate_limited"
  | "unavailable"
  | "out_of_space"
  | "internal";

/** One field that was refused; `path` is the field's name, `message` the sentence to show beside it. */
export type FieldIssue = { path: string; message: string };

type Details = { issues?: FieldIssue[]; retryAfterSeconds?: number; cause?: unknown };

/** An error whose message is a sentence written for the user. Anything else that is thrown is `internal`. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly issues: FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.kind = kind;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A document that was at work for as long as one may be. */
export class TooSlow extends AppError {
  constructor(message: string, details: Details = {}) {
    super("unsupported", message, details);
  }
}
