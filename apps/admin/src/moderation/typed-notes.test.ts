import { expect, it } from 'vitest';
import { keepTyped, typedFor } from './typed-notes.ts';

it('notes that were not saved begin a decision about those that they were typed for', () => {
  const [ann, both] = ['For Ann', 'For both'].map((note) => ({
    note,
    privateNote: null,
  }));
  keepTyped(['ann'], ann);
  expect(typedFor(['ann'])).toBe(ann);
  expect(typedFor(['ann', 'bob'])).toBeUndefined();
  expect(typedFor(['bob', 'ann'])).toBeUndefined();
  keepTyped(['ann', 'bob'], both);
  expect(typedFor(['ann', 'bob'])).toBe(both);
  keepTyped(['bob']);
  expect(typedFor(['bob'])).toBeUndefined();
});
