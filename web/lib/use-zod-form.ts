import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { toFieldIssues } from "../../src/features/rules.ts";
import { translate } from "../texts/translation.ts";
import { firstIssues } from "./first-issues.ts";
import type { FieldIssue } from "./server-errors.ts";
import { useAfterPress } from "./use-after-press.ts";

type Texts = Record<string, string>;
/** The names of a form's fields, from its schema. */
export type FieldName<Schema extends z.ZodType> = Extract<keyof z.input<Schema>, string>;

/**
 * A form of text fields validated by the server's schema. A field shows its error after it was left, and from then on
 * after every change; submitting shows all errors and focuses the first invalid field. An error never loses input.
 * `kept`: what was written before, if anything; a reset leads to the initial values.
 */
export function useZodForm<Schema extends z.ZodType>(
  schema: Schema,
  initial: Readonly<Record<FieldName<Schema>, string>>,
  kept = initial,
) {
  const [values, setValues] = useState(kept);
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

  /** Resets to the initial values. */
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

  /** Keeps text that was typed or autofilled before hydration. */
  function keepEarlyText(name: FieldName<Schema>) {
    return (control: { value: string } | null) => {
      if (control && control.value !== "" && values[name] === "") change(name, control.value);
    };
  }

  function error(name: FieldName<Schema>): string | undefined {
    return refused[name] || (left.has(name) ? issues[name] : undefined);
  }

  /** Submits valid values; field errors that `send` returns are shown at their fields. */
  function submit(send: (valid: z.output<Schema>) => Promise<FieldIssue[]>) {
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

  return { values, field, error, change, reset, submit, busy };
}

/**
 * The schemas contain the server's English messages; the server's own refusals are translated where answers are parsed.
 */
function translated(issues: readonly z.core.$ZodIssue[]): FieldIssue[] {
  return toFieldIssues(issues).map((issue) => ({ path: issue.path, message: translate(issue) }));
}

function focusField(form: HTMLFormElement, bad: string[], order: string[]): void {
  const first = order.find((name) => bad.includes(name));
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}
