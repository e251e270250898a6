import { describe, expect, it } from 'vitest';
import { createKeyRing } from './keys.ts';

const [first, second] = ['the first secret key of two', 'the second secret key of two'];

describe('a key ring', () => {
  it('makes codes with its first key', () => {
    expect(createKeyRing([first, second]).current.secret).toBe(first);
  });

  it('finds every key by its name, and none by another', () => {
    const ring = createKeyRing([first, second]);
    const other = createKeyRing([second]).current;
    expect(ring.find(ring.current.id)?.secret).toBe(first);
    expect(ring.find(other.id)?.secret).toBe(second);
    expect(ring.find('nobody')).toBeUndefined();
  });

  it('names a key alike in every process, by nothing that gives the secret away', () => {
    const { id } = createKeyRing([first]).current;
    expect(createKeyRing([second, first]).find(id)?.secret).toBe(first);
    expect(id).toMatch(/^[\w-]{12}$/);
    expect(first).not.toContain(id);
  });
});
