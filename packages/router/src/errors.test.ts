import { answerError, answerReason, errorHeaders } from './answers.ts';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AppError,
  appErrorFrom,
  commonError,
  inWords,
  rateLimited,
  tokenInvalid,
} from './errors.ts';
import { keyBraked } from './moderation/brake/errors.ts';
import { reportLimit } from './profiles/errors.ts';

const secret = 'password of the database';

/** The part of an error that clients see. */
const answerTo = (error: unknown) => {
  const { code, reason, message, retryAfter } = appErrorFrom(error);
  return { code, reason, message, retryAfter };
};

describe('an unknown error', () => {
  it.each([
    ['an error', new Error(secret)],
    ['a text', secret],
    ['nothing', undefined],
    [
      'an unexpected error of tRPC',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: secret }),
    ],
    ['an error in another', new Error('outer', { cause: new Error(secret) })],
    [
      'a TRPCError around one',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error(secret) }),
    ],
    [
      'an output that is not what it should be',
      new TRPCError({
        code: 'INTERNAL_SERVER_ERROR',
        message: 'An answer is not as its schema says',
        cause: z.string().safeParse(5).error,
      }),
    ],
  ])('is our fault, in words that reveal nothing: %s', (_, error) => {
    expect(answerTo(error)).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      reason: 'INTERNAL',
      message: 'Something went wrong on our side. Try again later.',
      retryAfter: undefined,
    });
  });

  it('is kept as the cause, for the log', () => {
    const error = new Error(secret);
    expect(appErrorFrom(error).cause).toBe(error);
  });
});

describe('a message about a limit', () => {
  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3_600, '60 minutes'],
    [7_200, '2 hours'],
  ])('says after %i seconds to wait for %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words);
  });

  it('names no header, since people read it', () => {
    const reached = { cards: 5, hours: 1, most: 5, cardsInHour: 5, seconds: 120 };
    const errors = [
      rateLimited(120),
      reportLimit(120, 3, 'account'),
      reportLimit(120, 3, 'IP address'),
      keyBraked(reached),
    ];
    for (const { message, retryAfter } of errors) {
      expect(message).toMatch(/ry again in 2 minutes\.$/);
      expect(retryAfter).toBe(120);
    }
    expect(commonError('UNAVAILABLE').message).not.toMatch(/Retry-After/);
  });
});

describe('a database that is out of reach', () => {
  const refusedConnection = Object.assign(new Error(secret), { code: 'ECONNREFUSED' });

  it.each([
    ['as it comes', refusedConnection],
    ['within another error', new Error('outer', { cause: refusedConnection })],
    [
      'within a TRPCError',
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: refusedConnection }),
    ],
  ])('is answered with a time to try again: %s', (_, error) => {
    expect(answerTo(error)).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'UNAVAILABLE',
      message: expect.not.stringContaining(secret),
      retryAfter: expect.any(Number),
    });
  });
});

describe('a feature’s own refusal', () => {
  const taken = new AppError('CONFLICT', 'USERNAME_TAKEN', 'Taken.');

  it('is answered unchanged, also inside other errors', () => {
    expect(appErrorFrom(taken)).toBe(taken);
    expect(appErrorFrom(new TRPCError({ code: 'CONFLICT', cause: taken }))).toBe(taken);
  });
});

describe('an input that is refused', () => {
  const refusedBy = (schema: z.ZodType, input: unknown) =>
    appErrorFrom(
      new TRPCError({ code: 'BAD_REQUEST', cause: schema.safeParse(input).error }),
    );

  it('names each wrong field and its problem, the first one in the message', () => {
    const schema = z.object({
      list: z.array(z.object({ n: z.number('Must be a number.') })),
      name: z.string('Must be a string.'),
    });
    const error = refusedBy(schema, { list: [{ n: 1 }, { n: 'x' }] });
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'INPUT_INVALID',
      message: 'list.1.n: Must be a number.',
      issues: [
        { path: ['list', 1, 'n'], message: 'Must be a number.' },
        { path: ['name'], message: 'Must be a string.' },
      ],
    });
  });

  it('names no field in its message if the whole input is wrong', () => {
    expect(refusedBy(z.object({}, 'Must be an object.'), null).message).toBe(
      'Must be an object.',
    );
  });
});

describe('a refusal of tRPC itself', () => {
  it.each([
    ['NOT_FOUND', 'NOT_FOUND PATH_NOT_FOUND'],
    ['METHOD_NOT_SUPPORTED', 'METHOD_NOT_SUPPORTED METHOD_NOT_ALLOWED'],
    ['BAD_REQUEST', 'BAD_REQUEST MALFORMED_REQUEST'],
    ['PARSE_ERROR', 'BAD_REQUEST MALFORMED_REQUEST'],
    ['UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST MALFORMED_REQUEST'],
  ] as const)('%s is %s, without its words', (code, expected) => {
    const error = appErrorFrom(new TRPCError({ code, message: secret }));
    expect(`${error.code} ${error.reason}`).toBe(expected);
    expect(error.message).not.toContain(secret);
  });
});

describe('the headers of an error', () => {
  it('ask for a token if none was sent, and say invalid if one was', () => {
    expect(errorHeaders(tokenInvalid(false))).toEqual({
      'www-authenticate': 'Bearer realm="namecard"',
    });
    expect(errorHeaders(tokenInvalid())).toEqual({
      'www-authenticate': 'Bearer realm="namecard", error="invalid_token"',
    });
  });

  it('say when to try again', () => {
    const limited = new AppError('TOO_MANY_REQUESTS', 'RATE_LIMITED', 'Wait.', {
      retryAfter: 17,
    });
    expect(errorHeaders(limited)).toEqual({ 'retry-after': '17' });
  });

  it('are missing for a mistake in the request', () => {
    expect(errorHeaders(new AppError('CONFLICT', 'USERNAME_TAKEN', 'Taken.'))).toEqual(
      {},
    );
  });
});

describe('an error over REST', () => {
  it.each([
    ['BAD_REQUEST', 'INPUT_INVALID', 400],
    ['UNAUTHORIZED', 'TOKEN_INVALID', 401],
    ['UNAUTHORIZED', 'CODE_INVALID', 401],
    ['FORBIDDEN', 'NOT_OWNER', 403],
    ['NOT_FOUND', 'PROFILE_NOT_FOUND', 404],
    ['CONFLICT', 'USERNAME_TAKEN', 409],
    ['TOO_MANY_REQUESTS', 'RATE_LIMITED', 429],
    ['INTERNAL_SERVER_ERROR', 'INTERNAL', 500],
    ['SERVICE_UNAVAILABLE', 'UNAVAILABLE', 503],
  ] as const)('with %s %s has the status %i', (code, reason, status) => {
    const error = new AppError(code, reason, 'Words.');
    expect(answerError(error)).toMatchObject({
      status,
      body: { message: 'Words.', code, reason },
    });
  });

  it.each([
    ['URI_TOO_LONG', 414],
    ['HEADERS_TOO_LARGE', 431],
    ['REQUEST_TIMEOUT', 408],
    ['BODY_TOO_LARGE', 413],
  ] as const)('without a tRPC code has its own status: %s is %i', (reason, status) => {
    expect(answerReason(reason)).toMatchObject({ status, body: { reason } });
  });

  it('has the same message and the same wait for each unreachable part', () => {
    const lost = Object.assign(new Error(secret), { code: 'ECONNREFUSED' });
    expect(answerReason('UNAVAILABLE')).toEqual(answerError(lost));
    expect(answerReason('UNAVAILABLE').headers).toHaveProperty('retry-after');
  });

  it('has issues if there are some, and otherwise no such key', () => {
    const issues = [{ path: ['a', 0], message: 'Wrong.' }];
    const refused = new AppError('BAD_REQUEST', 'INPUT_INVALID', 'Wrong.', { issues });
    expect(answerError(refused)?.body).toHaveProperty('issues', issues);
    expect(answerError(tokenInvalid())?.body).not.toHaveProperty('issues');
  });

  it('is not answered by the router if it comes from elsewhere', () => {
    expect(answerError(new Error(secret))).toBeUndefined();
  });
});
