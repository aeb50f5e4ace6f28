import { expect, test } from "bun:test";
import { referralCredits } from "../../src/features/billing/billing.schema.ts";
import { plans } from "../../src/features/billing/plans.ts";
import { longestReferralCode } from "../../src/features/referrals/referrals.schema.ts";
import { readConfig } from "../../src/server/read-config.ts";
import { confirmationMs } from "../../web/components/use-copy.ts";
import { shownIdLength } from "../../web/features/admin/tickets/admin-ticket.tsx";
import { warnFrom } from "../../web/features/billing/banner-state.ts";
import { homeAfterMs } from "../../web/features/billing/plan-list.tsx";
import { maxShown } from "../../web/features/documents/history/newest-documents.ts";
import { everyMs as listEveryMs } from "../../web/features/documents/history/use-documents.ts";
import {
  everyMs as documentEveryMs,
  nextAskMs,
} from "../../web/features/documents/workflow/use-document-status.ts";
import { delayMs } from "../../web/features/support/preselect-category.ts";
import { toastMs } from "../../web/lib/notify.ts";
import { createQueryClient } from "../../web/lib/query-client.ts";

test("free trial: 3 documents, nothing to pay [spec 9 trial]", () => {
  expect(plans.trial).toMatchObject({ documentLimit: 3, price: 0 });
});

test("pay per document: $2.99 [spec 9 pay-per-document]", () => {
  expect(plans.payper).toMatchObject({ documentLimit: 1, price: 299 });
});

test("unlimited: $9.99 per month, no limit [spec 9 unlimited]", () => {
  expect(plans.unlimited).toMatchObject({ documentLimit: null, price: 999 });
});

test("bundle: 35 documents and the badge 'Save $150' [spec 9 bundles]", () => {
  expect(plans.bundle).toMatchObject({ documentLimit: 35, badge: "Save $150" });
});

test("uploads: at most 50 MB [spec 9 uploads]", () => {
  expect(readConfig({}).maxUploadBytes).toBe(50 * 1024 * 1024);
});

test("originals: deleted after 48 hours [spec 9 originals]", () => {
  expect(readConfig({}).retentionHours).toBe(48);
});

test("referral: 3 free credits for each side, codes of at most 20 characters [spec 9 referral]", () => {
  expect([referralCredits, longestReferralCode]).toEqual([3, 20]);
});

test("active subscription: a warning at 80 % of the limit [spec 9 banner-warning]", () => {
  expect(warnFrom).toBe(0.8);
});

test("polling: 2 s for a document until it is at its end, 10 s for the list [spec 9 polling]", () => {
  expect([documentEveryMs, listEveryMs]).toEqual([2_000, 10_000]);
  expect(
    [undefined, { status: "uploaded" } as const, { status: "processing" } as const].map(nextAskMs),
  ).toEqual([2_000, 2_000, 2_000]);
  expect([{ status: "completed" } as const, { status: "error" } as const].map(nextAskMs)).toEqual([
    false,
    false,
  ]);
});

test("history: at most 10 items [spec 9 history]", () => {
  expect(maxShown).toBe(10);
});

test("subscription: home 1.5 s after direct success [spec 9 plan-success]", () => {
  expect(homeAfterMs).toBe(1_500);
});

test("copy confirmation: 2 s [spec 9 copy]", () => {
  expect(confirmationMs).toBe(2_000);
});

test("preselected category: the event comes after 100 ms [spec 9 preselect]", () => {
  expect(delayMs).toBe(100);
});

test("notifications: closed after 5000 ms [spec 9 toast]", () => {
  expect(toastMs).toBe(5_000);
});

test("admin view: the first 8 characters of a ticket's id [spec 9 ticket-id]", () => {
  expect(shownIdLength).toBe(8);
});

test("data loading: no refetch interval, none on focus, never stale, no retries [spec 9 data-loading]", () => {
  expect(createQueryClient(() => {}).getDefaultOptions()).toMatchObject({
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    mutations: { retry: false },
  });
});
