import type { Answer } from '@namecard/testing';
import { z } from 'zod';
import type { Operation } from '../document.ts';
import type { Findings, Validator } from '../validator.ts';

const Refusal = z.object({ reason: z.string() });

/** The reason of a failed request, if the answer has one. */
export const reasonOf = ({ status, body }: Answer): string | undefined =>
  status < 400 ? undefined : Refusal.safeParse(body).data?.reason;

function checkHeaders(answer: Answer, operation: Operation, validator: Validator) {
  const { status, headers } = answer;
  const documented = Object.keys(operation.responses[status]?.headers ?? {});
  return documented.flatMap((name) => {
    const text = headers.get(name);
    if (text === null) return [`the header ${name} is missing`];
    const findings = validator.header(name, text);
    return findings.map((line) => `${name}:${line}`);
  });
}

/** What is wrong with an answer of REST, by the document. */
export function checkAnswer(
  answer: Answer,
  operation: Operation,
  validator: Validator,
): Findings {
  const { status, body, headers } = answer;
  if (status >= 500) return ['the service failed'];
  const response = operation.responses[status];
  if (response === undefined) return [`the status ${status} is not documented`];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const wrongHeaders = checkHeaders(answer, operation, validator);
  const types = Object.keys(response.content);
  if (types.length === 0) {
    return body === '' ? wrongHeaders : ['there is a body, but the document has none'];
  }
  if (!types.includes(type)) return [`the content type is "${type}"`];
  return [...validator.responseBody(operation, status, body), ...wrongHeaders];
}
