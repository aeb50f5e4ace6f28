import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { toFieldIssues } from "../../src/features/rules.ts";
import { translate } from "../texts/translation.ts";
import { firstIssues } from "./first-issues.ts";
import type { FaultIssue } from "./server-errors.ts";
import { useAfterPress } from "./use-after-press.ts";

type Texts = Record<string, string>;
/** The names of a form's fields: those of the members its schema takes. */
type FieldName<Schema extends z.ZodType> = Extract<keyof z.input<Schema>, string>;

/**
 * A form of text fields ruled by the schema that the server uses too. A field shows its error once it was left,
 * and from then on with every change; sending shows all and puts the focus on the first bad one. Values are
 * never lost by an error.
 */
export function useZodForm<Schema extends z.ZodType>(
  schema: Schema,
  initial: Readonly<Record<FieldName<Schema>, string>>,
) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Texts>({});
  const [busy, setBusy] = useState(false);
  const afterPress = useAfterPress();
  const checked = schema.safeParse(values);
  const issues = checked.success ? {} : firstIssues(translated(checked.error.issues));

  function change(name: FieldName<Schema>, value: string): void {
    setValues((current) => ({ ...current, [name]: value }));
    setRefused((current) => ({ ...current, [name]: "" }));
  }

  /** Back to the first values, as if the form had just been opened. */
  function reset(): void {
    setValues(initial);
    setLeft(new Set());
    setRefused({});
  }

  function field(name: FieldName<Schema>) {
    return {
      name,
      value: values[name],
      ref: keepEarlyText(name),
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
      onBlur: () => afterPress(() => setLeft((current) => new Set([...current, name]))),
    };
  }

  /** What was typed, or filled in by the browser, while the page was only drawn stays in the field. */
  function keepEarlyText(name: FieldName<Schema>) {
    return (control: { value: string } | null) => {
      if (control && control.value !== "" && values[name] === "") change(name, control.value);
    };
  }

  function error(name: FieldName<Schema>): string | undefined {
    return refused[name] || (left.has(name) ? issues[name] : undefined);
  }

  /** Sends what is valid; field errors that `send` returns are shown at their fields. */
  function submit(send: (valid: z.output<Schema>) => Promise<FaultIssue[]>) {
    return async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      setLeft(new Set(Object.keys(initial)));
      if (!checked.success) return focusField(form, Object.keys(issues), Object.keys(initial));
      setBusy(true);
      const answer = firstIssues(await send(checked.data).finally(() => setBusy(false)));
      setRefused(answer);
      focusField(form, Object.keys(answer), Object.keys(initial));
    };
  }

  return { field, error, change, reset, submit, busy };
}

/** The schemas speak as the server does; what it refused itself is translated where its answer is read. */
function translated(issues: readonly z.core.$ZodIssue[]): FaultIssue[] {
  return toFieldIssues(issues).map((issue) => ({ path: issue.path, message: translate(issue) }));
}

function focusField(form: HTMLFormElement, bad: string[], order: string[]): void {
  const first = order.find((name) => bad.includes(name));
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}
