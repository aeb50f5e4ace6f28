/** Letters, marks and digits of any script, hyphens, and the dots of East Asian keyboards. */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;

/**
 * An email address with its domain as mail servers and DNS know it (RFC 5891): jane@exämple.de becomes
 * jane@xn--exmple-cua.de. So each mailbox has one spelling. Anything else stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const [, domain = ""] = /@([^@]+)$/.exec(address) ?? [];
  if (/^[\x20-\x7e]*$/.test(domain) || !internationalDomain.test(domain)) return address;
  const url = `http://${domain}`;
  if (!URL.canParse(url)) return address;
  return address.slice(0, address.length - domain.length) + new URL(url).hostname;
}
