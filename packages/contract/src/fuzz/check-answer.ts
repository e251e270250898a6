import { z } from 'zod';
import type { Findings, Validator, Operation } from '../index.ts';
import type { Reading } from './reading.ts';
import { expectationOf } from './rules.ts';
import type { Answer } from './send.ts';

/** Refusals because of a request's form, not of the data. */
const refusalsOfForm = new Set([400, 413, 414, 415, 431]);

const lasting = new Set(['owner', 'other', 'moderator', 'admin', 'program']);

function parse(body: Buffer): { value?: unknown; findings: Findings } {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return { value, findings: [] };
  } catch {
    return { findings: ['the body is not JSON'] };
  }
}

const ErrorAnswer = z.object({ reason: z.string() });

/** The reason of a failed request, if the answer has one. */
export function reasonOf({ status, body }: Answer): string | undefined {
  return status < 400 ? undefined : ErrorAnswer.safeParse(parse(body).value).data?.reason;
}

function checkBody(
  { status, headers, body }: Answer,
  operation: Operation,
  validator: Validator,
): Findings {
  const documented = Object.keys(operation.responses[status]?.content ?? {});
  if (documented.length === 0) {
    return body.length === 0 ? [] : ['there is a body, but the document has none'];
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (!documented.includes(type)) {
    return [`the content type is "${type}"`];
  }
  const { value, findings } = parse(body);
  return findings.length > 0
    ? findings
    : validator.responseBody(operation, status, value);
}

function checkHeaders(
  { status, headers }: Answer,
  operation: Operation,
  validator: Validator,
): Findings {
  const documented = Object.keys(operation.responses[status]?.headers ?? {});
  return documented.flatMap((name) => {
    const text = headers[name.toLowerCase()];
    return typeof text === 'string'
      ? validator
          .responseHeader(operation, status, name, text)
          .map((line) => `${name}:${line}`)
      : [`the header ${name} is missing`];
  });
}

function checkStatus({ status }: Answer, reading: Reading): Findings {
  const { operation, request } = reading;
  const { expected, because } = expectationOf(reading);
  const isSignedIn = operation.security.length > 0 && lasting.has(request.actor);
  if (status === 401 && isSignedIn) {
    return ['a live token is refused'];
  }
  if (expected === 'taken' && refusalsOfForm.has(status)) {
    return ['what the document allows is refused'];
  }
  const isRefused = status >= 400 && status < 500;
  return expected === 'refused' && !isRefused
    ? [`it is accepted, although ${because[0]}`]
    : [];
}

/** What is wrong with an answer, by the document and by the request. */
export function checkAnswer(
  answer: Answer,
  reading: Reading,
  validator: Validator,
): Findings {
  const { operation } = reading;
  const { status } = answer;
  if (status >= 500) {
    return ['the service failed'];
  }
  // The other operation answers at this path.
  if (reading.isOtherPath) {
    return status < 400 ? [] : validator.errorBody(parse(answer.body).value);
  }
  if (operation.responses[status] === undefined) {
    return ['the status is not documented'];
  }
  return [
    ...checkStatus(answer, reading),
    ...checkBody(answer, operation, validator),
    ...checkHeaders(answer, operation, validator),
  ];
}
