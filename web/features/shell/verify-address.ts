/**
 * What a person typed or pasted: a serial number, in any case and with spaces, or the address of its public page, with
 * the signed statement behind the # if it came from a QR code.
 */
export function readVerifyAddress(typed: string): { serialNumber: string; statement: string } {
  const pasted = /\/verify\/([^/?#\s]+)[^#\s]*#?(\S*)/i.exec(typed);
  return {
    serialNumber: (pasted?.[1] ?? typed).replace(/\s/g, "").toUpperCase(),
    statement: pasted?.[2] ?? "",
  };
}
