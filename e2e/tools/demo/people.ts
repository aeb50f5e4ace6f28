/** The accounts of the demo; their passwords are printed, and shown on its page. */
export type Person = {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string;
};

export const admin = { username: "admin", password: "demo-administrator" };

/** Has used up the free plan, and one of the documents is to be paid; tickets and a referral code. */
export const jane: Person = {
  username: "jane",
  password: "demo-jane",
  firstName: "Jane",
  lastName: "Doe",
  email: "jane@example.org",
};

/** Jane's document that waits for a payment. */
export const unpaidName = "Contract of sale.pdf";

/** Subscribed, and came by Jane's referral code. */
export const omar: Person = {
  username: "omar",
  password: "demo-omar",
  firstName: "Omar",
  lastName: "Haddad",
  email: "omar@example.org",
};

/** Waits for a document that is under way as long as the demo runs: the page shows that before anything else. */
export const ravi: Person = {
  username: "ravi",
  password: "demo-ravi",
  firstName: "Ravi",
  lastName: "Nair",
  email: "ravi@example.org",
};

/** Came by Jane's code, and has done nothing yet. */
export const mei: Person = {
  username: "mei",
  password: "demo-mei",
  firstName: "Mei",
  lastName: "Lin",
  email: "mei@example.org",
};
