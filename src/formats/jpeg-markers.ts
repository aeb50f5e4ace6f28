/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range (ITU-T T.81, table B.1). */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
