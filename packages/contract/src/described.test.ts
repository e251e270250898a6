import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readWhole } from './committed.ts';
import { type Json, readDocument } from './document.ts';
import { procedures } from './fuzz/procedures.ts';
import { openValidator } from './validator.ts';

const document = readDocument(await readWhole());
const validator = openValidator(document);

const byId = new Map(procedures.map((one) => [one.operationId, one]));

const Holder = z.object({ properties: z.record(z.string(), z.looseObject({})) });

/** Properties without a description of their own or of a named schema. */
function undescribed(json: Json, path = ''): string[] {
  if (typeof json !== 'object' || json === null) {
    return [];
  }
  const { properties = {} } = Holder.safeParse(json).data ?? {};
  const silent = Object.entries(properties).filter(
    ([, schema]) => !('description' in schema || '$ref' in schema),
  );
  return [
    ...silent.map(([name]) => `${path}/${name}`),
    ...Object.entries(json).flatMap(([key, inner]) =>
      undescribed(inner, `${path}/${key}`),
    ),
  ];
}

it('describes every property', () => {
  // A response narrows the reasons of `ErrorBody`, which describes them.
  const silent = undescribed(document.json).filter(
    (path) => !path.endsWith('/allOf/1/reason'),
  );
  expect(
    silent.map((path) => `its zod schema lacks .meta({ description }): ${path}`),
  ).toEqual([]);
});

describe.each(document.operations)('$operationId', (operation) => {
  it('says what it does', () => {
    expect(operation.description).toMatch(/\.$/);
  });

  it('has examples of its input and output that fit its schemas', () => {
    const answer = operation.responses['200']?.content['application/json']?.example;
    const body = operation.requestBody?.content['application/json']?.example;
    const wrong = operation.requestBody ? validator.requestBody(operation, body) : [];
    expect([...validator.responseBody(operation, 200, answer), ...wrong]).toEqual([]);
  });

  it('has an example of its input that the procedure accepts', () => {
    const { input } = byId.get(operation.operationId) ?? {};
    const body = operation.requestBody?.content['application/json']?.example;
    if (input === undefined || body === undefined) return;
    const ofPath = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => [name, 'ann']);
    const given = { ...Object.fromEntries(ofPath), ...z.looseObject({}).parse(body) };
    expect(input.safeParse(given).error?.issues).toBeUndefined();
  });
});
