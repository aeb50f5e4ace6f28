/**
 * A call that was answered with anything but success, as the specification's error catalogue wants it: its message
 * is the status code, a colon and a space, then the body, or the status text where the body is empty. It is made
 * for logs; what people read is the sentence that `faultOf` takes out of it.
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

/** The answer itself when it is a success. Throws ApiError for any other. */
export async function requireSuccess(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new ApiError(answer, await answer.text());
}
