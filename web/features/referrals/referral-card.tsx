import { Gift } from "lucide-react";
import { referralCredits } from "../../../src/features/billing/billing.schema.ts";
import type { ReferralStats } from "../../../src/features/referrals/referrals.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { FailedLine } from "../../components/failed-line.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { referralsMessages as text } from "../../texts/referrals.ts";
import { ApplyForm } from "./apply-form.tsx";

/** The user's own link, its results, and the field for another user's code. */
export function ReferralCard() {
  const stats = trpc.referrals.stats.useQuery();
  return (
    <Card aria-labelledby="referral-title">
      <h2 id="referral-title" className="flex items-center gap-2 text-heading">
        <Gift className="size-6 text-seal" aria-hidden="true" />
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro(referralCredits)}</p>
      <p className="mt-1 mb-4">{text.use}</p>
      <div className="grid gap-6">
        <div>
          {stats.isPending && <p role="status">{text.loading}</p>}
          {stats.isError && (
            <FailedLine again={text.again} onRetry={() => void stats.refetch()}>
              {text.loadFailed}
            </FailedLine>
          )}
          {stats.data && <OwnReferrals stats={stats.data} />}
        </div>
        <ApplyForm />
      </div>
    </Card>
  );
}

function OwnReferrals({ stats }: { stats: ReferralStats }) {
  const { generate, busy } = useGenerateCode();
  if (stats.referralCode === null) {
    return (
      <Button busy={busy} onClick={generate}>
        {busy ? text.generating : text.generate}
      </Button>
    );
  }
  return (
    <div className="grid gap-4">
      <CopyField value={referralLink(location.origin, stats.referralCode)} text={text.link} canBeShared />
      <CopyField value={stats.referralCode} text={text.code} canBeShared={false} />
      <dl className="grid grid-cols-2 gap-4">
        <Figure label={text.statistics.people} value={stats.referralCount} />
        <Figure label={text.statistics.credits} value={stats.creditsEarned} />
      </dl>
      {stats.pendingCount > 0 && <p className="text-muted">{text.pending(stats.pendingCount)}</p>}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse rounded-panel bg-sunk px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-serif text-title font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** The address of the landing page with this code filled in. */
export function referralLink(origin: string, code: string): string {
  return `${origin}/?ref=${encodeURIComponent(code)}`;
}

/** Requests the user's own code and shows it in the statistics. */
function useGenerateCode() {
  const calls = trpc.useUtils();
  const code = trpc.referrals.generate.useMutation({
    onSuccess: (stats) => calls.referrals.stats.setData(undefined, stats),
    onError: (error) => {
      const description = parseServerError(error).message ?? text.generateFallback;
      notify({ kind: "error", title: text.generateFailed, description });
    },
  });
  return { generate: () => code.mutate(), busy: code.isPending };
}
