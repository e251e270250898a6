import { ProcedureError } from '@namecard/rest';
import { expect, it } from 'vitest';
import { explanationOf } from './explain-error.ts';

it('a procedure that can’t be served is named without a stack', () => {
  expect(explanationOf(new ProcedureError('books.read', 'has no output'))).toBe(
    'procedure books.read: has no output',
  );
});
