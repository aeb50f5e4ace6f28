const gmailDomains = ["gmail.com", "googlemail.com"];

/**
 * The mailbox of an address, for comparing people: in lower case, without the part after a plus, and for Gmail without
 * dots, which Gmail ignores.
 */
export function normalizeMailbox(email: string): string {
  const [local = "", domain = ""] = email.normalize("NFKC").toLowerCase().split("@");
  const box = local.replace(/\+.*$/, "") || local;
  return gmailDomains.includes(domain) ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`;
}
