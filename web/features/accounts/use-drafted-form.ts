import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FieldIssue } from "../../lib/server-errors.ts";
import { type FieldName, useZodForm } from "../../lib/use-zod-form.ts";
import { findDraft, keepDraft, nameToSend, readDraft, sendDraft } from "./drafts.ts";
import { readUsername } from "./page-account.ts";

/** Whether the page's user had written in this form and not sent it when the caller was first drawn. */
export function useHadDraft(formName: string): boolean {
  const username = readUsername(useQueryClient());
  const [hadDraft] = useState(() => username !== null && readDraft(username, formName) !== undefined);
  return hadDraft;
}

/** Values by their fields, with what the page's user had written of them and not sent in their place. */
export function useDraftedValues<Values extends Readonly<Record<string, string>>>(
  formName: string,
  initial: Values,
): Values {
  const username = readUsername(useQueryClient());
  const [kept] = useState(() => ({
    ...initial,
    ...(username === null ? {} : readDraft(username, formName)),
  }));
  return kept;
}

/** Keeps what is written in a form as a draft of the page's user; see `findDraft`. Returns the draft. */
export function useDraftKeeping<Values extends Readonly<Record<string, string>>>(
  { nameOf, written }: { nameOf: () => string; written: readonly (keyof Values & string)[] },
  values: Values,
  initial: Values,
) {
  const username = readUsername(useQueryClient());
  const draft = findDraft(values, initial, written);
  const known = useRef(values);
  // Only after a change: what is stored may be that of a form of the same name.
  useEffect(() => {
    if (known.current === values) return;
    known.current = values;
    if (username !== null) keepDraft(username, nameOf(), draft);
  });
  return draft;
}

/**
 * A form whose changed values are a draft of the page's user until they are reset. `formName` says what the form is
 * about as well if there are several of a kind. `isDraft`: something was written in one of the fields `written`; until
 * then, there is no draft.
 */
export function useDraftedForm<Schema extends z.ZodType>(
  { formName, written }: { formName: string; written: readonly FieldName<Schema>[] },
  schema: Schema,
  initial: Readonly<Record<FieldName<Schema>, string>>,
) {
  const username = readUsername(useQueryClient());
  const form = useZodForm(schema, initial, useDraftedValues(formName, initial));
  const name = useRef(formName);
  const draft = useDraftKeeping({ nameOf: () => name.current, written }, form.values, initial);
  /** Ends the draft immediately: a form that is closed with the reset is not drawn again. */
  const reset = () => {
    if (username !== null) keepDraft(username, name.current, undefined);
    form.reset();
  };
  const submit = (send: (valid: z.output<Schema>) => Promise<FieldIssue[]>) =>
    form.submit((valid) => {
      if (username === null) return send(valid);
      const names = { from: name.current, to: nameToSend(formName) };
      name.current = names.to;
      return sendDraft(username, names, () => send(valid));
    });
  return { ...form, reset, submit, isDraft: draft !== undefined };
}
