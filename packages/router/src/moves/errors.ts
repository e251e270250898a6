import { actCodeErrors } from '../access/act-codes.ts';
import { AppError } from '../errors.ts';

export const startMoveErrors = ['ADDRESS_CONFIGURED', 'ADDRESS_UNCHANGED'] as const;

const notFree = ['ADDRESS_CONFIGURED', 'ADDRESS_TAKEN'] as const;

export const finishMoveErrors = [
  'CODE_INVALID',
  ...notFree,
  'MOVED_RECENTLY',
  'MOVE_WAITS',
] as const;

export const proveMoveErrors = ['CODE_INVALID', ...notFree] as const;

export const undoMoveErrors = ['CODE_INVALID'] as const;

export const openMoveErrors = [
  ...startMoveErrors,
  'USER_NOT_FOUND',
  'OWN_ADDRESS',
  'MOVE_WAITS',
  'MOVE_TAKES_ADMIN',
] as const;

export const confirmMoveErrors = ['MOVE_NOT_FOUND', 'OWN_ADDRESS', ...notFree] as const;

export const endMoveErrors = [
  'MOVE_NOT_FOUND',
  'OWN_ADDRESS',
  'CONFIGURED_ADMIN',
  ...actCodeErrors,
] as const;

export const moveCodeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'A code is wrong, used or expired. Use the newest mails, or begin again.',
  );

export const addressTaken = () =>
  new AppError(
    'CONFLICT',
    'ADDRESS_TAKEN',
    'Another account has this address, or may come back to it. Use another address, or erase that account first.',
  );

export const addressUnchanged = () =>
  new AppError('CONFLICT', 'ADDRESS_UNCHANGED', 'The account has this address already.');

/** Which addresses are configured is not told, only that this one may not change. */
export const addressConfigured = () =>
  new AppError(
    'CONFLICT',
    'ADDRESS_CONFIGURED',
    'The operator has set this address. Ask the operator to change it in the settings first.',
  );

/** @param until a day, such as 2026-12-03 */
export const movedRecently = (until: string) =>
  new AppError(
    'CONFLICT',
    'MOVED_RECENTLY',
    `The address has changed within the last seven days. It can change again on ${until}.`,
    { until },
  );

export const ownAddress = () =>
  new AppError(
    'FORBIDDEN',
    'OWN_ADDRESS',
    'Nobody decides about their own address. Ask another admin or the operator.',
  );

export const moveWaits = () =>
  new AppError(
    'CONFLICT',
    'MOVE_WAITS',
    'A change of this address that an admin opened is not over. An admin can end it.',
  );

/** For a case after one that the old address ended, where nobody else could agree. */
export const moveTakesAdmin = () =>
  new AppError(
    'CONFLICT',
    'MOVE_TAKES_ADMIN',
    'The old address has ended an earlier case, so another admin must agree, and there is none. The operator can run ./namecard user readdress.',
  );

export const moveNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'MOVE_NOT_FOUND',
    'No such change of an address is open. It may have ended.',
  );

/** When an act is possible that a thief of an address must not do. */
const afterMove = {
  erase:
    'The account can be erased after that. An admin or the operator can erase it now.',
  export: 'Its data can be saved after that.',
};

/** @param until a day, such as 2026-12-03 */
export const moveOpen = (until: string, act: keyof typeof afterMove) =>
  new AppError(
    'CONFLICT',
    'MOVE_OPEN',
    `A change of the address can be taken back until ${until}. ${afterMove[act]}`,
    { until },
  );
