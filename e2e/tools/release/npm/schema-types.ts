import { z } from "zod";

/** The parts of JSON Schema that the API's description uses. */
const known = z.object({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});

/** A JSON Schema as a TypeScript type; references become the names of their schemas. */
export function typeOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "unknown";
  const read = known.parse(schema);
  if (read.$ref !== undefined) return read.$ref.slice(read.$ref.lastIndexOf("/") + 1);
  if (read.const !== undefined) return JSON.stringify(read.const);
  if (read.enum) return read.enum.map((one) => JSON.stringify(one)).join(" | ");
  const either = read.anyOf ?? read.oneOf;
  if (either) return either.map((one) => `(${typeOf(one)})`).join(" | ");
  if (read.allOf) return read.allOf.map((one) => `(${typeOf(one)})`).join(" & ");
  if (Array.isArray(read.type)) return read.type.map((type) => typeOf({ ...read, type })).join(" | ");
  switch (read.type) {
    case "string":
    case "boolean":
    case "null":
      return read.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `(${typeOf(read.items)})[]`;
    case "object":
      return objectType(read);
    default:
      return "unknown";
  }
}

function objectType({ properties, required, additionalProperties }: z.infer<typeof known>): string {
  if (!properties) return `Record<string, ${typeOf(additionalProperties)}>`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join("; ")} }`;
}
