import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bytes, compressed as a server would send them. */
const largest = 12_000;

let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  const result = await build({ root, logLevel: 'error', build: { write: false } });
  const outputs = Array.isArray(result) ? result : [result];
  chunks = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one) => one.type === 'chunk');
});

describe('what a browser loads', () => {
  it('is under 12 kB', () => {
    const code = chunks.map((chunk) => chunk.code).join('');
    expect(code).toContain('NamecardError');
    expect(gzipSync(code).length).toBeLessThan(largest);
  });

  it('is made of this package and the client half of tRPC alone', () => {
    const files = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => !id.startsWith('\0'));
    expect(files.length).toBeGreaterThan(20);
    const foreign = files.filter(
      (id) =>
        !id.startsWith(`${root}src/`) && !/\/node_modules\/@trpc\/(client|server)\/dist\//.test(id),
    );
    expect(foreign).toEqual([]);
  });

  it('asks for nothing besides', () => {
    expect(
      chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    ).toEqual([]);
  });
});
