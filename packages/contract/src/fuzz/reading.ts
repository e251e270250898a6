import { MIMEType } from 'node:util';
import type { ContractDocument, Operation, Parameter, Validator } from '../index.ts';
import { strangers } from './actors.ts';
import { relatesValues, type Procedure } from './procedures.ts';
import type { FuzzRequest } from './request.ts';
import { readSchema, typesOf } from './schema.ts';

/** A request as the document reads it, and what the document forbids in it. */
export type Reading = {
  operation: Operation;
  request: FuzzRequest;
  /** Decoded path parameters, without those that can't be decoded. */
  path: Record<string, string>;
  /** Known query parameters, as values. */
  query: Record<string, unknown>;
  /** The parsed body. Undefined if it is absent, not JSON, or not in the document. */
  body: unknown;
  /** What the document forbids, one line each. */
  findings: string[];
  /** A parameter of the path or query is repeated or can't be decoded. */
  isMalformedAddress: boolean;
  /**
   * The path with its values is also the path of another operation. OpenAPI prefers
   * paths without parameters.
   */
  isOtherPath: boolean;
  /** The input has rules across fields, which the document can't express. */
  relatesValues: boolean;
};

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * OpenAPI does not define numbers in a query. Here they are plain decimals, and
 * booleans are `true` or `false`.
 */
function valueOf(text: string, { schema }: Parameter): unknown {
  const types = typesOf(readSchema(schema));
  if (types.includes('integer') || types.includes('number')) {
    return plainDecimal.test(text) ? Number(text) : text;
  }
  return types.includes('boolean') && /^(?:true|false)$/.test(text)
    ? text === 'true'
    : text;
}

function readPath(
  { request, operation }: Pick<Reading, 'request' | 'operation'>,
  validator: Validator,
) {
  const path: Record<string, string> = {};
  const findings: string[] = [];
  for (const [name, text] of Object.entries(request.pathTexts)) {
    const decoded = decode(text);
    if (decoded === undefined) {
      findings.push(`path parameter ${name} is not percent-encoded UTF-8`);
    } else {
      path[name] = decoded;
      findings.push(...validator.parameter(operation, name, decoded));
    }
  }
  return {
    path,
    findings,
    isMalformed: Object.keys(path).length < Object.keys(request.pathTexts).length,
  };
}

type QueryReading = {
  query: Record<string, unknown>;
  findings: string[];
  isMalformed: boolean;
};

function readQuery(
  text: string,
  operation: Operation,
  validator: Validator,
): QueryReading {
  const reading: QueryReading = { query: {}, findings: [], isMalformed: false };
  for (const pair of text.split('&')) {
    const [rawName = '', ...rest] = pair.replaceAll('+', ' ').split('=');
    const name = decode(rawName);
    const known = operation.parameters.find(
      (one) => one.in === 'query' && one.name === name,
    );
    if (known !== undefined) {
      readParameter(reading, known, decode(rest.join('=')));
    }
  }
  for (const { in: place, name, required } of operation.parameters) {
    if (place === 'query' && required && !Object.hasOwn(reading.query, name)) {
      reading.findings.push(`query parameter ${name} is missing`);
    }
  }
  for (const [name, value] of Object.entries(reading.query)) {
    reading.findings.push(...validator.parameter(operation, name, value));
  }
  return reading;
}

function readParameter(
  reading: QueryReading,
  known: Parameter,
  text: string | undefined,
): void {
  if (text === undefined || Object.hasOwn(reading.query, known.name)) {
    reading.isMalformed = true;
    reading.findings.push(`query parameter ${known.name} is broken or repeated`);
  } else {
    reading.query[known.name] = valueOf(text, known);
  }
}

/** Whether this media type is JSON in UTF-8. */
export function isJsonType(text: string): boolean {
  try {
    const { essence, params } = new MIMEType(text);
    return (
      essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
    );
  } catch {
    return false;
  }
}

export const headerOf = ({ headers }: FuzzRequest, wanted: string) =>
  headers.find(([name]) => name === wanted)?.[1];

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): { value?: unknown; findings: string[] } {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return { value, findings: [] };
  } catch {
    return { findings: ['the body is not JSON in UTF-8'] };
  }
}

function readBody(request: FuzzRequest, operation: Operation, validator: Validator) {
  const { requestBody } = operation;
  if (requestBody === undefined) {
    return { body: undefined, findings: [] };
  }
  if (request.body === undefined || request.body.length === 0) {
    return {
      body: undefined,
      findings: requestBody.required ? ['there is no body'] : [],
    };
  }
  const { value, findings } = parsed(request.body);
  const type = headerOf(request, 'content-type') ?? '';
  return {
    body: value,
    findings: [
      ...findings,
      ...(isJsonType(type) ? [] : [`the document has no body of the type "${type}"`]),
      ...(findings.length === 0 ? validator.requestBody(operation, value) : []),
    ],
  };
}

function readHeaders(
  request: FuzzRequest,
  operation: Operation,
  validator: Validator,
): string[] {
  return operation.parameters.flatMap((parameter) => {
    const text =
      parameter.in === 'header'
        ? headerOf(request, parameter.name.toLowerCase())
        : undefined;
    return text === undefined ? [] : validator.parameter(operation, parameter.name, text);
  });
}

export type Reader = {
  document: ContractDocument;
  validator: Validator;
  procedures: ReadonlyMap<string, Procedure>;
};

const filled = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Reads a request by the document and by the procedure's own schema. */
export function readRequest(
  request: FuzzRequest,
  operation: Operation,
  { document, validator, procedures }: Reader,
): Reading {
  const path = readPath({ request, operation }, validator);
  const query = readQuery(request.query, operation, validator);
  const { body, findings } = readBody(request, operation, validator);
  const lacksToken = operation.security.length > 0 && strangers.has(request.actor);
  const asked = filled(operation.path, path.path);
  return {
    operation,
    request,
    path: path.path,
    query: query.query,
    body,
    findings: [
      ...path.findings,
      ...query.findings,
      ...readHeaders(request, operation, validator),
      ...findings,
      ...(lacksToken ? ['there is no valid token'] : []),
    ],
    isMalformedAddress: path.isMalformed || query.isMalformed,
    isOtherPath: document.operations.some(
      (other) => other.path === asked && other.path !== operation.path,
    ),
    relatesValues: relatesValues(procedures.get(operation.operationId)?.input),
  };
}
