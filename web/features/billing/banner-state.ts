import type { SubscriptionStatus } from "./plan.ts";

export const warnFrom = 0.8;

/** What the dashboard's banner says; the warning color is for those whose documents run out. */
type BannerState =
  | { kind: "trial" }
  | { kind: "plan"; isWarning: boolean }
  | { kind: "incomplete" }
  | { kind: "canceled" };

export function bannerStateOf({
  status,
  documentCount,
  documentLimit,
}: Pick<SubscriptionStatus, "status" | "documentCount" | "documentLimit">): BannerState {
  switch (status) {
    case "none":
      return { kind: "trial" };
    case "active":
      return {
        kind: "plan",
        isWarning: documentLimit !== null && documentCount >= documentLimit * warnFrom,
      };
    case "incomplete":
      return { kind: "incomplete" };
    case "canceled":
      return { kind: "canceled" };
  }
}
