/** One thing wrong with an input: where, as keys and indexes from the outside in, and what to do about it. */
export type Issue = { path: (string | number)[]; message: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isIssue(value: unknown): value is Issue {
  return (
    isObject(value) &&
    typeof value['message'] === 'string' &&
    Array.isArray(value['path']) &&
    value['path'].every((key) => typeof key === 'string' || typeof key === 'number')
  );
}

/** The issues of an error answer; what is no issue is left out. */
export function readIssues(value: unknown): Issue[] {
  return Array.isArray(value) ? value.filter((one) => isIssue(one)) : [];
}

/** The body that the service gives before any procedure is reached. */
export type ErrorBody = { message: string; reason: string; issues?: unknown };

export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    isObject(value) &&
    typeof value['message'] === 'string' &&
    typeof value['reason'] === 'string'
  );
}
