import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestClient, type TestClient } from "../../src/testing/test-client.ts";
import { startTestServer, type TestServer } from "../../src/testing/test-server.ts";

/** The table of calls, and the answer to a visitor who sends no input: public ones report missing input. */
const calls: [method: string, path: string, status: number][] = [
  ["POST", "/api/auth/login", 400],
  ["POST", "/api/auth/register", 400],
  ["GET", "/api/auth/me", 401],
  ["POST", "/api/auth/logout", 200],
  ["POST", "/api/documents/upload", 401],
  ["POST", "/api/documents/{id}/process", 401],
  ["GET", "/api/documents/{id}", 401],
  ["GET", "/api/documents", 401],
  ["DELETE", "/api/documents/{id}", 401],
  ["POST", "/api/documents/{id}/email", 401],
  ["GET", "/api/documents/{id}/download", 401],
  ["GET", "/api/documents/{id}/certificate", 401],
  ["GET", "/api/documents/{id}/preview", 401],
  ["POST", "/api/payment/pay-per-document", 401],
  ["POST", "/api/payment/complete-document-payment", 401],
  ["GET", "/api/subscription/status", 401],
  ["GET", "/api/subscription/plans", 200],
  ["POST", "/api/subscription/create", 401],
  ["GET", "/api/referral/stats", 401],
  ["POST", "/api/referral/generate", 401],
  ["POST", "/api/referral/apply", 401],
  ["POST", "/api/support/ticket", 401],
  ["GET", "/api/support/tickets", 401],
  ["GET", "/api/support/tickets/all", 401],
  ["PATCH", "/api/support/tickets/{id}", 401],
  ["DELETE", "/api/support/tickets/{id}", 401],
  ["POST", "/api/contact", 400],
  ["GET", "/api/admin/documents/search?email=jane", 401],
  ["GET", "/api/admin/users", 401],
  ["DELETE", "/api/admin/users/{id}", 401],
  ["POST", "/api/admin/email-documents", 401],
  ["POST", "/api/admin/grant-credits", 401],
  ["GET", "/api/admin/download?path=key", 401],
  ["GET", "/api/verify/{serialNumber}", 404],
];

let server: TestServer;
let visitor: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  visitor = createTestClient(server.origin);
});
afterAll(() => server.stop());

for (const [method, path, status] of calls) {
  test(`${method} ${path}: it exists, and a visitor without input gets ${status} [spec 7 calls]`, async () => {
    const address = path.replace(/\{\w+\}/, "some-id");
    const answer =
      method === "GET"
        ? await visitor.get(address)
        : await visitor.send(method, address, {
            body: "{}",
            headers: { "content-type": "application/json" },
          });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body.message).toMatch(/\S/);
    expect(answer.body.message).not.toBe("There is nothing at this address.");
  });
}
