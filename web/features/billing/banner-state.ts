import type { SubscriptionStatus } from "./plan.ts";

export const warnFrom = 0.8;

/** The content of the dashboard's banner; the warning color means that few documents are left. */
type BannerState =
  | { kind: "trial" | "plan"; isWarning: boolean }
  | { kind: "incomplete" }
  | { kind: "canceled" };

export function getBannerState({
  status,
  documentCount,
  documentLimit,
}: Pick<SubscriptionStatus, "status" | "documentCount" | "documentLimit">): BannerState {
  const isWarning = documentLimit !== null && documentCount >= documentLimit * warnFrom;
  switch (status) {
    case "none":
      return { kind: "trial", isWarning };
    case "active":
      return { kind: "plan", isWarning };
    case "incomplete":
      return { kind: "incomplete" };
    case "canceled":
      return { kind: "canceled" };
  }
}
