import { describe, expect, it } from 'vitest';
import { readJson } from './json.ts';

const json = { 'content-type': 'application/json' };

describe('readJson', () => {
  it('returns values unchanged, and nothing without a body', () => {
    expect(readJson(Buffer.from('{"a":[1,"é",null]}'), json)).toEqual({
      a: [1, 'é', null],
    });
    expect(readJson(Buffer.from('null'), json)).toBeNull();
    expect(readJson(Buffer.alloc(0), json)).toBeUndefined();
  });

  it.each(['__proto__', String.raw`\u005f_proto__`, String.raw`__pr\u006Fto__`])(
    'drops a key that a copy would take for a prototype, at any depth: %s',
    (key) => {
      const text = `{"a":{"${key}":{"admin":true},"b":["\\u00e9",{"${key}":"admin"}]}}`;
      const read = readJson(Buffer.from(text), json);
      expect(read).toEqual({ a: { b: ['é', {}] } });
      expect(JSON.stringify(read)).not.toContain('admin');
    },
  );

  it.each(['gzip', 'br', 'x', '', 'identity, identity'])(
    'accepts no content coding, and says so: %j',
    (coding) => {
      const rejected = {
        reason: 'UNSUPPORTED_MEDIA_TYPE',
        headers: { 'accept-encoding': 'identity' },
      };
      expect(() =>
        readJson(Buffer.from('{}'), { ...json, 'content-encoding': coding }),
      ).toThrow(expect.objectContaining(rejected));
    },
  );

  it.each(['identity', 'Identity'])('accepts a body without a coding: %s', (coding) => {
    expect(readJson(Buffer.from('{}'), { ...json, 'content-encoding': coding })).toEqual(
      {},
    );
  });
});
