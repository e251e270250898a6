import { answerError, type AppError, appErrorFrom, type Reason } from '@namecard/router';
import { isSocial, socials } from '@namecard/look/socials';
import type { FastifyRequest } from 'fastify';
import type { Identity } from './api.ts';
import { pathOf } from './query.ts';
import type { DatedReason, FieldKind, Texts, ToldReason } from './texts/texts.ts';

/** Messages by the names of fields. */
type Messages = Readonly<Record<string, string>>;

/** Why a form was refused or a page is not shown. */
export type Failure = {
  status: number;
  /** At the top of the page. Empty if a field says it. */
  message: string;
  reason?: Reason;
  /** Beside fields. */
  fields?: Messages;
  /** The first of these fields on the page. It gets the focus. */
  first?: string | undefined;
  /** For the appeal of a suspended account's owner. */
  ticket?: string | undefined;
  suspension?: AppError['suspension'];
  /** Seconds. */
  retryAfter?: number | undefined;
  /** The address where the form can be sent. */
  to?: string;
};

/** Reasons that are shown beside a field. */
const fieldsOfReasons: Partial<Record<Reason, string>> = {
  USERNAME_TAKEN: 'username',
  CODE_INVALID: 'code',
};

/** Inputs of procedures that have other names in forms. */
const formNames: Readonly<Record<string, string>> = {
  otp: 'code',
  newOtp: 'newCode',
  latitude: 'place',
  longitude: 'place',
};

/** The kinds of fields that are not named after their kind. */
const kinds: Readonly<Record<string, FieldKind>> = {
  website: 'link',
  walletAddress: 'identity',
  farcasterId: 'identity',
  coinbaseWallet: 'identity',
  worldId: 'identity',
} satisfies Record<Identity | 'website', FieldKind>;

function fieldOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  return formNames[name] ?? name;
}

/** What a valid value is. Messages of the schemas are in English only. */
function whatItTakes(field: string, { problems }: Texts): string {
  const isKind = (name: string): name is FieldKind =>
    Object.hasOwn(problems.fields, name);
  const kind = kinds[field] ?? field;
  if (!isKind(kind) && isSocial(field)) return problems.named(socials[field].typed);
  return isKind(kind) ? problems.fields[kind] : problems.refused;
}

type Issue = { path: readonly PropertyKey[] };

/** What to say beside the fields of a form that an input was made of. */
export const wrongFields = (issues: readonly Issue[], texts: Texts) =>
  issues.map(({ path }) => {
    const name = fieldOf(path);
    return [name, whatItTakes(name, texts)] as const;
  });

function messageOf(
  { reason, retryAfter, until, code }: AppError,
  { problems }: Texts,
): string {
  const isDated = (name: string): name is DatedReason =>
    Object.hasOwn(problems.until, name);
  const isTold = (name: string): name is ToldReason =>
    Object.hasOwn(problems.reasons, name);
  if (reason === 'RATE_LIMITED' || reason === 'REPORT_LIMIT') {
    return problems.tooMany(retryAfter ?? 60);
  }
  if (until && isDated(reason)) return problems.until[reason](until);
  if (isTold(reason)) return problems.reasons[reason];
  return code === 'INTERNAL_SERVER_ERROR' ? problems.failed : problems.refused;
}

function besideFields(
  { issues = [], reason }: AppError,
  message: string,
  { texts, shown }: { texts: Texts; shown: readonly string[] },
) {
  // Nobody says which of two codes is wrong.
  const field = shown.includes('newCode') ? undefined : fieldsOfReasons[reason];
  const ofReason = field === undefined ? [] : [[field, message] as const];
  return [...wrongFields(issues, texts), ...ofReason];
}

/** Whether the body was larger than any valid form. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/**
 * What an error means on a page. Throws errors that the router does not know.
 * @param shown the names of the form's fields
 */
export function failureOf(
  thrown: unknown,
  texts: Texts,
  shown: readonly string[] = [],
): Failure {
  const firstOf = (wrong: Messages) => shown.find((name) => Object.hasOwn(wrong, name));
  if (thrown instanceof FormRefused) {
    const { failure } = thrown;
    return { ...failure, first: firstOf(failure.fields ?? {}) };
  }
  if (isTooLong(thrown)) return refusalOf('tooLong', texts);
  const answer = answerError(thrown);
  if (answer === undefined) throw thrown;
  const error = appErrorFrom(thrown);
  const message = messageOf(error, texts);
  const said = besideFields(error, message, { texts, shown });
  const beside = said.filter(([field]) => shown.includes(field));
  const fields = Object.fromEntries(beside);
  const isAllBeside = beside.length > 0 && beside.length === said.length;
  // A lone field stands right below the heading.
  const marked = shown.length === 1 ? '' : texts.problems.marked;
  return {
    status: answer.status,
    reason: error.reason,
    fields,
    first: firstOf(fields),
    message: isAllBeside ? marked : message,
    ticket: error.ticket,
    suspension: error.suspension,
    retryAfter: error.retryAfter,
  };
}

/** What a call answers; undefined if it fails for this reason, which is no failure here. */
export async function unless<Answer>(
  reason: Reason,
  call: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (appErrorFrom(error).reason !== reason) throw error;
    return undefined;
  }
}

/** Why a form is refused before it calls a procedure, and the status. */
const refusals = {
  /** No page of ours sent it. */
  notOurs: 403,
  /** Somebody else has signed in since it was shown. */
  otherMember: 409,
  /** Its fields were changed elsewhere, such as in another tab. */
  changedMeanwhile: 409,
  tooLong: 413,
} as const;

export const refusalOf = (kind: keyof typeof refusals, { problems }: Texts): Failure => ({
  status: refusals[kind],
  message: problems[kind],
});

type Place = { texts: Texts; request: FastifyRequest; publicUrl: string | undefined };

/** For a form of a page that was opened at another address than the public one. */
export function atOtherAddress({ texts, request, publicUrl }: Place): Failure {
  const { otherAddress, openThere, openByIp } = texts.problems;
  const told = (what: string) => ({ status: 403, message: `${otherAddress} ${what}` });
  return publicUrl === undefined
    ? told(openByIp)
    : { ...told(openThere), to: `${publicUrl}${pathOf(request)}` };
}

export class FormRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FormRefused';
    this.failure = failure;
  }
}

/** @param fields what is wrong, by the fields' names */
export const refusedFields = (fields: Messages, { problems }: Texts) =>
  new FormRefused({ status: 400, fields, message: problems.marked });
