import { TRPCClientError } from "@trpc/client";
import type { Params } from "../../src/errors.ts";
import { translate } from "../texts/translation.ts";
import { ApiError } from "./api-error.ts";
import { ShownError } from "./shown-error.ts";

export type FieldIssue = { path: string; message: string };

/** An error, reduced to what a screen needs to decide. */
export type ServerError = {
  /** HTTP status; undefined if there was no answer. */
  status: number | undefined;
  /** The message in the reader's language; undefined if there was none. */
  message: string | undefined;
  issues: FieldIssue[];
  /** The page shows a different account than the one that is signed in now. */
  accountChanged: boolean;
};

const noAnswer: ServerError = { status: undefined, message: undefined, issues: [], accountChanged: false };

/** Parses the error of a call. Anything that is neither the server's response nor a `ShownError` is "no response". */
export function parseServerError(error: unknown): ServerError {
  if (error instanceof ApiError) return parseErrorBody(error);
  if (error instanceof ShownError) return { ...noAnswer, message: error.message };
  if (!(error instanceof TRPCClientError)) return noAnswer;
  const data: unknown = error.data;
  const status = numberAt(data, "httpStatus");
  if (status === undefined) return parseServerError(error.cause);
  const said = {
    message: textAt(error.shape, "message"),
    code: at(data, "code"),
    params: at(data, "params"),
  };
  return { status, message: sentenceAt(said), ...detailsIn(data) };
}

/** A parameter of the sentence of a refused tRPC call. */
export function readErrorParam(error: unknown, name: string): string | undefined {
  return error instanceof TRPCClientError ? textAt(at(error.data, "params"), name) : undefined;
}

/** The stable name of a refusal of a tRPC call; undefined for any other error. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof TRPCClientError ? textAt(error.data, "code") : undefined;
}

/** The body of a refused REST call is `{message, issues?}`; a proxy's body can be anything. */
function parseErrorBody({ status, body }: ApiError): ServerError {
  try {
    const parsed: unknown = JSON.parse(body);
    return { status, message: sentenceAt(parsed), ...detailsIn(parsed) };
  } catch {
    return { ...noAnswer, status };
  }
}

function detailsIn(answer: unknown): Pick<ServerError, "issues" | "accountChanged"> {
  return { issues: issuesAt(answer), accountChanged: at(answer, "accountChanged") === true };
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function textAt(value: unknown, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function sentenceAt(value: unknown): string | undefined {
  const message = textAt(value, "message");
  return message === undefined ? undefined : translate({ message, ...codeAt(value) });
}

/** The code of a message with its parameters; empty if they are not from our server. */
function codeAt(value: unknown): { code?: string | undefined; params?: Params } {
  const params = Object.entries(at(value, "params") ?? {}).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === "string" || typeof entry[1] === "number",
  );
  return { code: textAt(value, "code"), params: Object.fromEntries(params) };
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = at(value, key);
  return typeof found === "number" ? found : undefined;
}

function issuesAt(value: unknown): FieldIssue[] {
  const issues = at(value, "issues");
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue) => {
    const path = textAt(issue, "path");
    const message = sentenceAt(issue);
    return path && message ? [{ path, message }] : [];
  });
}
