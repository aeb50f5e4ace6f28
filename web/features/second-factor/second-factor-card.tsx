import { useRef, useState } from "react";
import type {
  SecondFactorView,
  StartedApp,
} from "../../../src/features/accounts/second-factor.output.schema.ts";
import type { Proof } from "../../../src/features/accounts/second-factor.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { OneTimeSecret } from "../../components/one-time-secret.tsx";
import { formatDay } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { CardStep } from "./card-step.tsx";
import { EnrollForm } from "./enroll-form.tsx";
import { ProofForm } from "./proof-form.tsx";

const { card: text, proof, enroll, codes, removed } = secondFactorMessages;

/** What the card shows below its introduction. */
type Part =
  | { name: "overview" }
  | { name: "start" | "renew" | "remove" }
  | { name: "enroll"; started: StartedApp }
  | { name: "codes"; recoveryCodes: string[] };

/** The authenticator app and the recovery codes of the account, with a way to add, renew and remove them. */
export function SecondFactorCard({ username }: { username: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const described = trpc.secondFactor.describe.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <Card aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      {described.isPending && (
        <p role="status" className="mt-2 text-muted">
          {text.loading}
        </p>
      )}
      {described.isError && (
        <FailedNotice again={text.again} onRetry={() => described.refetch()}>
          {text.failed}
        </FailedNotice>
      )}
      {described.data && (
        <Parts username={username} view={described.data} onOverview={() => title.current?.focus()} />
      )}
    </Card>
  );
}

type PartsProps = { username: string; view: SecondFactorView; onOverview: () => void };

function Parts({ username, view, onOverview }: PartsProps) {
  const [part, setPart] = useState<Part>({ name: "overview" });
  const { secondFactor, accounts } = trpc.useUtils();
  const start = trpc.secondFactor.startApp.useMutation();
  const renew = trpc.secondFactor.makeRecoveryCodes.useMutation();
  const remove = trpc.secondFactor.removeApp.useMutation();
  const showOverview = () => {
    setPart({ name: "overview" });
    onOverview();
  };
  const askForProof = (
    texts: (typeof proof)["start" | "renew" | "remove"],
    send: (given: Proof) => Promise<void>,
  ) => (
    <CardStep title={texts.title} onCancel={showOverview}>
      <ProofForm username={username} texts={texts} send={send} />
    </CardStep>
  );
  const showCodes = (recoveryCodes: string[]) => {
    setPart({ name: "codes", recoveryCodes });
    void secondFactor.describe.invalidate();
    void accounts.me.invalidate();
  };
  switch (part.name) {
    case "overview":
      return <Overview view={view} onChoose={(name) => setPart({ name })} />;
    case "start":
      return askForProof(proof.start, async (given) =>
        setPart({ name: "enroll", started: await start.mutateAsync(given) }),
      );
    case "enroll":
      return (
        <CardStep title={enroll.title} onCancel={showOverview}>
          <EnrollForm
            started={part.started}
            onDone={(made) => {
              notify({ kind: "success", title: enroll.done, description: enroll.doneText });
              void accounts.sessions.invalidate();
              showCodes(made);
            }}
          />
        </CardStep>
      );
    case "renew":
      return askForProof(proof.renew, async (given) =>
        showCodes((await renew.mutateAsync(given)).recoveryCodes),
      );
    case "remove":
      return askForProof(proof.remove, async (given) => {
        await remove.mutateAsync(given);
        notify({ kind: "success", title: removed });
        await secondFactor.describe.invalidate();
        void accounts.me.invalidate();
        showOverview();
      });
    case "codes":
      return <OneTimeSecret value={part.recoveryCodes.join("\n")} text={codes} onDone={showOverview} />;
  }
}

type OverviewProps = { view: SecondFactorView; onChoose: (part: "start" | "renew" | "remove") => void };

function Overview({ view: { appSince, recoveryCodesLeft }, onChoose }: OverviewProps) {
  if (appSince === null) {
    return (
      <>
        <p className="mt-2 text-muted">{text.intro}</p>
        <Button variant="secondary" className="mt-4" onClick={() => onChoose("start")}>
          {text.open}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="mt-2 text-muted">{text.since(formatDay(Date.parse(appSince)))}</p>
      <p className="mt-2">
        {text.left(recoveryCodesLeft)} {recoveryCodesLeft < 3 && text.fewLeft}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onChoose("renew")}>
          {text.renew}
        </Button>
        <Button variant="secondary" onClick={() => onChoose("remove")}>
          {text.remove}
        </Button>
      </div>
    </>
  );
}
