import { defaultSocials, isSocial } from '@namecard/look/socials';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from '@namecard/router';
import { z } from 'zod';
import { readWhole } from '../committed.ts';
import { readDocument } from '../document.ts';
import { openValidator } from '../validator.ts';
import { procedures } from './procedures.ts';
import { callOf, type Call } from './calls.ts';
import { inputsOf } from './values.ts';

const document = readDocument(await readWhole());
const validator = openValidator(document);

const hints = {
  names: ['ann'],
  ids: ['0198f0a4-0000-7000-8000-000000000000'],
  codes: [],
};

/** What the document forbids in a call. */
function forbidden({ operation, query, body, input = {} }: Call): string[] {
  const parameters = operation.parameters.flatMap(({ name, in: place, required }) => {
    const value = place === 'path' ? input[name] : query[name];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    return validator.parameter(operation, name, value).map((line) => `${name}${line}`);
  });
  const inBody = body ? validator.requestBody(operation, kept(body)) : [];
  return [...parameters, ...withoutLinks(inBody)];
}

/** `format: uri` means RFC 3986. Browsers and the service take more alphabets. */
function withoutLinks(lines: string[]): string[] {
  const placeOf = (line: string) => line.split(' ')[0];
  const links = lines.filter((line) => line.includes('format "uri"')).map(placeOf);
  return lines.filter((line) => !new Set(links).has(placeOf(line)));
}

/** The document is of what the service keeps: addresses as people see them, one break. */
const kept = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [
        name,
        name === 'email' ? readAddress(value) : value.replaceAll(breaks, '\n'),
      ];
    }),
  );

/** Without kinds of links that this document does not offer. They can be removed. */
function offered({ socials, ...rest }: Record<string, unknown>) {
  if (typeof socials !== 'object' || socials === null || Array.isArray(socials)) {
    return socials === undefined ? rest : { ...rest, socials };
  }
  const known = Object.entries(socials).filter(
    ([name]) => !isSocial(name) || defaultSocials.includes(name),
  );
  return { ...rest, socials: Object.fromEntries(known) };
}

// oxlint-disable-next-line no-control-regex
const breaks = /[\v\f\u0085]/g;

const at = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null ? Reflect.get(found, key) : found,
    value,
  );

// oxlint-disable-next-line no-control-regex
const control = /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

/** Pasted text may have control characters, but NUL, for which it has no pattern. */
const hasControl = (value: unknown) =>
  typeof value === 'string' && !value.includes('\0') && control.test(value);

/** What the procedure's own schema refuses in a call. */
function refused(input: z.ZodType, values: unknown): string[] {
  const issues = input.safeParse(values).error?.issues ?? [];
  // JSON Schema can't express our own checks, apart from those of characters.
  return issues
    .filter(({ code, path }) => code !== 'custom' || hasControl(at(values, path)))
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Why one of the two refuses a call that the other allows. */
function disagreement(call: Call, input: z.ZodType): string[] {
  const byDocument = forbidden(call);
  if (byDocument.length === 0) return refused(input, call.input);
  return input.safeParse(call.input).success ? byDocument : [];
}

const cases = document.operations.flatMap(({ operationId }) =>
  procedures.filter((one) => one.operationId === operationId && one.input),
);

describe('the document and the schema of the procedure allow the same inputs', () => {
  it.each(cases)('$name', (procedure) => {
    const { input = z.never() } = procedure;
    const operation = document.operations.find(
      ({ operationId }) => operationId === procedure.operationId,
    );
    fc.assert(
      fc.property(inputsOf(input, hints), (made) => {
        const call = operation && callOf(document, operation, procedure, offered(made));
        expect(call ? disagreement(call, input) : []).toEqual([]);
      }),
      { seed: 20_260_101, numRuns: 50 },
    );
  });
});
