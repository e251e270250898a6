import { z } from 'zod';

export type Question = {
  /** Default: POST with a body, otherwise GET. */
  method?: string;
  token?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, as JSON unless a header says otherwise. */
  text?: string | Buffer<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: Headers; body: unknown };

function bodyOf({
  json,
  text,
}: Question): string | Buffer<ArrayBuffer> | FormData | undefined {
  return json === undefined ? text : JSON.stringify(json);
}

/** Parses the answer if its type is JSON. */
export async function fetchJson(
  address: string,
  question: Question = {},
): Promise<Answer> {
  const body = bodyOf(question);
  const response = await fetch(address, {
    method: question.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      // A form sets its own type, with the boundary of its parts.
      ...(body !== undefined &&
        !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(question.token !== undefined && { authorization: `Bearer ${question.token}` }),
      ...question.headers,
    },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: await read(response),
  };
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson =
    response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // The answer to HEAD has a body's type, but no body.
  return isJson && text !== '' ? JSON.parse(text) : text;
}

const issue = z.strictObject({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string().min(1),
});

const ErrorBody = z.strictObject({
  message: z.string().min(1),
  code: z.string().regex(/^[A-Z_]+$/),
  reason: z.string().regex(/^[A-Z_]+$/),
  issues: z.array(issue).min(1).optional(),
  ticket: z.string().optional(),
});

/** Such as `409 USERNAME_TAKEN`; fails if the body is no error body. */
export function refusal({ status, body }: Answer): string {
  return `${status} ${ErrorBody.parse(body).reason}`;
}

const TrpcError = z.strictObject({
  error: z.strictObject({
    message: z.string().min(1),
    code: z.int().negative(),
    data: z.strictObject({
      code: z.string().regex(/^[A-Z_]+$/),
      httpStatus: z.int(),
      path: z.string().optional(),
      reason: z.string().regex(/^[A-Z_]+$/),
      issues: z.array(issue).min(1).optional(),
      ticket: z.string().optional(),
    }),
  }),
});

/** As `refusal`, for tRPC's form of errors. */
export function trpcRefusal({ status, body }: Answer): string {
  const { data } = TrpcError.parse(body).error;
  return `${status === data.httpStatus ? status : `${status} for ${data.httpStatus}`} ${data.reason}`;
}

export const refusalAt = (path: string) =>
  path.startsWith('/trpc/') ? trpcRefusal : refusal;

/** Paths of wrong values, such as `socials.x`. */
export function refusedPaths({ body }: Answer): string[] {
  return (ErrorBody.parse(body).issues ?? []).map(({ path }) => path.join('.'));
}
