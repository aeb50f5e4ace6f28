import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { makeTimeStampRequest } from "../../evidence/tsp/request.ts";
import { tokenOfReply, verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { computeImprint } from "../tsa/tsa.ts";
import { keyOf, startWitness } from "../witnesses/test-witness.ts";

setDefaultTimeout(600_000);

test("the policy in a token is the one that the server describes, for programs and in the operator's name for people", async () => {
  const origin = "https://stamps.example.org";
  const server = await startTestServer({
    config: { origin, productName: "Elm Street Notary", supportEmail: "office@example.org" },
  });
  const fetched = (path: string, init?: RequestInit) => fetch(`${server.origin}/evidence/${path}`, init);
  const digest = createHash("sha256").update("a lease").digest();
  const body = Uint8Array.from(makeTimeStampRequest(computeImprint(digest), 1n << 63n));
  const headers = { "content-type": "application/timestamp-query" };
  const reply = tokenOfReply(await (await fetched("tsa", { method: "POST", headers, body })).bytes());
  const [root] = decodePem("CERTIFICATE", await (await fetched("ca.pem")).text());
  if ("error" in reply || !root) throw new Error("There is no token or no root.");
  const checked = verifyTimeStampToken(reply.token, {
    imprint: computeImprint(digest),
    roots: [readCertificate(root)],
  });
  if (!("timeStamp" in checked)) throw new Error(checked.error);

  const policy = await (await fetched("policy.json")).json();
  expect(policy).toMatchObject({
    policy: checked.timeStamp.policy,
    operator: { name: "Elm Street Notary", address: origin, contact: "office@example.org" },
    statement: `${origin}/evidence/policy.txt`,
    qualified: false,
    authority: {
      accuracyMs: null,
      root: { sha256: createHash("sha256").update(root).digest("hex") },
    },
  });
  const text = await (await fetched("policy.txt")).text();
  for (const words of [
    "Practice statement of the time-stamp authority of Elm Street Notary",
    checked.timeStamp.policy,
    policy.authority.root.sha256,
    "not a qualified trust service",
    "Its tokens state no accuracy",
    "At present no one outside is asked",
  ])
    expect(text).toContain(words);
  await server.stop();
});

test("the practice statement names who confirms the clock and the log", async () => {
  const witness = startWitness("witness.example/w1", keyOf(7));
  const server = await startTestServer({
    config: {
      tsaUrls: ["https://tsa.example/secret-path"],
      logWitnesses: [witness.setting],
      otsCalendars: ["https://calendar.example"],
    },
  });
  const text = await (await fetch(`${server.origin}/evidence/policy.txt`)).text();
  expect(text).toContain("an external authority (tsa.example) confirms the clock");
  expect(text).toContain("its head goes to: tsa.example, calendar.example, witness.example/w1.");
  expect(text).not.toContain("secret-path");
  await server.stop();
  await witness.stop();
});
