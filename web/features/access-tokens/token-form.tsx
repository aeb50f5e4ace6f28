import { z } from "zod";
import type { TokenScope } from "../../../db/columns/accounts.ts";
import type { NewTokenView } from "../../../src/features/accounts/access-tokens.output.schema.ts";
import { createTokenSchema } from "../../../src/features/accounts/access-tokens.schema.ts";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { TextField } from "../../components/text-field.tsx";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { accessTokensMessages } from "./messages.ts";

const text = accessTokensMessages.form;

const scopesByChoice = {
  both: ["documents:read", "documents:write"],
  read: ["documents:read"],
  write: ["documents:write"],
} as const satisfies Record<string, TokenScope[]>;
const rights = ["both", "read", "write"] as const;
const days = ["90", "30", "365", ""] as const;

/** The values of the fields. */
const formSchema = z.object({
  name: createTokenSchema.shape.name,
  may: z.enum(rights),
  days: z.enum(days),
});

/** Creates a token and then clears the fields. */
export function TokenForm({ onMade }: { onMade: (made: NewTokenView) => void }) {
  const form = useZodForm(formSchema, { name: "", may: "both", days: "90" });
  const { tokens } = trpc.useUtils();
  const create = trpc.tokens.create.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = ({ name, may, days }: z.infer<typeof formSchema>) =>
    attempt(async () => {
      const expiresInDays = days === "" ? undefined : Number(days);
      onMade(await create.mutateAsync({ name, scopes: [...scopesByChoice[may]], expiresInDays }));
      form.reset();
      void tokens.list.invalidate();
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} autoComplete="off" />
      <div className="grid items-end gap-4 sm:grid-cols-field">
        <Field label={text.may}>
          {(control) => (
            <select {...control} {...form.field("may")}>
              {rights.map((right) => (
                <option key={right} value={right}>
                  {accessTokensMessages.may[right]}
                </option>
              ))}
            </select>
          )}
        </Field>
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
