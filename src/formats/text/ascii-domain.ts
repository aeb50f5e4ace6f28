/** Letters, marks and digits of any script, hyphens, and the dots of East Asian keyboards. */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;

/** A domain in lower case as the DNS knows it (RFC 5891): xn--exmple-cua.de. Anything else stays as it is. */
export function toAsciiDomain(domain: string): string {
  if (!internationalDomain.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/**
 * An email address with its domain as mail servers and DNS know it (RFC 5891): jane@exämple.de becomes
 * jane@xn--exmple-cua.de. So each mailbox has one spelling. Anything else stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const [, domain = ""] = /@([^@]+)$/.exec(address) ?? [];
  if (/^[\x20-\x7e]*$/.test(domain)) return address;
  return address.slice(0, address.length - domain.length) + toAsciiDomain(domain);
}
