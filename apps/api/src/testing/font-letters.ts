import { brotliDecompressSync } from 'node:zlib';

/** Numbers of tables (WOFF2, 4.1). Those without a number are named after it. */
const tables = { cmap: 0, glyf: 10, loca: 11, named: 63 };

/** A number with 7 bits in each byte (UIntBase128). */
function readLength(font: Buffer, start: number): { value: number; next: number } {
  let value = 0;
  let next = start;
  let byte = 0;
  do {
    byte = font.readUInt8(next);
    next += 1;
    value = value * 128 + (byte & 127);
  } while (byte > 127);
  return { value, next };
}

/** The table `cmap` of a WOFF2 file. */
function cmapOf(font: Buffer): Buffer {
  let position = 48;
  let start = 0;
  let cmap: { from: number; to: number } | undefined;
  for (let left = font.readUInt16BE(12); left > 0; left -= 1) {
    const flags = font.readUInt8(position);
    const tag = flags & 63;
    let length = readLength(font, position + (tag === tables.named ? 5 : 1));
    // Version 0 means transformed for these two tables, and unchanged for the others.
    const isOutline = tag === tables.glyf || tag === tables.loca;
    if (flags >> 6 === 0 ? isOutline : !isOutline) length = readLength(font, length.next);
    if (tag === tables.cmap) cmap = { from: start, to: start + length.value };
    start += length.value;
    position = length.next;
  }
  const content = brotliDecompressSync(font.subarray(position));
  return content.subarray(cmap?.from, cmap?.to);
}

/** The characters of the Unicode plane 0 that a WOFF2 file has a glyph for. */
export function lettersOf(font: Buffer): Set<string> {
  const cmap = cmapOf(font);
  const table = cmap.subarray(cmap.readUInt32BE(8));
  if (table.readUInt16BE(0) !== 4) throw new Error('The first table has format 4');
  const size = table.readUInt16BE(6);
  const letters = new Set<string>();
  for (let at = 14; at < 14 + size; at += 2) {
    const end = table.readUInt16BE(at);
    const start = table.readUInt16BE(at + size + 2);
    const shift = table.readUInt16BE(at + 2 * size + 2);
    const offset = table.readUInt16BE(at + 3 * size + 2);
    for (let code = start; code <= end; code += 1) {
      const place = at + 3 * size + 2 + offset + 2 * (code - start);
      const listed = offset === 0 ? code : table.readUInt16BE(place);
      const isThere = listed !== 0 && (listed + shift) % 65_536 !== 0;
      if (isThere) letters.add(String.fromCodePoint(code));
    }
  }
  return letters;
}
