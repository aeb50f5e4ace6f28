import type { Operation } from "../openapi/openapi.ts";
import { readSchema, type ShownSchema } from "./shown-schema.ts";

/** A command that makes the call, with examples for what has to be given. */
export function curlOf(origin: string, method: string, template: string, operation: Operation): string {
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
  return [header, `-d ${quoted(JSON.stringify(exampleOf(readSchema(content?.schema))))}`];
}

/** What has to be given, and where nothing has to, the first thing that may. */
function exampleOf({ properties = {}, required }: ShownSchema): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, sampleOf(name, readSchema(properties[name]))]));
}

function sampleOf(name: string, schema: ShownSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return sampleOf(name, readSchema(schema.anyOf[0]));
  if (schema.type === "array") return [sampleOf(name, readSchema(schema.items))];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.format === "email" || /email/i.test(name)) return "ann@example.org";
  return name.toUpperCase();
}

function isFile({ responses }: Operation): boolean {
  return Object.values(responses[200]?.content ?? {}).some(({ schema }) => schema === undefined);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
