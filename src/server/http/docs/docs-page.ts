import { html, raw } from "hono/html";
import type { OpenApi, Operation } from "../openapi/openapi.ts";
import { docsStyle } from "./docs-style.ts";
import { shownCall } from "./shown-call.ts";
import { type Html, readSchema, schemaBlock } from "./shown-schema.ts";

/** The description of the API as a page without scripts; `fonts` is the address of the product's fonts. */
export async function docsPage(api: OpenApi, fonts: string | undefined): Promise<string> {
  const { info, servers, tags, components } = api;
  const origin = servers[0]?.url ?? "";
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${info.title}</title>
${fonts === undefined ? "" : html`<link rel="stylesheet" href="${fonts}" />`}
<link rel="icon" href="/icons/icon-192.png" />
<style>${raw(docsStyle)}</style>
</head>
<body>
<header><p><a href="/">${info.title.replace(/ API$/, "")}</a></p><p><a href="/account/developers">Access tokens</a></p></header>
<main>
<h1>${info.title}</h1>
<p class="intro">${withCode(info.description)}</p>
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Groups of calls"><ul>${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
<li><a href="#shapes">Shapes</a></li></ul></nav>
${tags.map(
  ({ name, description }) => html`<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${name}</h2>
<p>${description}</p>
${findCalls(api, name).map(({ method, path, operation }) => shownCall(origin, method, path, operation))}
</section>`,
)}
<section aria-labelledby="shapes">
<h2 id="shapes">Shapes</h2>
<p>The shapes that answers are made of.</p>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<div class="shape" id="shape-${name}"><h3>${name}</h3>${schemaBlock(readSchema(schema))}</div>`,
)}
</section>
</main>
</body>
</html>
`;
  return String(await page);
}

type Call = { method: string; path: string; operation: Operation };

function findCalls({ paths }: OpenApi, tag: string): Call[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ operation }) => operation.tags[0] === tag);
}

const anchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Formats text between back quotes as code. */
function withCode(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
