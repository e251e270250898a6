import { reasons } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { endsSession, reasonNamed } from './reasons.ts';

describe('a reason', () => {
  it.each(['NEWER_THAN_THIS', 'NETWORK', 'toString', undefined, 5])(
    '%j is UNKNOWN',
    (name) => {
      expect(reasonNamed(name)).toBe('UNKNOWN');
    },
  );

  it('ends the session only if the token is rejected', () => {
    expect(reasons.filter(endsSession)).toEqual(['TOKEN_INVALID']);
  });
});
