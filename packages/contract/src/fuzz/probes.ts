import type { ContractDocument, Operation } from '../index.ts';
import { proceduresByOperation, type Procedure } from './procedures.ts';
import { readSchema } from './schema.ts';
import { send, type Question } from './send.ts';
import type { Target } from './target.ts';

/** Values that a schema which has begun to coerce would take, or take for another. */
const tellingValues = [
  '5',
  '0',
  '',
  'true',
  'false',
  'null',
  '2026-01-01',
  5,
  0,
  1.5,
  true,
  false,
  null,
  [],
  ['5'],
  {},
];

const valid: Record<string, unknown> = {
  email: 'ann@example.com',
  otp: '482913',
  username: 'ann',
  referral: '',
  id: 'x',
  location: { latitude: 1, longitude: 2 },
};

/** The fields of an input, wherever REST takes them from; those of a place among them. */
function fieldsOf({ parameters, requestBody }: Operation): string[] {
  const body = requestBody?.content['application/json']?.schema;
  const inBody = body === undefined ? [] : Object.keys(readSchema(body).properties ?? {});
  const inAddress = parameters
    .filter((one) => one.in !== 'header')
    .map(({ name }) => name);
  return [...inAddress, ...inBody];
}

/** Inputs of an operation, each with one value that tells whether its schema is still what it was. */
function probesOf(operation: Operation): unknown[] {
  const names = fieldsOf(operation);
  const base = Object.fromEntries(
    names.flatMap((name) => (name in valid ? [[name, valid[name]]] : [])),
  );
  const places = names.includes('location')
    ? tellingValues.map((latitude) => ({ ...base, location: { latitude, longitude: 2 } }))
    : [];
  const flat = names.flatMap((name) =>
    tellingValues.map((value) => ({ ...base, [name]: value })),
  );
  return [...flat, ...places];
}

type Probe = { procedure: Procedure; input: unknown };

/** Probes of every operation that takes input. */
function probesOfAll({ operations }: ContractDocument): Probe[] {
  const procedures = proceduresByOperation();
  return operations.flatMap((operation) => {
    const procedure = procedures.get(operation.operationId);
    return procedure?.input === undefined
      ? []
      : probesOf(operation).map((input) => ({ procedure, input }));
  });
}

function callOf(
  { procedure: { name, type }, input }: Probe,
  token: string | undefined,
): Question {
  const text = JSON.stringify(input);
  const authorization: Question['headers'] =
    token === undefined ? [] : [['authorization', token]];
  return type === 'query'
    ? {
        method: 'GET',
        target: `/trpc/${name}?input=${encodeURIComponent(text)}`,
        headers: authorization,
      }
    : {
        method: 'POST',
        target: `/trpc/${name}`,
        headers: [['content-type', 'application/json'], ...authorization],
        body: Buffer.from(text),
      };
}

type Parsing = Probe & { isTaken: boolean; line: string };

function parse(probe: Probe): Parsing {
  const { name, input: schema } = probe.procedure;
  const { success: isTaken = true, data, error } = schema?.safeParse(probe.input) ?? {};
  const made = JSON.stringify(isTaken ? data : error?.issues);
  return {
    ...probe,
    isTaken,
    line: `${name} ${JSON.stringify(probe.input)} parses to ${made}`,
  };
}

/** What the schemas of this process make of every probe, a line each. */
export const parsings = (document: ContractDocument) =>
  probesOfAll(document).map((probe) => parse(probe).line);

/**
 * What the target answers over tRPC to every probe that the schemas of this process, which serves nothing, refuse. REST must
 * never change a line of it: a schema that has begun to coerce takes some of them.
 */
export async function soundOut(
  target: Target,
  document: ContractDocument,
): Promise<string[]> {
  const token = target.actors.lasting.get('owner');
  const said: string[] = [];
  for (const { line, isTaken, ...probe } of probesOfAll(document).map(parse)) {
    if (!isTaken) {
      // Of the instance that REST is asked at: its schemas are those that REST could have changed.
      const { status, body } = await send(target.rest, callOf(probe, token));
      said.push(`${line}, answered ${status} ${body.toString('utf8')}`);
    }
  }
  return said;
}
