import { z } from "zod";
import { tokenScopes } from "../../../../db/columns/accounts.ts";
import { webhookEvents } from "../../../../db/columns/webhooks.ts";
import type { ErrorKind } from "../../../errors.ts";
import type { Config } from "../../../features/config.ts";
import { webhookBodySchema } from "../../../features/webhooks/webhooks.schema.ts";
import { errorBodySchema } from "../error.output.schema.ts";
import { statusOfKind } from "../errors.ts";
import { type RestCall, restCalls } from "../rest.ts";
import { procedures } from "../router.ts";
import type { Access } from "../trpc.ts";
import type { CallDescription, Idempotency, Limits } from "./call-description.ts";
import { describeLimits } from "./describe-limits.ts";
import { type FileCall, fileCalls, type TypeSettings } from "./file-calls.ts";
import { type Group, groups, reasonsForSession } from "./groups.ts";
import { buildJsonSchema, type JsonSchema } from "./json-schema.ts";
import type { Content, Headers, OpenApi, Operation, Parameter } from "./openapi.ts";

type Schemas = Record<string, JsonSchema>;

const intro = `Programs sign in with an access token: \`Authorization: Bearer atp_…\`. It is made on the page for developers,
below Your account, or by \`POST /api/tokens\`, and has one or more of the scopes ${tokenScopes.map((scope) => `\`${scope}\``).join(", ")}.
A token without the scope of a call gets 403 with the code \`access-token-lacks-scope\`, and \`WWW-Authenticate\` names it.
A request with a token never uses a cookie. Everything is JSON in camelCase; times are ISO 8601 in UTC, money is in cents,
fingerprints are SHA-256 in lower-case hex. A refusal is \`{ "message": "…", "code": "…", "requestId": "…" }\` with more
members: \`code\` and \`params\` say what \`message\` says, so that a program reads no sentence, and \`type\`, \`title\`,
\`status\` and \`detail\` are those of RFC 9457. With 429, Retry-After says how many seconds to wait.`;

/** All calls of this server as OpenAPI 3.1, derived from its routes and schemas. */
export function describeApi({
  origin,
  productName,
  rateLimitFactor,
  ...settings
}: TypeSettings & Pick<Config, "origin" | "productName" | "rateLimitFactor">): OpenApi {
  const schemas: Schemas = {};
  const paths: OpenApi["paths"] = {};
  const add = (call: RestCall | FileCall, described: Operation) => {
    const [method = "", path = ""] = call.route.split(" ");
    const template = path.replace(/:(\w+)/g, "{$1}").replace("*", "{path}");
    const operation = describeLimits(described, call, { rateLimitFactor });
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
  };
  for (const call of restCalls) add(call, describeRestCall(call, schemas));
  for (const call of fileCalls(settings)) add(call, describeFileCall(call, schemas));
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1", description: intro },
    servers: [{ url: origin }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).toSorted(([one], [other]) => one.localeCompare(other)),
      ),
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", description: "A personal access token." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie(origin),
          description: "Of a signed-in person.",
        },
      },
    },
  };
}

function describeRestCall(call: RestCall, schemas: Schemas): Operation {
  const { method, path, group, summary, access, idempotency } = call;
  const { input, output } = readProcedure(call.procedure);
  const isJson = { "application/json": { schema: buildJsonSchema(output, "output", schemas) } };
  return {
    operationId: call.procedure,
    tags: [group],
    summary,
    ...describeAccess(access, group),
    security: buildSecurity(access),
    ...withKey(
      idempotency,
      parametersAndBody(method, path, input ? buildJsonSchema(input, "input", schemas) : {}),
    ),
    responses: {
      200: {
        description: "Done",
        ...answerHeaders(isList(input), call),
        content: isJson,
      },
      ...listRefusals(access, path, input !== undefined, listOwnRefusals(call), schemas),
    },
  };
}

/** Whether a call answers a page at a time. */
function isList(input: z.ZodType | undefined): boolean {
  const { properties } = objectSchema.parse(input ? buildJsonSchema(input, "input", {}) : {});
  return "limit" in properties && ("cursor" in properties || "page" in properties);
}

/** The schemas a procedure was built with. Throws for one without output. */
function readProcedure(name: string): { input: z.ZodType | undefined; output: z.ZodType } {
  const { inputs = [], output } = Object(procedures[name]?._def);
  const [input] = inputs;
  if (!(output instanceof z.ZodType)) throw new Error(`The procedure ${name} has no output schema.`);
  return { input: input instanceof z.ZodType ? input : undefined, output };
}

function describeFileCall(call: FileCall, schemas: Schemas): Operation {
  const { route, group, summary, access, query, body, answers, alsoAnswers, idempotency } = call;
  const [method = "", path = ""] = route.split(" ");
  const content = (of: FileCall["answers"], io: "input" | "output"): Content =>
    Object.fromEntries(
      Object.entries(of).map(([type, schema]) => [
        type,
        schema ? { schema: buildJsonSchema(schema, io, schemas) } : {},
      ]),
    );
  const sent = query ? buildJsonSchema(query, "input", schemas) : {};
  return {
    operationId: buildOperationId(method, path),
    tags: [group],
    summary,
    ...describeAccess(access, group),
    security: buildSecurity(access),
    ...withKey(idempotency, parametersAndBody("GET", path, sent)),
    ...(body && { requestBody: { required: true, content: content({ [body.type]: body.schema }, "input") } }),
    responses: {
      200: {
        description: "Done",
        ...answerHeaders(false, call),
        content: content(answers, "output"),
      },
      ...(alsoAnswers && {
        [alsoAnswers.status]: {
          description: alsoAnswers.when,
          content: content({ [alsoAnswers.type]: answers[alsoAnswers.type] }, "output"),
        },
      }),
      ...listRefusals(
        access,
        path,
        body !== undefined || query !== undefined,
        listOwnRefusals(call),
        schemas,
      ),
    },
  };
}

/** What a server posts to the address of a webhook, by event; Standard Webhooks has the headers. */
function describeWebhooks(schemas: Schemas): OpenApi["webhooks"] {
  const header = (name: string, description: string) =>
    parameter("header", name, { description, type: "string" }, true);
  const describeEvent = (event: (typeof webhookEvents)[number]): Operation => ({
    operationId: `webhooks.on${capitalized(event)}`,
    tags: ["Webhooks"],
    summary: webhookSummaries[event],
    security: [],
    parameters: [
      header("webhook-id", "The same for each attempt to deliver this event"),
      header("webhook-timestamp", "When this attempt was made, in seconds since 1970"),
      header("webhook-signature", "Signatures with the secret of the webhook, separated by spaces"),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: buildJsonSchema(webhookBodySchema(event), "output", schemas) },
      },
    },
    responses: { "2XX": { description: "Received; after any other answer, it is sent again later" } },
  });
  return Object.fromEntries(webhookEvents.map((event) => [event, { post: describeEvent(event) }]));
}

const webhookSummaries: Record<(typeof webhookEvents)[number], string> = {
  "document.uploaded": "A file was uploaded",
  "document.completed": "A document was stamped, or a collection attested",
  "document.failed": "A document could not be stamped, or a collection not attested",
  "document.deleted": "A document or a collection was deleted",
  "collection.attested": "A collection was attested; sent in addition to document.completed",
  "timeline.sealed": "A timeline certificate was sealed; sent in addition to document.completed",
  "project.acknowledged": "Someone acknowledged a shared project",
  "document.anchored": "Someone independent confirmed a head of the log that covers the document",
  "payment.completed": "A payment arrived, or counts again after a dispute",
  "payment.refunded": "A payment, or a part of it, was refunded",
};

/**
 * "GET", "/api/documents/:id/certificate" → "documents.getCertificate", in the style of the procedures' names. A
 * parameter is named only at the end.
 */
function buildOperationId(method: string, path: string): string {
  const named = path
    .replace(/^\/api\//, "")
    .replace(/:\w+\//g, "")
    .replace("*", "path");
  const [subject = "", ...words] = named.match(/\w+(-\w+)*/g) ?? [];
  return `${uncapitalized(capitalized(subject))}.${method.toLowerCase()}${words.map(capitalized).join("")}`;
}

/** "well-known" → "WellKnown". */
const capitalized = (word: string) =>
  word
    .split(/[.-]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");
const uncapitalized = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1);

/** Why a call takes no access token. */
function describeAccess(access: Access, group: Group): Pick<Operation, "description"> {
  if (access !== "signed in" && access !== "admin") return {};
  return { description: `Takes no access token: ${reasonsForSession[group]}.` };
}

function buildSecurity(access: Access): Operation["security"] {
  switch (access) {
    case "anyone":
      return [];
    case "signed in":
    case "admin":
      return [{ session: [] }];
    case "any token":
      return [{ accessToken: [] }, { session: [] }];
    default:
      return [{ accessToken: [access] }, { session: [] }];
  }
}

/** Errors that follow from guard, path and input, and those of the call itself. */
function listRefusals(
  access: Access,
  path: string,
  hasInput: boolean,
  own: readonly ErrorKind[],
  schemas: Schemas,
): Operation["responses"] {
  const kinds = new Set<ErrorKind>(own);
  if (hasInput) kinds.add("invalid");
  if (access !== "anyone") kinds.add("unauthenticated");
  if (access !== "anyone" && access !== "any token") kinds.add("forbidden");
  if (/\/:\w+/.test(path)) kinds.add("not_found");
  const content = { "application/json": { schema: buildJsonSchema(errorBodySchema, "output", schemas) } };
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const headers = headersOf[kind];
      return [statusOfKind[kind], { description: meanings[kind], ...(headers && { headers }), content }];
    }),
  );
}

const text = (description: string) => ({ description, schema: { type: "string" } });
const retryAfter = {
  "Retry-After": { description: "The seconds to wait", schema: { type: "integer", minimum: 1 } },
};
const challenge = {
  "WWW-Authenticate": text("How to prove who calls, and the scope that the token lacks (RFC 6750)"),
};
const rateLimits = {
  "RateLimit-Policy": text("The limits in which the call counts: how many calls (q) in how many seconds (w)"),
  RateLimit: text("What is left of them (r), and for how many seconds (t)"),
};
const headersOf: Partial<Record<ErrorKind, Headers>> = {
  unauthenticated: challenge,
  forbidden: challenge,
  rate_limited: { ...retryAfter, ...rateLimits },
  unavailable: retryAfter,
};
/** The headers of an answer to a call. */
function answerHeaders(
  isList: boolean,
  { limits, idempotency }: Pick<CallDescription, "limits" | "idempotency">,
): { headers?: Headers } {
  const headers: Headers = {
    ...(isList && { Link: text('The next page, with rel="next" (RFC 8288), if there may be one') }),
    ...(idempotency === "kept" && {
      "Idempotency-Replayed": text("true if this is the first answer to the same key, once more"),
    }),
    ...(isLimited(limits) && rateLimits),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

const meanings: Record<ErrorKind, string> = {
  invalid: "The request is not valid",
  unauthenticated: "Not signed in, or the token is not valid",
  payment_required: "The plan is used up and the document is not paid for",
  forbidden: "Not allowed, or the token lacks the scope",
  not_found: "Does not exist, or belongs to someone else",
  conflict: "Conflicts with the current state",
  account_changed: "Another account has signed in",
  gone: "The original was deleted",
  too_large: "Too large",
  unsupported: "The type is not supported",
  inconsistent: "The values contradict each other",
  rate_limited: "Too many requests; Retry-After has the number of seconds to wait",
  internal: "An error of the server",
  unavailable: "Not set up, or not available right now",
  out_of_space: "The server has run out of space",
};

const sessionCookie = (origin: string) => (origin.startsWith("https:") ? "__Host-session" : "session");

/** The objects among JSON Schemas. */
const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/**
 * The location of each input field (rest.ts): path parameters in the path, others of a GET in the query string, of
 * all other methods in a JSON body.
 */
function parametersAndBody(
  method: string,
  path: string,
  input: JsonSchema,
): Pick<Operation, "parameters" | "requestBody"> {
  const { properties, required } = objectSchema.parse(input);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  if (path.endsWith("*")) inPath.push("path");
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameters: Parameter[] = [
    ...inPath.map((name) => parameter("path", name, properties[name] ?? { type: "string" }, true)),
    ...(method === "GET" ? others : []).map((name) =>
      parameter("query", name, properties[name] ?? {}, required.includes(name)),
    ),
  ];
  const needed = required.filter((name) => others.includes(name));
  const body = {
    type: "object",
    properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
    ...(needed.length > 0 && { required: needed }),
  };
  const hasBody = method !== "GET" && others.length > 0;
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: { required: needed.length > 0, content: { "application/json": { schema: body } } },
    }),
  };
}

/** Adds the header Idempotency-Key. */
function withKey<Described extends Pick<Operation, "parameters">>(
  idempotency: Idempotency | undefined,
  described: Described,
): Described {
  if (idempotency === undefined) return described;
  const kept = "With the same key and the same request, the first answer comes again for 24 hours.";
  const noted = "For 24 hours, the same key is refused: the answer has a secret, which is not kept.";
  const key: Parameter = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: idempotency === "kept" ? kept : noted,
    schema: { type: "string", minLength: 1, maxLength: 257 },
  };
  return { ...described, parameters: [...(described.parameters ?? []), key] };
}

/** Errors that the call names itself, and those of its limits and of an Idempotency-Key. */
function listOwnRefusals({ refusals = [], limits, idempotency }: CallDescription): ErrorKind[] {
  const kinds: ErrorKind[] = [...refusals];
  if (isLimited(limits)) kinds.push("rate_limited");
  if (idempotency !== undefined) kinds.push("conflict", "inconsistent", "rate_limited", "invalid");
  return kinds;
}

const isLimited = (limits: Limits) => !("none" in limits);

function parameter(
  where: Parameter["in"],
  name: string,
  { description, ...schema }: Record<string, unknown>,
  required: boolean,
): Parameter {
  return { name, in: where, required, schema, ...(typeof description === "string" && { description }) };
}
