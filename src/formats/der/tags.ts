/** Identifier octets (X.690, 8.1.2) of the universal types these formats use. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  teletexString: 0x14,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * The identifier octet of [number] for an explicit tag or an implicitly tagged constructed value. `number` is 0 to 30.
 */
export const constructedTag = (number: number) => 0xa0 | number;

/** The identifier octet of [number] for an implicitly tagged primitive value. `number` is 0 to 30. */
export const primitiveTag = (number: number) => 0x80 | number;
