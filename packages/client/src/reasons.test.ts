import { transportReasons } from '@namecard/rest';
import { reasons } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { reasonNamed, serverReasons } from './reasons.ts';

describe('the reasons', () => {
  it('are those of the router and of the HTTP layer, all of them and no others', () => {
    const known = Object.keys(serverReasons).toSorted();
    expect(known).toEqual([...new Set([...reasons, ...transportReasons])].toSorted());
  });

  it.each(['NEWER_THAN_THIS', 'toString', undefined, 5])('%j is UNKNOWN', (name) => {
    expect(reasonNamed(name)).toBe('UNKNOWN');
  });
});
