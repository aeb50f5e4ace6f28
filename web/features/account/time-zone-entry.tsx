import { useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Card } from "../../components/card.tsx";
import { Choice } from "../../components/choice.tsx";
import { timeZone as sitesZone } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { yourAccountMessages } from "./messages.ts";

const text = yourAccountMessages.timeZone;

/** The time zone of new stamps and certificates; saved as soon as it is chosen. */
export function TimeZoneCard({ timeZone }: Pick<CurrentUser, "timeZone">) {
  const [chosen, setChosen] = useState(timeZone);
  const { accounts } = trpc.useUtils();
  const change = trpc.accounts.changeTimeZone.useMutation({
    onSuccess: (user) => {
      accounts.me.setData(undefined, user);
      notify({ kind: "success", title: text.done(nameZone(user.timeZone ?? sitesZone)) });
    },
    onError: (error) => {
      setChosen(timeZone);
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? text.fallback,
      });
    },
  });
  const zones = listZones(timeZone);
  return (
    <Card aria-labelledby="time-zone-title">
      <h2 id="time-zone-title" className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 mb-4 text-muted">{text.intro}</p>
      <div className="max-w-96">
        <Choice
          label={text.label}
          value={chosen ?? undefined}
          any={text.sites(nameZone(sitesZone))}
          options={zones}
          names={Object.fromEntries(zones.map((zone) => [zone, nameZone(zone)]))}
          onChange={(value) => {
            const next = value || null;
            if (next === chosen) return;
            setChosen(next);
            change.mutate({ timeZone: next });
          }}
        />
      </div>
    </Card>
  );
}

/** The zones that this browser knows, and the chosen one. */
function listZones(chosen: string | null): string[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(chosen === null ? [] : [chosen])]);
  return [...zones].toSorted();
}

/** "America/New York" */
const nameZone = (zone: string) => zone.replaceAll("_", " ");
