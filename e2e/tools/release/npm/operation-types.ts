import type { Content, OpenApi, Operation } from "../../../../src/server/http/openapi/openapi.ts";
import { typeOf } from "./schema-types.ts";

/**
 * The types of the calls that an access token can make or that anyone can make, from the OpenAPI description, in place
 * of those of src/client/operations.ts.
 */
export function writeOperationTypes({ paths, components }: OpenApi): string {
  const json: string[] = [];
  const files: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const answer = operation.responses[200]?.content ?? {};
      if (!isForPrograms(operation) || operation.requestBody?.content["multipart/form-data"]) continue;
      const name = JSON.stringify(`${method.toUpperCase()} ${path}`);
      const input = inputType(operation);
      const comment = `  /** ${operation.summary} */\n`;
      const schema = answer["application/json"]?.schema;
      if (schema) json.push(`${comment}  ${name}: { input: ${input}; answer: ${typeOf(schema)} };`);
      else if (method === "get") files.push(`${comment}  ${name}: { input: ${input} };`);
    }
  }
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  return [
    "/** Written from the OpenAPI description of the server. */",
    `export interface Operations {\n${json.join("\n")}\n}`,
    `export interface Downloads {\n${files.join("\n")}\n}`,
    "export type Listed = { document: Document; collection: Collection };",
    ...schemas,
    "",
  ].join("\n\n");
}

/** Not the calls of a person who signs in. */
const isForPrograms = ({ security, tags }: Operation) =>
  security.length === 0 ? tags[0] !== "Account" : security.some((one) => "accessToken" in one);

/** All fields of a call, wherever they are sent, except headers. */
function inputType({ parameters = [], requestBody }: Operation): string {
  const fields = parameters
    .filter((parameter) => parameter.in !== "header")
    .map(({ name, required, schema }) => `${JSON.stringify(name)}${required ? "" : "?"}: ${typeOf(schema)}`);
  const body = jsonIn(requestBody?.content);
  const own = fields.length > 0 || !body ? [`{ ${fields.join("; ")} }`] : [];
  return [...own, ...(body ? [typeOf(body)] : [])].join(" & ");
}

const jsonIn = (content: Content | undefined) => content?.["application/json"]?.schema;
