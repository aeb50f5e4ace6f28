import { html } from "hono/html";
import type { Operation } from "../openapi/openapi.ts";
import { curlOf } from "./curl.ts";
import { fieldList, type Html, readSchema, schemaBlock } from "./shown-schema.ts";

/** One call, closed until it is asked for. */
export function shownCall(origin: string, method: string, path: string, operation: Operation): Html {
  return html`<details id="${operation.operationId}">
<summary><h3><span class="call"><b>${method.toUpperCase()}</b> <code>${path}</code></span> ${operation.summary}</h3></summary>
<div class="inside">
<p>${whoMayCall(operation)}</p>
${parametersOf(operation)}
${bodyOf(operation)}
${answersOf(operation)}
${refusalsOf(operation)}
<h4>With curl</h4>
<pre tabindex="0"><code>${curlOf(origin, method, path, operation)}</code></pre>
</div>
</details>`;
}

function whoMayCall({ security }: Operation): Html {
  const scopes = security.find(({ accessToken }) => accessToken)?.accessToken;
  if (security.length === 0) return html`Anybody may call it.`;
  if (scopes === undefined) return html`For a person who is signed in; no access token is taken.`;
  if (scopes.length === 0) return html`With any access token, or signed in.`;
  return html`With an access token that has the scope <code>${scopes.join(" ")}</code>, or signed in.`;
}

function parametersOf({ parameters = [] }: Operation): Html {
  if (parameters.length === 0) return html``;
  const fields = parameters.map(({ name, in: where, required, schema, description }) => ({
    name,
    schema: readSchema(schema),
    note: where === "path" ? "in the path" : required ? "in the query" : "in the query, optional",
    description,
  }));
  return html`<h4>Parameters</h4>${fieldList(fields)}`;
}

function bodyOf({ requestBody }: Operation): Html {
  return html`${Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="note">${type}</span></h4>${schema ? schemaBlock(readSchema(schema)) : ""}`,
  )}`;
}

const isRefusal = (status: string, { content = {} }: Operation["responses"][string]) =>
  Number(status) >= 400 && Object.values(content).some(({ schema }) => /\/Error$/.test(String(schema?.$ref)));

function answersOf({ responses }: Operation): Html {
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

function refusalsOf({ responses }: Operation): Html {
  const refusals = Object.entries(responses).filter(([status, answer]) => isRefusal(status, answer));
  if (refusals.length === 0) return html``;
  return html`<h4>Refusals <span class="note">each an <a href="#shape-Error">Error</a></span></h4>
<ul>${refusals.map(([status, { description }]) => html`<li><b>${status}</b> ${description}</li>`)}</ul>`;
}
