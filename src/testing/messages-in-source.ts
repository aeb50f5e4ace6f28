import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Expression, type ObjectProperty, parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dir, "../..");
const listPath = join(root, "docs/error-codes.md");

/** A message in a source file: its code and its English text. */
export type WrittenMessage = { path: string; code: string; text: string };

/** Messages that only the operator's console prints; they have codes, but programs and pages never get them. */
const console =
  /^(db|src\/(main\.ts|client|evidence\/(?!verifier)|server\/(cli|executable|read-config|read-server-config|site|http\/server)|features\/(backup|integrity|move|publishing\/(?!adopted-site))|issuing\/monitor|platform\/(cluster|keys))\b)/;

export const isOnConsoleOnly = ({ path }: WrittenMessage): boolean => console.test(path);

/** The text with `{}` for the values that a template fills in; undefined if it is computed elsewhere. */
function textIn(expression: Expression | undefined, constants: Map<string, string>): string | undefined {
  switch (expression?.type) {
    case "Literal":
      return typeof expression.value === "string" ? expression.value : undefined;
    case "TemplateLiteral":
      return expression.quasis.map(({ value }) => value.cooked ?? value.raw).join("{}");
    case "BinaryExpression": {
      const { left, right } = expression;
      const start = left.type === "PrivateIdentifier" ? undefined : textIn(left, constants);
      const end = textIn(right, constants);
      return start === undefined || end === undefined ? undefined : start + end;
    }
    case "Identifier":
      return constants.get(expression.name);
    default:
      return undefined;
  }
}

function messagesIn(path: string): WrittenMessage[] {
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"));
  const constants = new Map<string, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      const text = textIn(init ?? undefined, constants);
      if (id.type === "Identifier" && text !== undefined) constants.set(id.name, text);
    },
  }).visit(program);
  const found: WrittenMessage[] = [];
  const meet = (code: unknown, text: unknown) => {
    const words = [code, text].map((written) => textIn(written as Expression | undefined, constants));
    const [name, sentence] = words;
    if (name !== undefined && sentence !== undefined) found.push({ path, code: name, text: sentence });
  };
  new Visitor({
    NewExpression({ callee, arguments: [, code, text] }) {
      if (callee.type === "Identifier" && callee.name === "AppError") meet(code, text);
    },
    CallExpression({ callee, arguments: [code, text] }) {
      if (callee.type === "Identifier" && ["rule", "say"].includes(callee.name)) meet(code, text);
    },
    ObjectExpression({ properties }) {
      const find = (name: string) =>
        properties.find(
          (one): one is ObjectProperty =>
            one.type === "Property" && one.key.type === "Identifier" && one.key.name === name,
        )?.value;
      const [code, text] = [find("code"), find("text")];
      if (code && text) meet(code, text);
    },
  }).visit(program);
  return found;
}

/** All messages in the product's sources, sorted by code. */
export function messagesInSource(): WrittenMessage[] {
  return [...new Glob("{src,db}/**/*.ts").scanSync(root)]
    .filter((path) => !/(\.|\/)test[.-]|^src\/testing\//.test(path))
    .toSorted()
    .flatMap(messagesIn)
    .toSorted((one, other) => (one.code < other.code ? -1 : one.code > other.code ? 1 : 0));
}

const intro = `# Error codes

Every error of the API has a \`code\` and, if values are inserted into its sentence, \`params\`. The same is true for the
entries of \`issues\`, for answers with a \`message\`, and for documents that could not be stamped (\`errorCode\`,
\`errorParams\`). Rely on the code: a sentence may be reworded. A value that breaks a rule without a code gets zod's code,
such as \`invalid-type\` or \`too-small\`.

\`bun src/testing/messages-in-source.ts\` generates this list from the source.

`;

/** The verifier's texts appear in reports, never in an API answer. */
const isInReports = ({ path }: WrittenMessage) =>
  path.startsWith("src/evidence/verifier/") || path === "src/formats/text/proof-of-time.ts";

/** The page of docs/ that lists all codes an API answer can have. */
export function listOfCodes(): string {
  const texts = new Map(
    messagesInSource()
      .filter((message) => !isOnConsoleOnly(message) && !isInReports(message))
      .map(({ code, text }) => [code, text]),
  );
  return `${intro}${[...texts].map(([code, text]) => `- \`${code}\`: ${text.replaceAll("_", "\\_")}`).join("\n")}\n`;
}

export const readListOfCodes = (): string => readFileSync(listPath, "utf8");

if (import.meta.main) writeFileSync(listPath, listOfCodes());
