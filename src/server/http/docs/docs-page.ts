import { html, raw } from "hono/html";
import type { OpenApi, Operation } from "../openapi/openapi.ts";
import { shownCall } from "./shown-call.ts";
import { type Html, readSchema, schemaBlock } from "./shown-schema.ts";

export type DocsLook = {
  productName: string;
  logo: { src: string; alt: string } | undefined;
  isNamed: boolean;
  style: string;
  /** Addresses of the stylesheet with the product's fonts, and of those that every page begins with. */
  fonts: { stylesheet: string | undefined; preloaded: string[] };
};

/** The description of the API as a page without scripts. */
export async function docsPage(api: OpenApi, look: DocsLook): Promise<string> {
  const { info, servers, tags, components } = api;
  const { productName, logo, isNamed, fonts } = look;
  const origin = servers[0]?.url ?? "";
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${info.title}</title>
${fonts.preloaded.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`)}
${fonts.stylesheet === undefined ? "" : html`<link rel="stylesheet" href="${fonts.stylesheet}" />`}
<link rel="icon" href="/icons/icon-192.png" />
<style>${raw(look.style)}</style>
</head>
<body>
<header><div class="bar">
<a class="home" href="/">${logo ? html`<img src="${logo.src}" alt="${logo.alt}" height="36" />` : ""}${isNamed ? html`<span class="name">${productName}</span>` : ""}</a>
<ul><li><a href="/account/developers">Access tokens</a></li><li><a href="/support">Support</a></li></ul>
</div></header>
<div class="page">
<nav class="groups" aria-label="Groups of calls"><ul>${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
<li><a href="#shapes">Shapes</a></li></ul></nav>
<main>
<h1>${info.title}</h1>
<p class="intro">${withCode(info.description)}</p>
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
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
</div>
<footer><div class="bar">
<span class="name">${productName}</span>
<ul><li><a href="/">Home</a></li><li><a href="/account">Your account</a></li><li><a href="/api/openapi.json">openapi.json</a></li></ul>
</div></footer>
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
