import { creditsPay, sendsMail } from "../../environment/server-settings.ts";

const proof = sendsMail ? "confirming an email address or buying something" : "buying something";

/** Sentences of referrals on the subscription page. Errors about a code are in referrals.schema.ts. */
export const referrals = {
  title: "Refer a friend",
  intro: (credits: number) =>
    creditsPay
      ? `Each person who signs up with your link gets ${credits} free credits at once, and you get ${credits} when they have stamped a first document or bought something. There is no limit.`
      : `For each person who signs up with your link, you both get ${credits} free credits at once. There is no limit.`,
  /** What a credit can do on this server. */
  use: creditsPay
    ? "When your plan is used up, you can pay for a document with one credit. We never use credits automatically."
    : "On this site, credits are shown with your plan. They can't pay for documents.",
  loading: "Loading your referrals…",
  loadFailed: "Couldn't load your referrals.",
  again: "Try again",
  generate: "Get my referral link",
  generating: "Getting your link…",
  generateFailed: "Failed to generate referral code",
  generateFallback: "Please try again in a moment.",
  code: { label: "Your referral code", copy: "Copy code", copied: "Copied!" },
  link: { label: "Your referral link", copy: "Copy link", copied: "Link Copied!" },
  statistics: { people: "People referred", credits: "Credits earned" },
  pending: (people: number) =>
    people === 1
      ? `You'll get credits for 1 more person once they stamp their first document, or show that they are new here by ${proof}.`
      : `You'll get credits for ${people} more people once they stamp their first document, or show that they are new here by ${proof}.`,
  apply: {
    title: "Were you referred?",
    label: "Referral code",
    hint: "Once per account, in its first 30 days.",
    submit: "Apply code",
    pending: "Applying…",
    done: "Referral Applied!",
    failed: "Failed to apply referral code",
    fallback: "Please try again in a moment.",
  },
};
