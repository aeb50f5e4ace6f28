/** Whether this browser opens the device's share sheet. False for pages without a secure context, too. */
export const canShare = () => typeof navigator !== "undefined" && "share" in navigator;

/** Whether the share sheet takes these files: some take none, others not every type. */
export const canShareFiles = (files: File[]) =>
  canShare() && "canShare" in navigator && navigator.canShare({ files });

/**
 * Opens the share sheet. Closing it is no error. `late`: the press that asked for it is too long ago for the browser,
 * so another one is needed. Throws what the browser throws otherwise.
 */
export async function share(shared: ShareData): Promise<"done" | "late"> {
  try {
    await navigator.share(shared);
    return "done";
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "AbortError") return "done";
    if (error.name === "NotAllowedError") return "late";
    throw error;
  }
}

/** The name in a `Content-Disposition` header (RFC 6266), if it has one. */
export function fileNameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? "")?.[1];
}
