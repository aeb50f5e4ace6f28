import { parseSync, Visitor } from "oxc-parser";

/** One small change that makes a program wrong in most places. Offsets are of the source's UTF-16 code units. */
export type Change = { start: number; end: number; text: string };

const otherOperator: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "&": "|",
  "|": "&",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

const otherMethod: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

type Node = { start: number; end: number };

/** All changes of a source file: other operators and numbers, conditions that always or never hold, no calls. */
export function listChanges(path: string, source: string): Change[] {
  const changes: Change[] = [];
  const replace = ({ start, end }: Node, text: string) => changes.push({ start, end, text });
  const replaceBetween = (left: Node, right: Node, operator: string) => {
    const other = otherOperator[operator];
    const at = source.indexOf(operator, left.end);
    if (other !== undefined && at >= 0 && at < right.start)
      replace({ start: at, end: at + operator.length }, other);
  };
  new Visitor({
    BinaryExpression({ left, right, operator }) {
      // A text that becomes NaN is found by any test.
      const isText = [left, right].some(({ type }) => /TemplateLiteral/.test(type));
      if (!isText) replaceBetween(left, right, operator);
    },
    LogicalExpression({ left, right, operator }) {
      replaceBetween(left, right, operator);
    },
    UnaryExpression(node) {
      if (node.operator === "!") replace(node, source.slice(node.argument.start, node.argument.end));
    },
    Literal(node) {
      if (typeof node.value === "number") replace(node, String(node.value + 1));
      if (typeof node.value === "boolean") replace(node, String(!node.value));
    },
    IfStatement({ test }) {
      replace(test, "false");
      replace(test, "true");
    },
    ConditionalExpression({ test }) {
      replace(test, "false");
      replace(test, "true");
    },
    ExpressionStatement(node) {
      if (node.expression.type === "CallExpression" || node.expression.type === "AssignmentExpression")
        replace(node, ";");
    },
    MemberExpression({ property }) {
      const other = property.type === "Identifier" ? otherMethod[property.name] : undefined;
      if (other !== undefined) replace(property, other);
    },
  }).visit(parseSync(path, source).program);
  return changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
