/** A sample for Zapier's platform: a trigger for stamped documents, and an action that attests a file by its fingerprint. */

const call = async (z, method, url, body) => (await z.request({ method, url, body })).data;
const api = (bundle, path) => `${bundle.authData.server.replace(/\/+$/, "")}/api${path}`;

const authentication = {
  type: "custom",
  fields: [
    { key: "server", label: "Server", helpText: "Such as https://stamps.example.org", required: true },
    { key: "token", label: "Access token", type: "password", required: true },
  ],
  test: (z, bundle) => call(z, "GET", api(bundle, "/auth/me")),
  connectionLabel: "{{username}}",
};

/** Sends the access token with each request to the server. */
const addToken = (request, _z, bundle) => {
  if (bundle.authData?.token) request.headers.Authorization = `Bearer ${bundle.authData.token}`;
  return request;
};

const documentStamped = {
  key: "document_stamped",
  noun: "Document",
  display: { label: "Document Stamped", description: "Triggers when a document has been stamped." },
  operation: {
    type: "hook",
    performSubscribe: (z, bundle) =>
      call(z, "POST", api(bundle, "/webhooks"), { url: bundle.targetUrl, events: ["document.completed"] }),
    performUnsubscribe: (z, bundle) =>
      call(z, "DELETE", api(bundle, `/webhooks/${bundle.subscribeData.id}`), {}),
    perform: async (z, bundle) => [
      await call(z, "GET", api(bundle, `/documents/${bundle.cleanedRequest.data.id}`)),
    ],
    performList: async (z, bundle) =>
      (await call(z, "GET", api(bundle, "/documents/search?status=completed&limit=3"))).documents,
    sample: { id: "1", originalName: "lease.pdf", status: "completed", serialNumber: "AT-0000-0000" },
  },
};

const attestFile = {
  key: "attest_file",
  noun: "Collection",
  display: {
    label: "Attest File",
    description: "Attests a file by its fingerprint. The server does not get the file.",
  },
  operation: {
    inputFields: [
      { key: "title", label: "Title", required: true },
      { key: "name", label: "Name of the file", required: true },
      { key: "size", label: "Size in bytes", type: "integer", required: true },
      { key: "sha256", label: "SHA-256", helpText: "64 hexadecimal digits, in lower case", required: true },
    ],
    perform: (z, bundle) => {
      const { title, name, size, sha256 } = bundle.inputData;
      return call(z, "POST", api(bundle, "/collections"), { title, files: [{ name, size, sha256 }] });
    },
    sample: { id: "1", title: "Roof of 12 Elm Street", status: "processing" },
  },
};

module.exports = {
  version: "1.0.0",
  platformVersion: "19.1.0",
  authentication,
  beforeRequest: [addToken],
  triggers: { [documentStamped.key]: documentStamped },
  creates: { [attestFile.key]: attestFile },
};
