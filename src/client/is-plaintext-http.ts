/** Whether data sent to an address can be read on the network: not encrypted, and to another machine. */
export function isPlaintextHttp(url: URL): boolean {
  if (url.protocol === "https:") return false;
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
