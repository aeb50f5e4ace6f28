import { z } from "zod";

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/** The schema of input or output. Named schemas are added to `components` once and referenced. */
export function buildJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  components: Record<string, JsonSchema>,
): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // If there is a format, its pattern only repeats it at length.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  const { $schema: _, $defs = {}, ...own }: JsonSchema = pointedAtComponents(made);
  Object.assign(components, $defs);
  return own;
}

function pointedAtComponents(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
