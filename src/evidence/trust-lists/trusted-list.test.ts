import { expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { now, openssl, testAuthority } from "../test-pki.ts";
import { readCertificate } from "../x509/certificate.ts";
import { exportPublicKeyInfo } from "../x509/key-pair.ts";
import { decodePem } from "../x509/pem.ts";
import type { ListSigner } from "./list-signers.ts";
import { isGrantedAt, isOutdated, type TrustedList } from "./listed-services.ts";
import { readTrustedList } from "./read-trusted-list.ts";
import {
  grantedService,
  type ListFacts,
  printList,
  serviceStatuses,
  serviceTypes,
  signList,
  signListByPss,
} from "./test-trusted-lists.ts";

const scheme = testAuthority("Scheme");
const territories = ["ES"];
const signer = { ...readCertificate(scheme.seal.certificate), territories };
const other = { ...readCertificate(testAuthority("Other").seal.certificate), territories };
const qualified = testAuthority("Qualified");
const services = [grantedService(qualified.tsa.certificate)];
const issue = (facts: Partial<ListFacts> = {}) =>
  signList(printList({ services, ...facts }), scheme.seal.privateKey);
const genuine = issue();
const text = new TextDecoder().decode(genuine);
const signature = /<ds:Signature .*<\/ds:Signature>/s;
const bytesOf = (xml: string) => new TextEncoder().encode(xml);

function listIn(bytes: Uint8Array, signers: ListSigner[] = [other, signer]): TrustedList {
  const read = readTrustedList(bytes, signers);
  if ("error" in read) throw new Error(read.error);
  return read.list;
}

const problemOf = (bytes: Uint8Array, signers: ListSigner[] = [signer]) => {
  const read = readTrustedList(bytes, signers);
  return "error" in read ? read.error : "none";
};

test("a trusted list that the named certificate signed says who publishes it, until when it holds, and which services are qualified", () => {
  expect(readTrustedList(genuine, [other, signer])).toMatchObject({ signer });
  const list = listIn(genuine);
  expect(list).toEqual({
    territory: "ES",
    operator: "Supervisory Body & Co",
    sequence: 7,
    issued: new Date("2026-11-01T00:00:00Z"),
    nextUpdate: new Date("2027-04-01T00:00:00Z"),
    services: [
      {
        name: "Qualified Time",
        certificates: [readCertificate(qualified.tsa.certificate)],
        statuses: [{ since: new Date("2020-01-01T00:00:00Z"), isGranted: true }],
      },
    ],
  });
  expect([isOutdated(list, now), isOutdated(list, new Date("2027-04-02T00:00:00Z"))]).toEqual([false, true]);
});

test("every canonical form and signature that lists use is understood, also a reference by name", () => {
  for (const name of ["TR/2001/REC-xml-c14n-20010315", "2006/12/xml-c14n11"]) {
    const canonicalization = `http://www.w3.org/${name}`;
    expect(listIn(issue({ canonicalization, reference: "#list" })).sequence).toBe(7);
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rsa = { ...signer, publicKeyInfo: exportPublicKeyInfo(privateKey) };
  for (const method of ["rsa-sha256", "rsa-sha384", "rsa-sha512"])
    expect(listIn(signList(printList({ services, method }), privateKey), [rsa]).sequence).toBe(7);
});

/** A certificate of its own with this subject, as openssl makes it for the key. */
function certificateFor(privateKey: KeyObject, subject: string) {
  const key = new TextEncoder().encode(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  const { ok, text } = openssl("req", "-x509", "-new", "-key", key, "-subj", subject, "-days", "36500");
  if (!ok) throw new Error(text);
  const [der = new Uint8Array()] = decodePem("CERTIFICATE", text);
  return { ...readCertificate(der), notBefore: new Date("2026-01-01T00:00:00Z") };
}

test("lists are signed with ECDSA over P-256, P-384 and P-521, and with RSA-PSS", () => {
  for (const [namedCurve, method] of [
    ["P-256", "ecdsa-sha256"],
    ["P-384", "ecdsa-sha384"],
    ["P-521", "ecdsa-sha512"],
  ] as const) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve });
    const own = certificateFor(privateKey, "/C=ES/O=Supervisory Body");
    const signed = signList(printList({ services, method }), privateKey);
    expect([method, listIn(signed, [own]).sequence]).toEqual([method, 7]);
    expect(problemOf(signed)).toBe("other-signer");
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 3072 });
  const own = certificateFor(privateKey, "/C=ES/O=Supervisory Body");
  for (const hash of ["sha256", "sha384", "sha512"]) {
    const signed = signListByPss(printList({ services }), privateKey, hash);
    expect([hash, listIn(signed, [own]).sequence]).toEqual([hash, 7]);
    const changed = new TextDecoder().decode(signed).replace("Qualified Time", "Qualified Tyme");
    expect(problemOf(bytesOf(changed), [own])).toBe("changed");
  }
});

test("[threat V35] the country in a signer's certificate, or the territories that the operator names, say whose lists count", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signedFor = (territory: string) => signList(printList({ services, territory }), privateKey);
  const [spanish, greek] = ["ES", "GR"].map((country) => certificateFor(privateKey, `/C=${country}/O=Body`));
  if (!spanish || !greek) throw new Error("There are two certificates.");
  expect(problemOf(signedFor("ES"), [spanish])).toBe("none");
  expect(problemOf(signedFor("DE"), [spanish])).toBe("other-territory");
  expect(problemOf(signedFor("EL"), [greek])).toBe("none");
  expect(problemOf(signedFor("DE"), [{ ...spanish, territories: ["DE"] }])).toBe("none");
  expect(problemOf(signedFor("ES"), [{ ...spanish, territories: ["DE"] }])).toBe("other-territory");
  expect(problemOf(signedFor("ES"), [certificateFor(privateKey, "/O=Body")])).toBe("other-territory");
});

test("[threat V30] a list that someone else signed is refused, and so is one without a signature or with a weak one", () => {
  expect(problemOf(genuine, [other])).toBe("other-signer");
  expect(problemOf(genuine, [])).toBe("other-signer");
  expect(problemOf(bytesOf(text.replace(signature, "")))).toBe("unsigned");
  expect(problemOf(bytesOf(text.replace("#ecdsa-sha256", "#ecdsa-sha1")))).toBe("unsupported");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const small = { ...signer, publicKeyInfo: exportPublicKeyInfo(privateKey) };
  const weak = signList(printList({ services, method: "rsa-sha256" }), privateKey);
  expect(problemOf(weak, [small])).toBe("other-signer");
});

test("[threat V30] nothing can be changed in a signed list, nor in what its signer said about the signature", () => {
  for (const [from, to] of [
    ["/Svcstatus/granted", "/Svcstatus/withdrawn"],
    ["2027-04-01", "2099-04-01"],
    ["</TSPServices>", "<TSPService/></TSPServices>"],
    ["<xades:SigningTime>2026", "<xades:SigningTime>2025"],
  ] as const)
    expect([from, problemOf(bytesOf(text.replace(from, to)))]).toEqual([from, "changed"]);
  expect(problemOf(bytesOf(text.replace('URI=""', 'URI="#list"')))).toBe("other-signer");
  expect(listIn(bytesOf(text.replace("/Svcstatus/granted", "/Svcstatus/<!-- not -->granted")))).toEqual(
    listIn(genuine),
  );
});

test("[threat V30] a genuine list inside a forged one, with its signature, makes no forged service qualified", () => {
  const forged = printList({ services: [grantedService(testAuthority("Thief").tsa.certificate)] });
  for (const reference of ["", "#list"]) {
    const whole = new TextDecoder().decode(issue({ reference })).replace(/^<\?xml.*\n/, "");
    const [itsSignature = ""] = signature.exec(whole) ?? [];
    const inside = whole.replace(signature, "");
    const moved = forged.replace(signature, `<Extensions>${inside}</Extensions>${itsSignature}`);
    expect(["changed", "unsupported"]).toContain(problemOf(bytesOf(moved)));
    expect(["changed", "unsupported"]).toContain(problemOf(bytesOf(moved.replace('Id="list"', ""))));
    expect(["changed", "unsupported"]).toContain(problemOf(bytesOf(moved.replace('Id="list"', 'Id="x"'))));
    expect(problemOf(bytesOf(forged.replace(signature, `<Extensions>${whole}</Extensions>`)))).toBe(
      "unsigned",
    );
    const object = itsSignature.replace("</ds:Signature>", `<ds:Object>${inside}</ds:Object></ds:Signature>`);
    expect(["changed", "unsupported"]).toContain(problemOf(bytesOf(forged.replace(signature, object))));
    expect(problemOf(bytesOf(whole.replace(signature, (one) => one + one)))).toBe("unsigned");
  }
});

test("[threat V31] a list with entities, too many levels or too many bytes is refused, and nothing is fetched for it", () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  expect(problemOf(bytesOf(text.replace("<TrustServiceStatusList", `${bomb}<TrustServiceStatusList`)))).toBe(
    "not-xml",
  );
  expect(problemOf(bytesOf(text.replace("Organismo", "&x;")))).not.toBe("none");
  const deep = `${"<a>".repeat(200_000)}${"</a>".repeat(200_000)}`;
  expect(["unsupported", "changed"]).toContain(
    problemOf(bytesOf(text.replace("</TSPServices>", `${deep}</TSPServices>`))),
  );
  expect(problemOf(bytesOf(text.replace("<TSPService>", "<?empty?><TSPService>")))).toBe("unsupported");
  expect(problemOf(new Uint8Array(33 * 1024 * 1024))).toBe("too-large");
  for (const bytes of [
    new Uint8Array(),
    Uint8Array.of(0xff, 0xfe, 0x3c, 0),
    bytesOf("no"),
    genuine.subarray(0, 999),
  ])
    expect(problemOf(bytes)).toBe("not-xml");
  expect(problemOf(bytesOf("<list/>"))).toBe("not-a-list");
});

test("a status holds from its time until the next one, and other services than qualified timestamps do not count", () => {
  const { withdrawn } = serviceStatuses;
  const [service] = listIn(
    issue({
      services: [
        {
          certificate: qualified.tsa.certificate,
          instances: [
            { status: withdrawn, since: "2026-06-01T00:00:00Z" },
            { since: "2020-01-01T00:00:00+02:00" },
            { type: serviceTypes.plain, since: "2016-07-01T00:00:00Z" },
          ],
        },
        { certificate: signer.bytes, instances: [{ status: withdrawn, since: "2020-01-01T00:00:00Z" }] },
      ],
    }),
  ).services;
  const at = (time: string) => service && isGrantedAt(service, new Date(time));
  expect(at("2026-06-01T00:00:00Z")).toBe(false);
  expect(at("2026-05-31T23:59:59Z")).toBe(true);
  expect(at("2019-12-31T22:00:00Z")).toBe(true);
  expect(at("2019-12-31T21:59:59Z")).toBe(false);
  expect(at("2016-01-01T00:00:00Z")).toBe(false);
});

test("a service with a critical extension, which may restrict it, does not count", () => {
  const extensions = (critical: string) =>
    `<ServiceInformationExtensions><Extension Critical="${critical}"><unknown/></Extension></ServiceInformationExtensions>`;
  const count = (critical: string) =>
    listIn(
      issue({
        services: [
          {
            certificate: qualified.tsa.certificate,
            instances: [{ since: "2020-01-01T00:00:00Z", extensions: extensions(critical) }],
          },
        ],
      }),
    ).services.length;
  expect([count("true"), count("false")]).toEqual([0, 1]);
});

test("a list of a scheme that was closed never becomes outdated, and one without its times is no list", () => {
  const closed = listIn(issue({ nextUpdate: undefined }));
  expect([closed.nextUpdate, isOutdated(closed, new Date("2100-01-01T00:00:00Z"))]).toEqual([
    undefined,
    false,
  ]);
  expect(problemOf(issue({ nextUpdate: "soon" }))).toBe("not-a-list");
  expect(problemOf(issue({ issued: "2026-11-01T00:00:00" }))).toBe("not-a-list");
  expect(problemOf(issue({ sequence: 0 }))).toBe("not-a-list");
});

test("a signer whose certificate was not valid when the list was issued does not count", () => {
  expect(problemOf(issue({ issued: "2025-12-31T23:59:59Z" }))).toBe("signer-outside-validity");
});
