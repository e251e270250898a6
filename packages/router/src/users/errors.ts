export const readUserErrors = ['USER_NOT_FOUND'] as const;

export const updateMeErrors = ['USERNAME_TAKEN'] as const;

export const askRemovalErrors = [
  'LAST_ADMIN',
  'MOVE_OPEN',
  'MAIL_PROVIDER_REFUSED',
] as const;

export const exportSuspendedErrors = [
  'CODE_INVALID',
  'NOT_SUSPENDED',
  'MOVE_OPEN',
] as const;

export const removeMeErrors = ['LAST_ADMIN', 'MOVE_OPEN', 'CODE_INVALID'] as const;
