import { expect, test } from "bun:test";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "../../src/server/http/router.ts";
import { ApiError, requireSuccess } from "./api-error.ts";
import { parseServerError } from "./server-errors.ts";
import { apiLinks } from "./trpc.ts";

const none = { status: undefined, message: undefined, issues: [], accountChanged: false };

/** The error of a call with this response. */
async function errorOf(answer: Response): Promise<unknown> {
  const client = createTRPCClient<AppRouter>({ links: apiLinks({ send: async () => answer }) });
  return client.accounts.me.query().then(
    () => undefined,
    (error: unknown) => error,
  );
}

const refusal = {
  error: {
    code: -32600,
    message: "Username too long",
    data: { httpStatus: 400, issues: [{ path: "username", message: "Username too long" }] },
  },
};

test("a refused call is an error 'status code, colon, space, body'; people see the message [spec 8 refused-call]", async () => {
  const error = await errorOf(Response.json([refusal], { status: 400 }));
  expect(error).toHaveProperty("message", `400: ${JSON.stringify(refusal)}`);
  expect(parseServerError(error).message).toBe("Username too long");
});

test("so is a call refused by a proxy; it has no message to show [spec 8 status-text]", async () => {
  const html = { status: 502, statusText: "Bad Gateway", headers: { "content-type": "text/html" } };
  const error = await errorOf(new Response("<html>Bad gateway</html>", html));
  expect(error).toHaveProperty("message", "502: <html>Bad gateway</html>");
  expect(parseServerError(error)).toEqual({ ...none, status: 502 });
  expect(await errorOf(new Response("", html))).toHaveProperty("message", "502: Bad Gateway");
});

test("so are refused uploads and files [spec 8 uploads-and-files]", async () => {
  const body = JSON.stringify({ message: "File size exceeds 50MB limit", requestId: "r" });
  const error = new ApiError({ status: 413, statusText: "Payload Too Large" }, body);
  expect(error.message).toBe(`413: ${body}`);
  expect(parseServerError(error).message).toBe("File size exceeds 50MB limit");
  const answer = new Response("", { status: 503, statusText: "Service Unavailable" });
  await expect(requireSuccess(answer)).rejects.toThrow("503: Service Unavailable");
});

test("a server's refusal has a status, a message and field errors [spec 8 server-message]", () => {
  const error = TRPCClientError.from(refusal);
  expect(parseServerError(error)).toEqual({
    status: 400,
    message: "Username too long",
    issues: refusal.error.data.issues,
    accountChanged: false,
  });
});

test("a lost connection counts as no answer, and its technical text is not shown", () => {
  expect(parseServerError(TRPCClientError.from(new TypeError("Failed to fetch")))).toEqual(none);
  expect(parseServerError(new Error("anything"))).toEqual(none);
});

test("a page whose account is signed out learns this from any call, and names its account in each call", async () => {
  const sent: (string | null)[] = [];
  const links = apiLinks({
    headers: () => ({ "x-account": "jane" }),
    async send(_address, init) {
      sent.push(new Headers(init?.headers).get("x-account"));
      const data = { httpStatus: 409, accountChanged: true };
      return Response.json([{ error: { code: -32603, message: "Another account", data } }], { status: 409 });
    },
  });
  const error = await createTRPCClient<AppRouter>({ links }).documents.list.query().catch(parseServerError);
  expect(error).toMatchObject({ status: 409, accountChanged: true });
  const body = JSON.stringify({ message: "Another account", accountChanged: true });
  expect(parseServerError(new ApiError({ status: 409, statusText: "" }, body)).accountChanged).toBe(true);
  expect(sent).toEqual(["jane"]);
});
