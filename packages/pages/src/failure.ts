import { answerError, type AppError, appErrorFrom, type Reason } from '@namecard/router';
import type { FieldKind, Texts, ToldReason } from './texts/texts.ts';

/** Why a form was not taken or a page not shown, in words, and where they stand. */
export type Failure = {
  status: number;
  reason: Reason | undefined;
  /** By the name of the field that they stand beside. */
  fields: Readonly<Record<string, string>>;
  /** The first of those fields on the page: it has the focus. */
  first: string | undefined;
  /** Above the form. */
  message: string;
  /** What a suspended account's owner appeals by, and reads of why. */
  ticket: string | undefined;
  suspension: AppError['suspension'];
  /** Seconds after which it may work. */
  retryAfter: number | undefined;
};

/** The fields beside which these reasons stand. */
const fieldsOfReasons: Partial<Record<Reason, string>> = {
  USERNAME_TAKEN: 'username',
  CODE_INVALID: 'code',
};

/** What some inputs of procedures are called in forms. */
const formNames: Readonly<Record<string, string>> = { otp: 'code' };

type LinkedField = keyof Texts['card']['links'] | keyof Texts['account']['identity'];

/** What fields take whose kind is not what they are called. */
const kinds: Readonly<Record<string, FieldKind>> = {
  x: 'named',
  telegram: 'named',
  website: 'link',
  discord: 'link',
  walletAddress: 'identity',
  farcasterId: 'identity',
  coinbaseWallet: 'identity',
  worldId: 'identity',
} satisfies Record<LinkedField, FieldKind>;

function fieldOf(path: readonly (string | number)[]): string {
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  return formNames[name] ?? name;
}

/** What a field has to be. A schema says it in English alone, and in more ways than anybody reads. */
function whatItTakes(field: string, { problems }: Texts): string {
  const isKind = (name: string): name is FieldKind =>
    Object.hasOwn(problems.fields, name);
  const kind = kinds[field] ?? field;
  return isKind(kind) ? problems.fields[kind] : problems.refused;
}

function messageOf({ reason, retryAfter, code }: AppError, { problems }: Texts): string {
  const isTold = (name: string): name is ToldReason =>
    Object.hasOwn(problems.reasons, name);
  if (reason === 'RATE_LIMITED') return problems.tooMany(retryAfter ?? 60);
  if (isTold(reason)) return problems.reasons[reason];
  return code === 'INTERNAL_SERVER_ERROR' ? problems.failed : problems.refused;
}

/** What stands beside fields. */
function besideFields({ issues = [], reason }: AppError, message: string, texts: Texts) {
  const field = fieldsOfReasons[reason];
  const ofReason = field === undefined ? [] : [[field, message] as const];
  const ofIssues = issues.map(({ path }) => {
    const name = fieldOf(path);
    return [name, whatItTakes(name, texts)] as const;
  });
  return [...ofIssues, ...ofReason];
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
  if (thrown instanceof FormRefused) return thrown.failure;
  if (isTooLong(thrown)) return tooLong(texts);
  const answer = answerError(thrown);
  if (answer === undefined) throw thrown;
  const error = appErrorFrom(thrown);
  const message = messageOf(error, texts);
  const said = besideFields(error, message, texts);
  const beside = said.filter(([field]) => shown.includes(field));
  const isAllBeside = beside.length > 0 && beside.length === said.length;
  return {
    status: answer.status,
    reason: error.reason,
    fields: Object.fromEntries(beside),
    first: shown.find((name) => beside.some(([field]) => field === name)),
    message: isAllBeside ? texts.problems.marked : message,
    ticket: error.ticket,
    suspension: error.suspension,
    retryAfter: error.retryAfter,
  };
}

const nothingSaid = {
  reason: undefined,
  fields: {},
  first: undefined,
  ticket: undefined,
  suspension: undefined,
  retryAfter: undefined,
} as const;

/** A form that none of our own pages sent. */
export const notOurs = ({ problems }: Texts): Failure => ({
  ...nothingSaid,
  status: 403,
  message: problems.notOurs,
});

/** A form that was shown to a member while somebody else is signed in by now. */
export const ofOtherMember = ({ problems }: Texts): Failure => ({
  ...nothingSaid,
  status: 409,
  message: problems.otherMember,
});

/** A form of more bytes than any that is valid. */
const tooLong = ({ problems }: Texts): Failure => ({
  ...nothingSaid,
  status: 413,
  message: problems.tooLong,
});

/** Why a page does not take a form, where no procedure says it. */
export class FormRefused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FormRefused';
    this.failure = failure;
  }
}

/** For a field in which something has to be chosen, and was not. */
export const notChosen = (field: 'reason' | 'language', { problems }: Texts) =>
  new FormRefused({
    ...nothingSaid,
    status: 400,
    fields: { [field]: problems.fields[field] },
    first: field,
    message: problems.marked,
  });

/** For a form that can be sent again without the session that has ended. */
export const signedOut = ({ problems }: Texts) =>
  new FormRefused({ ...nothingSaid, status: 401, message: problems.signedOut });
