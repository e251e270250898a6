import { describe, expect, it } from 'vitest';
import { readJson, readJsonText } from './json.ts';

const json = 'application/json';

describe('readJson', () => {
  it('gives values as they are, and nothing for no body', () => {
    expect(readJson(Buffer.from('{"a":[1,"é",null]}'), json)).toEqual({ a: [1, 'é', null] });
    expect(readJson(Buffer.from('null'), json)).toBeNull();
    expect(readJson(Buffer.alloc(0), json)).toBeUndefined();
  });

  it.each(['__proto__', String.raw`\u005f_proto__`, String.raw`__pr\u006Fto__`])(
    'drops a key that a copy would take for a prototype: %s',
    (key) => {
      const read = readJson(Buffer.from(`{"a":{"${key}":{"admin":true},"b":"\\u00e9"}}`), json);
      expect(read).toEqual({ a: { b: 'é' } });
      expect(JSON.stringify(read)).not.toContain('admin');
    },
  );

  it('allows as much nesting as it is told, by default 64', () => {
    const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
    expect(() => readJson(nested(64), json)).not.toThrow();
    expect(() => readJson(nested(65), json)).toThrow('nested');
    expect(() => readJson(nested(3), json, 3)).not.toThrow();
    expect(() => readJson(nested(4), json, 3)).toThrow('nested');
  });
});

describe('readJsonText', () => {
  it('asks for the type even where there is no body', () => {
    expect(readJsonText(Buffer.alloc(0), json)).toBe('');
    expect(() => readJsonText(Buffer.alloc(0), 'text/plain')).toThrow('Content-Type');
    expect(() => readJsonText(Buffer.alloc(0), undefined)).toThrow('Content-Type');
  });
});
