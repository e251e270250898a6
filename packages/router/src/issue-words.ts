import type { z } from 'zod';

const nouns: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const units: Record<string, string> = { array: 'item', string: 'character' };

/** `have at most 5 characters`, `be at least 1`. */
function bound(word: string, value: number | bigint, origin: string): string {
  const unit = units[origin];
  if (unit === undefined) return `be ${word} ${value}`;
  return `have ${word} ${value} ${unit}${value === 1 ? '' : 's'}`;
}

/** Used if the schema has no words of its own. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${nouns[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`;
    case 'too_big':
      return `Must ${bound('at most', issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `Must ${bound('at least', issue.minimum, issue.origin)}.`;
    case 'unrecognized_keys':
      return `Has fields that are not known: ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return 'Has none of the allowed forms.';
    default:
      return 'Does not have an allowed form.';
  }
}
