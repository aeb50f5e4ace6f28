/** Texts of granting credits. */
export const adminCredits = {
  title: "Grant free credits",
  email: "User's email",
  credits: "Credits",
  submit: "Grant credits",
  pending: "Granting…",
  granted: "Credits Granted!",
  failed: "Failed to Grant Credits",
  fallback: "Failed to grant credits. Please try again.",
  guidance: {
    title: "Guidance",
    items: [
      "Grant 1-3 credits for minor issues.",
      "Grant 5+ credits for significant ones.",
      "Credits are granted manually and are never used automatically.",
    ],
    shownOnly: "Users see them in their subscription status but cannot use them to bypass limits.",
    paying: "Users see them in their subscription status and can use one to pay for a document.",
  },
};
