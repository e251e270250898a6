import { readFile } from 'node:fs/promises';
import { answerReason, reasonMeanings, reasons } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorsPage } from './errors-page.ts';
import { openApiDocument } from './openapi.ts';

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});

/** What the document says of errors: their reasons, and with which status. */
function documented(): { reason: string; status: number }[] {
  const { paths } = Document.parse(JSON.parse(JSON.stringify(openApiDocument())));
  const responses = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => Object.entries(operation.responses));
  return responses.flatMap(([status, { description }]) =>
    [...description.matchAll(/`([A-Z_]{5,})`/g)].map(([, reason = '']) => ({
      reason,
      status: Number(status),
    })),
  );
}

describe('docs/errors.md', () => {
  it('is what `npm run errors:write` writes', async () => {
    const page = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
    expect(page).toBe(errorsPage());
  });

  it('says the status that the document has', () => {
    const meanings = new Map<string, { status: number }>(Object.entries(reasonMeanings));
    const known = documented().filter(({ reason }) => meanings.has(reason));
    expect(known.length).toBeGreaterThan(10);
    const wrong = known.filter(({ reason, status }) => meanings.get(reason)?.status !== status);
    expect(wrong).toEqual([]);
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
  ] as const)('says the status that %s is answered with', (reason) => {
    expect(reasonMeanings[reason].status).toBe(answerReason(reason).status);
  });

  it('has each reason once', () => {
    const headings = [...errorsPage().matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([...reasons]);
  });
});
