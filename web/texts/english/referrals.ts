/** Every sentence of referrals on the subscription page. Refusals of a code stand in referrals.schema.ts. */
export const referrals = {
  title: "Refer a friend",
  intro: (credits: number) =>
    `You get ${credits} free credits for everybody who signs up with your link and stamps a first document, and so do they. There is no limit.`,
  loading: "Loading your referrals…",
  loadFailed: "Your referrals could not be loaded.",
  again: "Try again",
  generate: "Get my referral link",
  generating: "Getting your link...",
  generateFailed: "Failed to generate referral code",
  generateFallback: "Please try again in a moment.",
  code: { label: "Your referral code", copy: "Copy code", copied: "Copied!" },
  link: { label: "Your referral link", copy: "Copy link", copied: "Link Copied!" },
  statistics: { people: "People referred", credits: "Credits earned" },
  pending: (people: number) =>
    people === 1
      ? "Credits for 1 more person come when they have stamped a first document, or shown that they are somebody new: by a confirmed email address, or by a purchase."
      : `Credits for ${people} more people come when they have stamped a first document, or shown that they are somebody new: by a confirmed email address, or by a purchase.`,
  apply: {
    title: "Were you referred?",
    label: "Referral code",
    hint: "Once per account, in its first 30 days.",
    submit: "Apply code",
    pending: "Applying...",
    done: "Referral Applied!",
    failed: "Failed to apply referral code",
    fallback: "Please try again in a moment.",
  },
};
