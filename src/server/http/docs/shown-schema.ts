import { html } from "hono/html";
import { z } from "zod";

/** A piece of the page. */
export type Html = ReturnType<typeof html>;

/** The parts of a JSON Schema that are shown. */
const shownSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  contentEncoding: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  required: z.array(z.string()).default([]),
  get items() {
    return shownSchema.optional();
  },
  get anyOf() {
    return z.array(shownSchema).optional();
  },
  get properties() {
    return z.record(z.string(), shownSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), shownSchema]).optional();
  },
});
export type ShownSchema = z.infer<typeof shownSchema>;

export function readSchema(schema: unknown): ShownSchema {
  return shownSchema.parse(schema ?? {});
}

/** The type in words: a named schema as a link to it. */
function describeType(schema: ShownSchema): Html {
  const { $ref, anyOf, type, items, format, contentEncoding, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (anyOf) return html`${anyOf.map((one, index) => html`${index > 0 ? " or " : ""}${describeType(one)}`)}`;
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (type === "array") return html`list of ${describeType(readSchema(items))}`;
  if (type === "object" && typeof additionalProperties === "object" && !schema.properties) {
    return html`object of ${describeType(additionalProperties)} by name`;
  }
  return html`${[format ?? contentEncoding ?? [type ?? "anything"].flat().join(" or "), describeRange(schema)].filter(Boolean).join(", ")}`;
}

function describeRange({ minimum, maximum, minLength, maxLength }: ShownSchema): string {
  const from = minimum ?? minLength;
  const to = maximum ?? maxLength;
  const unit = minLength === undefined && maxLength === undefined ? "" : " characters";
  if (to === undefined || to === Number.MAX_SAFE_INTEGER) return "";
  return from === undefined || from < 0 ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}

type Field = { name: string; schema: ShownSchema; note: string; description?: string };

/** Fields in one column, so that they fit on a phone. */
export function fieldList(fields: Field[]): Html {
  return html`<dl>${fields.map(
    ({ name, schema, note, description = schema.description }) =>
      html`<dt><code>${name}</code> <span class="note">${note}</span></dt>
<dd>${describeType(schema)}${describeDefault(schema)}${description === undefined ? "" : html`<br />${description}`}</dd>`,
  )}</dl>`;
}

const describeDefault = ({ default: value }: ShownSchema) =>
  value === undefined ? "" : `, without it ${JSON.stringify(value)}`;

/** The members of an object, or the type of anything else. */
export function schemaBlock(schema: ShownSchema): Html {
  const { properties, required } = schema;
  if (!properties)
    return html`<p>${describeType(schema)}${schema.description ? html`: ${schema.description}` : ""}</p>`;
  const fields = Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    note: required.includes(name) ? "" : "optional",
  }));
  return fieldList(fields);
}
