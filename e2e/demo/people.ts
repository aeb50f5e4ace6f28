/** The accounts of the demo; their passwords are printed, and shown on its page. */
export type Person = {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string;
};

export const admin = { username: "admin", password: "demo-admin" };

/** Has used up the free plan: documents in every state, one of them to be paid, tickets and a referral code. */
export const jane: Person = {
  username: "jane",
  password: "demo-jane",
  firstName: "Jane",
  lastName: "Doe",
  email: "jane@example.org",
};

/** Subscribed, and came by Jane's referral code. */
export const omar: Person = {
  username: "omar",
  password: "demo-omar",
  firstName: "Omar",
  lastName: "Haddad",
  email: "omar@example.org",
};

/** Came by the same code, and has done nothing yet. */
export const mei: Person = {
  username: "mei",
  password: "demo-mei",
  firstName: "Mei",
  lastName: "Lin",
  email: "mei@example.org",
};
