import { readFile } from 'node:fs/promises';
import { answerReason, reasonMeanings, reasons } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { errorsPage } from './errors-page.ts';

describe('docs/use/errors.md', () => {
  it('is what `npm run documents` writes', async () => {
    const page = await readFile(
      new URL('../../../../docs/use/errors.md', import.meta.url),
      'utf8',
    );
    expect(page).toBe(errorsPage());
  });

  it.each([
    'BODY_NOT_OBJECT',
    'BODY_TOO_LARGE',
    'HEADERS_TOO_LARGE',
    'INTERNAL',
    'METHOD_NOT_ALLOWED',
    'REQUEST_TIMEOUT',
    'UNAVAILABLE',
    'UNSUPPORTED_MEDIA_TYPE',
    'URI_TOO_LONG',
  ] as const)('tells the status of %s', (reason) => {
    expect(reasonMeanings[reason].status).toBe(answerReason(reason).status);
  });

  it('has each reason once', () => {
    const headings = [...errorsPage().matchAll(/^## (.*)$/gm)].map(
      ([, heading]) => heading,
    );
    expect(headings).toEqual([...reasons]);
  });
});
