import { z } from "zod";
import { type TokenScope, tokenScopes } from "../../../db/columns/accounts.ts";
import type { NewTokenView } from "../../../src/features/accounts/access-tokens.output.schema.ts";
import { createTokenSchema, mayNothing } from "../../../src/features/accounts/access-tokens.schema.ts";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accessTokensMessages } from "../../texts/access-tokens.ts";

const text = accessTokensMessages.form;

const choices = {
  documents: ["both", "read", "write", ""],
  collections: ["both", "read", "write", ""],
  projects: ["both", "read", "write", ""],
  webhooks: ["", "read", "write", "both"],
  account: ["", "read"],
} as const;
const resources = ["documents", "collections", "projects", "webhooks", "account"] as const;
const days = ["90", "30", "365", ""] as const;

/** The values of the fields. */
const formSchema = z
  .object({
    name: createTokenSchema.shape.name,
    documents: z.enum(choices.documents),
    collections: z.enum(choices.collections),
    projects: z.enum(choices.projects),
    webhooks: z.enum(choices.webhooks),
    account: z.enum(choices.account),
    days: z.enum(days),
  })
  .refine((values) => chosenScopes(values).length > 0, { message: mayNothing, path: ["documents"] });
const initial = {
  name: "",
  documents: "both",
  collections: "both",
  projects: "both",
  webhooks: "",
  account: "",
  days: "90",
};

/** The scopes that the choices stand for. */
function chosenScopes(
  values: Record<(typeof resources)[number], "" | "read" | "write" | "both">,
): TokenScope[] {
  return tokenScopes.filter((scope) =>
    resources.some((resource) => {
      const may = values[resource];
      return may === "both" ? scope.startsWith(`${resource}:`) : scope === `${resource}:${may}`;
    }),
  );
}

/** Creates a token and then clears the fields. */
export function TokenForm({ onMade }: { onMade: (made: NewTokenView) => void }) {
  const form = useZodForm(formSchema, initial);
  const { tokens } = trpc.useUtils();
  const create = trpc.tokens.create.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ name, days, ...rights }: z.infer<typeof formSchema>) =>
    attempt(async () => {
      const expiresInDays = days === "" ? undefined : Number(days);
      const wish = { scopes: chosenScopes(rights), exactScopes: true };
      onMade(await create.mutateAsync({ name, ...wish, expiresInDays }));
      form.reset();
      void tokens.list.invalidate();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} autoComplete="off" />
      <fieldset>
        <legend className="mb-2 font-semibold">{text.may}</legend>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {resources.map((resource) => (
            <Field
              key={resource}
              label={accessTokensMessages.resources[resource]}
              error={form.error(resource)}
            >
              {(control) => (
                <select {...control} {...form.field(resource)}>
                  {choices[resource].map((right) => (
                    <option key={right} value={right}>
                      {accessTokensMessages.may[right]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <div className="grid items-end gap-4 sm:grid-cols-field">
        <Field label={text.expires}>
          {(control) => (
            <select {...control} {...form.field("days")}>
              {days.map((count) => (
                <option key={count} value={count}>
                  {accessTokensMessages.days[count]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </SendForm>
  );
}
