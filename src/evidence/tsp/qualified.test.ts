import { expect, test } from "bun:test";
import { oids } from "../oids.ts";
import { now, testAuthority } from "../test-pki.ts";
import type { TrustedList } from "../trust-lists/listed-services.ts";
import { readTrustedList } from "../trust-lists/read-trusted-list.ts";
import {
  grantedService,
  type ListFacts,
  printList,
  qualifiedAuthority,
  qualifiedToken,
  serviceStatuses,
  signList,
} from "../trust-lists/test-trusted-lists.ts";
import { readCertificate } from "../x509/certificate.ts";
import type { Signer } from "../x509/key-pair.ts";
import { checkQualified } from "./qualified.ts";
import { computeImprint, file } from "./test-tokens.ts";
import { type TimeStamp, verifyTimeStampToken } from "./token.ts";

const scheme = testAuthority("Scheme");
const authority = qualifiedAuthority();
const imprint = computeImprint(file);

function issue(facts: Partial<ListFacts> = {}): TrustedList {
  const services = [grantedService(authority.tsa.certificate)];
  const bytes = signList(printList({ services, ...facts }), scheme.seal.privateKey);
  const read = readTrustedList(bytes, [{ ...readCertificate(scheme.seal.certificate), territories: ["ES"] }]);
  if ("error" in read) throw new Error(read.error);
  return read.list;
}

function stampBy({ tsa, roots }: Pick<typeof authority, "roots"> & { tsa: Signer }, content = {}): TimeStamp {
  const check = verifyTimeStampToken(qualifiedToken(tsa, imprint, content), { imprint, roots });
  if ("error" in check) throw new Error(check.error);
  return check.timeStamp;
}

const list = issue();
const genuine = stampBy(authority);
const problemOf = (stamp: TimeStamp, lists = [list], at = now) => {
  const check = checkQualified(stamp, lists, at);
  return "error" in check ? check.error : "none";
};

test("a timestamp of a listed, granted service counts as qualified, whether the list has its own certificate or its issuer's", () => {
  expect(checkQualified(genuine, [list], now)).toEqual({ list, service: "Qualified Time" });
  const byIssuer = issue({ services: [grantedService(authority.root.certificate)] });
  expect(checkQualified(genuine, [issue({ services: [] }), byIssuer], now)).toMatchObject({ list: byIssuer });
});

test("a policy of the authority's own counts if the token says that it follows the regulation", () => {
  const policy = "1.3.6.1.4.1.99999.1";
  expect(problemOf(stampBy(authority, { policy }))).toBe("other-policy");
  expect(problemOf(stampBy(authority, { policy, statements: [oids.qcCompliance] }))).toBe("other-policy");
  expect(problemOf(stampBy(authority, { policy, statements: [oids.qualifiedTimeStamp] }))).toBe("none");
});

test("[threat V32] without the statement in its certificate, or under another country's law, a timestamp is not qualified", () => {
  for (const statements of [[], [oids.qualifiedTimeStamp], [oids.qcCompliance, oids.qcLegislation]]) {
    const other = qualifiedAuthority(statements);
    const listed = issue({ services: [grantedService(other.tsa.certificate)] });
    expect(problemOf(stampBy(other), [listed])).toBe("not-claimed");
  }
  const plain = testAuthority("Plain");
  const listed = issue({ services: [grantedService(plain.tsa.certificate)] });
  expect(problemOf(stampBy(plain), [listed])).toBe("not-claimed");
});

test("[threat V32] an authority that no list has is not qualified, whatever its certificate says and however it is called", () => {
  const impostor = qualifiedAuthority();
  expect(problemOf(stampBy(impostor))).toBe("not-listed");
  expect(problemOf(genuine, [])).toBe("not-listed");
});

test("[threat V32] a service that was withdrawn before the token, or granted only after it, does not count; one withdrawn later does", () => {
  const { withdrawn } = serviceStatuses;
  const withStatuses = (...instances: ListFacts["services"][number]["instances"]) =>
    problemOf(genuine, [issue({ services: [{ certificate: authority.tsa.certificate, instances }] })]);
  const granted = { since: "2020-01-01T00:00:00Z" };
  expect(withStatuses({ status: withdrawn, since: "2026-11-20T19:11:07Z" }, granted)).toBe("not-granted");
  expect(withStatuses({ status: withdrawn, since: "2026-11-20T19:11:08Z" }, granted)).toBe("none");
  expect(withStatuses({ since: "2026-11-20T19:11:08Z" })).toBe("not-granted");
});

test("[threat V32] an overdue list makes nothing qualified", () => {
  expect(problemOf(genuine, [list], new Date("2027-04-01T00:00:01Z"))).toBe("outdated");
  expect(problemOf(genuine, [list, issue({ nextUpdate: undefined })], new Date("2027-04-01T00:00:01Z"))).toBe(
    "none",
  );
});
