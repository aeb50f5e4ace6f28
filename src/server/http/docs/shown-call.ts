import { html } from "hono/html";
import type { Operation } from "../openapi/openapi.ts";
import { fieldList, type Html, readSchema, type ShownSchema, schemaBlock } from "./shown-schema.ts";

/** One call, collapsed by default. */
export function shownCall(origin: string, method: string, path: string, operation: Operation): Html {
  return html`<details id="${operation.operationId}">
<summary><h3><span class="call"><b>${method.toUpperCase()}</b> <code>${path}</code></span> ${operation.summary}</h3></summary>
<div class="inside">
<p>${whoMayCall(operation)}</p>
${showParameters(operation)}
${showBody(operation)}
${showAnswers(operation)}
${showRefusals(operation)}
<h4>With curl</h4>
<pre tabindex="0"><code>${buildCurl(origin, method, path, operation)}</code></pre>
</div>
</details>`;
}

function whoMayCall({ security }: Operation): Html {
  const scopes = security.find(({ accessToken }) => accessToken)?.accessToken;
  if (security.length === 0) return html`Anyone may call it.`;
  if (scopes === undefined) return html`For a signed-in person; access tokens are not accepted.`;
  if (scopes.length === 0) return html`With any access token, or signed in.`;
  return html`With an access token that has the scope <code>${scopes.join(" ")}</code>, or signed in.`;
}

function showParameters({ parameters = [] }: Operation): Html {
  if (parameters.length === 0) return html``;
  const fields = parameters.map(({ name, in: where, required, schema, description }) => ({
    name,
    schema: readSchema(schema),
    note: where === "path" ? "in the path" : required ? "in the query" : "in the query, optional",
    description,
  }));
  return html`<h4>Parameters</h4>${fieldList(fields)}`;
}

function showBody({ requestBody }: Operation): Html {
  return html`${Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="note">${type}</span></h4>${schema ? schemaBlock(readSchema(schema)) : ""}`,
  )}`;
}

const isRefusal = (status: string, { content = {} }: Operation["responses"][string]) =>
  Number(status) >= 400 && Object.values(content).some(({ schema }) => /\/Error$/.test(String(schema?.$ref)));

function showAnswers({ responses }: Operation): Html {
  const answers = Object.entries(responses).filter(([status, answer]) => !isRefusal(status, answer));
  return html`${answers.map(
    ([
      status,
      { description, content = {} },
    ]) => html`<h4>Answer ${status} <span class="note">${Object.keys(content).join(", ")}</span></h4>
${status === "200" ? "" : html`<p>${description}</p>`}
${Object.values(content).map(({ schema }) => (schema ? schemaBlock(readSchema(schema)) : ""))}`,
  )}`;
}

function showRefusals({ responses }: Operation): Html {
  const refusals = Object.entries(responses).filter(([status, answer]) => isRefusal(status, answer));
  if (refusals.length === 0) return html``;
  return html`<h4>Refusals <span class="note">each an <a href="#shape-Error">Error</a></span></h4>
<ul>${refusals.map(([status, { description }]) => html`<li><b>${status}</b> ${description}</li>`)}</ul>`;
}

/** A command that makes the call, with example values for required input. */
function buildCurl(origin: string, method: string, template: string, operation: Operation): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
    .join("&");
  const parts = [
    "curl",
    ...(method === "get" ? [] : [`-X ${method.toUpperCase()}`]),
    ...credentials(template, operation),
    ...body(operation),
    ...(isFile(operation) ? ["-OJ"] : []),
    quoted(`${origin}${path}${query && `?${query}`}`),
  ];
  return parts.join(" \\\n  ");
}

function credentials(template: string, { security }: Operation): string[] {
  if (template === "/api/auth/login" || template === "/api/auth/register") return ["-c cookies.txt"];
  if (security.some((way) => "accessToken" in way)) return ['-H "Authorization: Bearer $ATTESTAMP_TOKEN"'];
  return security.length > 0 ? ["-b cookies.txt"] : [];
}

function body({ requestBody }: Operation): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined) return [];
  if (type === "multipart/form-data") return ["-F file=@lease.pdf", "-F ownershipConfirmed=true"];
  const header = `-H ${quoted(`Content-Type: ${type}`)}`;
  if (type !== "application/json") return [header, "--data-binary @FILE"];
  return [header, `-d ${quoted(JSON.stringify(buildExample(readSchema(content?.schema))))}`];
}

/** The required fields, or the first optional one if none is required. */
function buildExample({ properties = {}, required }: ShownSchema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, buildSample(name, readSchema(properties[name]))]));
}

function buildSample(name: string, schema: ShownSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return buildSample(name, readSchema(schema.anyOf[0]));
  if (schema.type === "array") return [buildSample(name, readSchema(schema.items))];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.format === "email" || /email/i.test(name)) return "ann@example.org";
  return name.toUpperCase();
}

function isFile({ responses }: Operation): boolean {
  return Object.values(responses[200]?.content ?? {}).some(({ schema }) => schema === undefined);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
