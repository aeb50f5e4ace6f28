/** Whether data sent to this address is readable on the network: it goes unencrypted to another machine. */
export function isPlaintextHttp(url: URL): boolean {
  if (url.protocol === "https:") return false;
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
