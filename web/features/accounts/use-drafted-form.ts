import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { keepDraft, readDraft } from "./drafts.ts";
import { readAccountName } from "./page-account.ts";

/** Whether the account that the page shows has written in this form and not sent it. */
export function useHasDraft(name: string): boolean {
  const account = readAccountName(useQueryClient());
  const [hasDraft] = useState(() => account !== null && readDraft(account, name) !== undefined);
  return hasDraft;
}

/**
 * A form whose values are a draft of the account that the page shows, until they are reset. `name`: of the form, which
 * says what it is about as well if there are several of a kind.
 */
export function useDraftedForm<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  initial: Readonly<Record<Extract<keyof z.input<Schema>, string>, string>>,
) {
  const account = readAccountName(useQueryClient());
  const [kept] = useState(() => ({ ...initial, ...(account === null ? {} : readDraft(account, name)) }));
  const form = useZodForm(schema, initial, kept);
  const { values } = form;
  const isUnchanged = Object.entries(initial).every(([field, value]) => values[field] === value);
  useEffect(() => {
    if (account !== null) keepDraft(account, name, isUnchanged ? undefined : values);
  }, [account, name, values, isUnchanged]);
  /** Ends the draft immediately: a form that is closed with the reset is not drawn again. */
  const reset = () => {
    if (account !== null) keepDraft(account, name, undefined);
    form.reset();
  };
  return { ...form, reset };
}
