/**
 * A wrong value of an input. `path` has keys and indexes from the outside in.
 * `message` says what to do.
 */
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

/** Leaves out what is no issue. */
export function readIssues(value: unknown): Issue[] {
  return Array.isArray(value) ? value.filter((one) => isIssue(one)) : [];
}

/** The body of errors from before any procedure. */
export type ErrorBody = { message: string; reason: string; issues?: unknown };

export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    isObject(value) &&
    typeof value['message'] === 'string' &&
    typeof value['reason'] === 'string'
  );
}
