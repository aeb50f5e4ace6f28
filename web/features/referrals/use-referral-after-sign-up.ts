import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";

/** Applies a new user's referral code. A failure is only logged, because the account exists anyway. */
export function useReferralAfterSignUp(referralCode: string | undefined): () => Promise<void> {
  const apply = trpc.referrals.applyCode.useMutation();
  return async () => {
    if (referralCode === undefined) return;
    try {
      await apply.mutateAsync({ referralCode });
    } catch (error) {
      console.warn("The referral code was not applied:", parseServerError(error).message ?? error);
    }
  };
}
