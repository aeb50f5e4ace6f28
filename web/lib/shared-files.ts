/**
 * Files from the system's share sheet, on their way from the service worker to the page that asks whether to keep them.
 * Any website can send a form to the same address, and a service worker cannot tell the two apart reliably: it does not
 * see Sec-Fetch-Site. So nothing is stored before the user agrees.
 */

export const shareTarget = "/share-target";

/** The most files that one share may add. */
export const maxSharedFiles = 20;

/** The page's request for the files. */
export const sharedFilesRequest = "shared files";

/** The files of the latest share, once; empty if there are none, or if the browser has stopped the service worker. */
export function takeSharedFiles(): Promise<File[]> {
  const worker = typeof navigator === "undefined" ? undefined : navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve([]);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<File[]>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<File[]>) => resolve(data);
  });
  worker.postMessage(sharedFilesRequest, [port2]);
  return answer;
}
