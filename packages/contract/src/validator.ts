import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ContractDocument, Operation } from './document.ts';

/** What is wrong with a value, one line each. */
export type Findings = string[];

/** Compares requests and answers with the document. */
export type Validator = ReturnType<typeof openValidator>;

const mediaType = 'application/json';
const documentId = 'openapi';

/** A part of a JSON pointer (RFC 6901) inside a URI. */
const escaped = (part: string | number) =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));

/** Uses JSON Schema 2020-12. Compiles each schema at its first use. */
export function openValidator({ json }: ContractDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(json, documentId);
  const compiled = new Map<string, ValidateFunction>();

  function findings(value: unknown, parts: (string | number)[]): Findings {
    const pointer = `${documentId}#/${parts.map(escaped).join('/')}`;
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
    compiled.set(pointer, validate);
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    );
  }

  const at = ({ path, method }: Operation) => ['paths', path, method.toLowerCase()];
  return {
    /** Checks a request body that was parsed from JSON. */
    requestBody: (operation: Operation, value: unknown) =>
      findings(value, [...at(operation), 'requestBody', 'content', mediaType, 'schema']),
    /** Checks a parameter's value, already parsed to its schema's type. */
    parameter: (operation: Operation, name: string, value: unknown) => {
      const index = operation.parameters.findIndex(
        (parameter) => parameter.name === name,
      );
      return findings(value, [...at(operation), 'parameters', index, 'schema']);
    },
    /** Checks a response body that was parsed from JSON. */
    responseBody: (operation: Operation, status: number, value: unknown) => {
      const response = [...at(operation), 'responses', status];
      return findings(value, [...response, 'content', mediaType, 'schema']);
    },
    /** Checks the text of a response header. */
    header: (name: string, text: string) =>
      findings(/^\d+$/.test(text) ? Number(text) : text, [
        'components',
        'headers',
        name,
        'schema',
      ]),
  };
}
