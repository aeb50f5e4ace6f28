/**
 * An unsuccessful answer, in the format of the specification's error catalogue: the message is the status code, a colon
 * and a space, then the body, or the status text if the body is empty. It is for logs; people read the message that
 * `parseServerError` extracts.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;

  constructor({ status, statusText }: Pick<Response, "status" | "statusText">, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/** Returns a successful answer. Throws ApiError for any other. */
export async function requireSuccess(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new ApiError(answer, await answer.text());
}
