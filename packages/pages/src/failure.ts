import { answerError, type AppError, appErrorFrom, type Reason } from '@namecard/router';
import type { Texts } from './texts/texts.ts';

/** Why a form was not taken or a page not shown, in words, and where they stand. */
export type Failure = {
  status: number;
  reason: Reason | undefined;
  /** By the name of the field that they stand beside. */
  fields: Readonly<Record<string, string>>;
  /** Above the form. */
  message: string;
  /** What a suspended account's owner appeals by. */
  ticket: string | undefined;
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

function fieldOf(path: readonly (string | number)[]): string {
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  return formNames[name] ?? name;
}

function messageOf(error: AppError, { problems }: Texts): string {
  switch (error.reason) {
    case 'RATE_LIMITED':
      return problems.tooMany(error.retryAfter ?? 60);
    case 'UNAVAILABLE':
      return problems.busy;
    case 'INTERNAL':
      return problems.failed;
    case 'CODE_INVALID':
      return problems.codeWrong;
    case 'USERNAME_TAKEN':
      return problems.taken;
    case 'PROFILE_NOT_FOUND':
    case 'NOT_OWNER':
      return problems.noCard;
    default:
      // What schemas and moderators say.
      return error.message;
  }
}

/** What stands beside fields. Of several things wrong with one the first is said. */
function besideFields({ issues = [], reason }: AppError, message: string) {
  const field = fieldsOfReasons[reason];
  const ofReason = field === undefined ? [] : [[field, message] as const];
  const ofIssues = issues.map((issue) => [fieldOf(issue.path), issue.message] as const);
  return [...ofIssues.toReversed(), ...ofReason];
}

/**
 * What the failure of a call means on a page. Throws what the router knows nothing of.
 * @param shown the names of the form's fields
 */
export function failureOf(
  thrown: unknown,
  texts: Texts,
  shown: readonly string[] = [],
): Failure {
  const answer = answerError(thrown);
  if (answer === undefined) throw thrown;
  const error = appErrorFrom(thrown);
  const message = messageOf(error, texts);
  const said = besideFields(error, message);
  const beside = said.filter(([field]) => shown.includes(field));
  const isAllBeside = beside.length > 0 && beside.length === said.length;
  return {
    status: answer.status,
    reason: error.reason,
    fields: Object.fromEntries(beside),
    message: isAllBeside ? texts.problems.marked : message,
    ticket: error.ticket,
    retryAfter: error.retryAfter,
  };
}

const nothingSaid = {
  reason: undefined,
  fields: {},
  ticket: undefined,
  retryAfter: undefined,
} as const;

/** A form that none of our own pages sent. */
export const notOurs = ({ problems }: Texts): Failure => ({
  ...nothingSaid,
  status: 403,
  message: problems.notOurs,
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

/** For a field that a form lacks. */
export const fieldMissing = (field: string, message: string, { problems }: Texts) =>
  new FormRefused({
    ...nothingSaid,
    status: 400,
    fields: { [field]: message },
    message: problems.marked,
  });

/** For a form that can be sent again without the session that has ended. */
export const signedOut = ({ problems }: Texts) =>
  new FormRefused({ ...nothingSaid, status: 401, message: problems.signedOut });
