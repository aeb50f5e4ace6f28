/** The kinds of errors, in the product's own words. `http/errors.ts` contains the only table of their HTTP statuses. */
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

/** The values to fill into a text, by the names of its placeholders. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * What we tell a user. `text` is the English sentence with `{name}` where a parameter goes; programs and
 * translations use `code` (kebab case), which stays the same when the sentence is reworded.
 */
export type Message = { readonly code: string; readonly text: string; readonly params?: Params };

/** A message as it appears in an answer: `message` is the finished English sentence. */
export type Said = { message: string; code: string; params?: Params };

/** One field that was refused; `path` is the field's name, `message` the sentence to show next to it. */
export type FieldIssue = { path: string } & Said;

type Details = { issues?: FieldIssue[]; retryAfterSeconds?: number; cause?: unknown };

/** The text with its placeholders filled in; a placeholder without a parameter stays. */
export function fillText(text: string, params: Params = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

/** The message as it appears in an answer. */
export function say({ code, text, params }: Message): Said {
  return { message: fillText(text, params), code, ...(params ? { params } : {}) };
}

/** An error whose message is a sentence written for the user. Anything else that is thrown is `internal`. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  /** The sentence before its parameters were filled in. */
  readonly text: string;
  readonly params: Params | undefined;
  readonly issues: FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, code: string, text: string, details: Details & { params?: Params } = {}) {
    super(fillText(text, details.params), { cause: details.cause });
    this.name = "AppError";
    this.kind = kind;
    this.code = code;
    this.text = text;
    this.params = details.params;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** An error with a message that is defined elsewhere. */
  static from(kind: ErrorKind, { code, text, params }: Message, details: Details = {}): AppError {
    return new AppError(kind, code, text, { ...details, ...(params ? { params } : {}) });
  }
}

/**
 * A call failed after it had stored or sent something: repeating it would do that a second time. The caller gets
 * `cause`, an error of ours or of the machine, with `params`, which say what was stored.
 */
export class PartlyDone extends Error {
  constructor(
    override readonly cause: unknown,
    readonly params: Params = {},
  ) {
    super("The call failed after it had stored or sent something.");
  }
}

/** A document reached the time limit for processing. */
export class TooSlow extends AppError {
  constructor({ code, text }: Message, details: Details = {}) {
    super("unsupported", code, text, details);
  }
}

const servicePaused: Message = {
  code: "service-paused",
  text: "This service is temporarily unavailable. Please try again later.",
};

/** Nothing of this kind works until the operator fixes the `cause`, which is in the log. Jobs wait until then. */
export class ServicePaused extends AppError {
  constructor(cause: AppError) {
    super("unavailable", servicePaused.code, servicePaused.text, { cause });
  }
}
