import { z } from "zod";
import type { JsonSchema } from "./json-schema.ts";
import type { Operation, Parameter } from "./openapi.ts";

/** The objects among JSON Schemas. */
const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/**
 * Where the members of an input stand, as rest.ts takes them: those named in the path there, the others of a GET in
 * the query string, of anything else in a JSON body.
 */
export function parametersAndBody(
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

function parameter(
  where: Parameter["in"],
  name: string,
  { description, ...schema }: Record<string, unknown>,
  required: boolean,
): Parameter {
  return { name, in: where, required, schema, ...(typeof description === "string" && { description }) };
}
