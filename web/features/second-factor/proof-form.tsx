import { KeyRound } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { newEmailSchema } from "../../../src/features/accounts/email.schema.ts";
import type { LinkedProviders } from "../../../src/features/accounts/providers/providers.output.schema.ts";
import type { SecondFactorView } from "../../../src/features/accounts/second-factor.output.schema.ts";
import {
  confirmAppSchema,
  type Proof,
  passwordProofSchema,
} from "../../../src/features/accounts/second-factor.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { Button } from "../../components/button.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { SendForm } from "../../components/send-form.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { TextField } from "../../components/text-field.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError, readErrorCode } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { useZodForm } from "../../lib/use-zod-form.ts";
import { secondFactorMessages } from "../../texts/second-factor.ts";
import { CurrentPassword } from "../accounts/current-password.tsx";
import { canUsePasskeys, signWithPasskey } from "./browser-passkeys.ts";
import { forgetProviderProof, readProviderProof } from "./provider-proof.ts";

const text = secondFactorMessages.proof;

type ProofFormProps = {
  username: string;
  texts: { intro?: string; submit: string; pending: string; failed: string };
  /** The label of a field for a new email address, if one is changed. */
  emailLabel?: string;
  /** A provider confirms the owner after this form, so it asks for neither a password nor a provider. */
  isProviderNext?: boolean;
  /** `email` is blank without that field. */
  send: (proof: Proof, email: string) => Promise<void>;
};

/** Asks for what the account has to prove that its owner wants a change: a passkey, or password, provider and code. */
export function ProofForm(props: ProofFormProps) {
  const factors = trpc.secondFactor.describe.useQuery();
  const providers = trpc.providers.describe.useQuery();
  if (factors.isError || providers.isError) {
    const retry = () => Promise.all([factors.refetch(), providers.refetch()]);
    return (
      <FailedNotice again={secondFactorMessages.card.again} onRetry={() => void retry()}>
        {secondFactorMessages.card.failed}
      </FailedNotice>
    );
  }
  if (!factors.data || !providers.data) return <Spinner label={secondFactorMessages.card.loading} />;
  return <KnownProof {...props} factors={factors.data} providers={providers.data} />;
}

type Way = "passkey" | "password" | "provider" | "provider-next";
type Known = { factors: SecondFactorView; providers: LinkedProviders };

/** The ways in which this account can be proven in this browser, the strongest first. */
function listWays({ factors, providers }: Known, isProviderNext: boolean): Way[] {
  const hasPasskeys = factors.passkeys.length > 0;
  const needsPasskey = hasPasskeys && factors.appSince === null;
  const confirming: Way = providers.hasPassword || providers.linked.length === 0 ? "password" : "provider";
  const withoutPasskey: Way = isProviderNext ? "provider-next" : confirming;
  return [
    ...(hasPasskeys && canUsePasskeys() ? (["passkey"] as const) : []),
    ...(needsPasskey ? [] : [withoutPasskey]),
  ];
}

function KnownProof({ factors, providers, isProviderNext = false, ...props }: ProofFormProps & Known) {
  const ways = listWays({ factors, providers }, isProviderNext);
  const [chosen, setChosen] = useState(ways[0]);
  const [providerProof, setProviderProof] = useState(readProviderProof);
  const hasApp = factors.appSince !== null;
  if (chosen === undefined) return <p className="mt-4">{text.passkeyElsewhere}</p>;
  const other = ways.find((way) => way !== chosen);
  return (
    <>
      {chosen === "provider" && providerProof === null ? (
        <AskProvider {...props} linked={providers.linked} />
      ) : (
        <WayForm
          key={chosen}
          {...props}
          way={chosen}
          asksCode={hasApp && chosen !== "passkey"}
          providerProof={providerProof ?? ""}
          onSpent={() => setProviderProof(null)}
        />
      )}
      {other !== undefined && (
        <BareButton className="link mt-3 min-h-6" onClick={() => setChosen(other)}>
          {other === "passkey" ? text.usePasskey : text.useCode}
        </BareButton>
      )}
    </>
  );
}

type WayFormProps = ProofFormProps & {
  way: Way;
  asksCode: boolean;
  providerProof: string;
  /** The provider has to be asked again. */
  onSpent: () => void;
};

function WayForm({ way, asksCode, providerProof, onSpent, ...props }: WayFormProps) {
  const { username, texts, emailLabel, send } = props;
  const schema = z.object({
    email: emailLabel === undefined ? z.string() : newEmailSchema,
    currentPassword: way === "password" ? passwordProofSchema.shape.currentPassword : z.string(),
    code: asksCode ? confirmAppSchema.shape.code : z.string(),
  });
  const form = useZodForm(schema, { email: "", currentPassword: "", code: "" });
  const start = trpc.secondFactor.startProof.useMutation();
  const { attempt, failure } = useAttempt({ failed: texts.failed, fallback: text.fallback });
  const prove = async (currentPassword: string, code: string): Promise<Proof> => {
    if (way === "passkey") return { passkey: await signWithPasskey(await start.mutateAsync()) };
    const given = giveConfirmation(way, currentPassword, providerProof);
    return asksCode ? { ...given, code } : given;
  };
  const sendProof = async (proof: Proof, email: string) => {
    try {
      await send(proof, email);
      if (way === "provider") forgetProviderProof();
    } catch (error) {
      if (readErrorCode(error) !== "provider-proof-expired") throw error;
      forgetProviderProof();
      notify({ kind: "error", title: texts.failed, description: parseServerError(error).message ?? "" });
      onSpent();
    }
  };
  return (
    <SendForm
      onSubmit={form.submit(({ email, currentPassword, code }) =>
        attempt(async () => sendProof(await prove(currentPassword, code), email)),
      )}
      busy={form.busy}
      failure={failure}
      texts={texts}
      icon={way === "passkey" && <KeyRound className="size-4" aria-hidden="true" />}
    >
      {texts.intro && <p className="-mt-4 text-muted">{texts.intro}</p>}
      {emailLabel !== undefined && (
        <TextField form={form} name="email" kind="email" label={emailLabel} required />
      )}
      {way === "password" && <CurrentPassword form={form} username={username} label={text.password} />}
      {way === "passkey" && <p>{text.withPasskey}</p>}
      {way === "provider" && <p>{text.confirmed}</p>}
      {asksCode && (
        <TextField form={form} name="code" label={text.code} autoComplete="one-time-code" required />
      )}
    </SendForm>
  );
}

function giveConfirmation(way: Way, currentPassword: string, providerProof: string): Proof {
  if (way === "provider-next") return {};
  return way === "password" ? { currentPassword } : { providerProof };
}

type AskProviderProps = Pick<ProofFormProps, "texts"> & Pick<LinkedProviders, "linked">;

/** The provider asks again who it is, and the browser comes back to this page. */
function AskProvider({ texts, linked }: AskProviderProps) {
  const start = trpc.providers.startProof.useMutation();
  const press = async (provider: string) => {
    try {
      location.assign((await start.mutateAsync({ provider, returnTo: location.pathname })).url);
    } catch (error) {
      notify({
        kind: "error",
        title: texts.failed,
        description: parseServerError(error).message ?? text.fallback,
      });
    }
  };
  return (
    <>
      <p className="mt-4">{text.askProvider}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {linked.map(
          ({ id, provider, name }) =>
            provider !== null && (
              <Button key={id} busy={start.isPending} onClick={() => void press(provider)}>
                {text.confirmWith(name)}
              </Button>
            ),
        )}
      </div>
    </>
  );
}
