import { z } from "zod";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Field } from "../../components/field.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { timeZone as sitesZone } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";
import { AccountEntry } from "./account-entry.tsx";

const text = yourAccountMessages.timeZone;

type Choice = Pick<CurrentUser, "timeZone">;

/** The time zone of new stamps and certificates. */
export function TimeZoneEntry({ timeZone }: Choice) {
  return (
    <AccountEntry
      name={text.label}
      value={timeZone === null ? text.sites(nameZone(sitesZone)) : nameZone(timeZone)}
      form={{ ...text, fields: (close) => <TimeZoneForm timeZone={timeZone} onDone={close} /> }}
    />
  );
}

/** An empty zone is the site's. */
const formSchema = z.object({ timeZone: z.string() });

function TimeZoneForm({ timeZone, onDone }: Choice & { onDone: () => void }) {
  const form = useZodForm(formSchema, { timeZone: timeZone ?? "" });
  const { accounts } = trpc.useUtils();
  const change = trpc.accounts.changeTimeZone.useMutation();
  const { attempt, failure } = useAttempt(text);
  const send = (chosen: z.output<typeof formSchema>) =>
    attempt(async () => {
      const user = await change.mutateAsync({ timeZone: chosen.timeZone || null });
      accounts.me.setData(undefined, user);
      onDone();
      notify({ kind: "success", title: text.done(nameZone(user.timeZone ?? sitesZone)) });
    });
  return (
    <SendForm onSubmit={form.submit(send)} busy={form.busy} failure={failure} texts={text}>
      <Field label={text.label} error={form.error("timeZone")}>
        {(control) => (
          <select {...control} {...form.field("timeZone")}>
            <option value="">{text.sites(nameZone(sitesZone))}</option>
            {listZones(timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {nameZone(zone)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </SendForm>
  );
}

/** The zones that this browser knows, and the chosen one. */
function listZones(chosen: string | null): string[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(chosen === null ? [] : [chosen])]);
  return [...zones].toSorted();
}

/** "America/New York" */
const nameZone = (zone: string) => zone.replaceAll("_", " ");
