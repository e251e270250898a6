import { z } from 'zod';

export type Question = {
  /** GET unless given; POST where there is a body. */
  method?: string;
  token?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; the type is JSON unless a header says otherwise. */
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

/** Asks over HTTP, and reads the answer as JSON where it says it is that, else as text. */
export async function fetchJson(
  address: string,
  question: Question = {},
): Promise<Answer> {
  const body = bodyOf(question);
  const response = await fetch(address, {
    method: question.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      // A form brings a type of its own, with the boundary of its parts.
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
  // The answer to HEAD has the type of a body, and none.
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

/** Status and reason of an answer such as `409 USERNAME_TAKEN`; fails where the body is not exactly the one of all errors. */
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

/** As `refusal`, of an answer under `/trpc`; fails where it is not exactly what tRPC's clients read. */
export function trpcRefusal({ status, body }: Answer): string {
  const { data } = TrpcError.parse(body).error;
  return `${status === data.httpStatus ? status : `${status} for ${data.httpStatus}`} ${data.reason}`;
}

/** `refusal` or `trpcRefusal`, by the face that a path is of. */
export const refusalAt = (path: string) =>
  path.startsWith('/trpc/') ? trpcRefusal : refusal;

/** Where an answer says that values are wrong, as `socials.x`. */
export function refusedPaths({ body }: Answer): string[] {
  return (ErrorBody.parse(body).issues ?? []).map(({ path }) => path.join('.'));
}
