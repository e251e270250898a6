export const readUserErrors = ['USER_NOT_FOUND'] as const;

export const updateMeErrors = ['USERNAME_TAKEN'] as const;

export const removeMeErrors = ['LAST_ADMIN', 'MOVE_OPEN'] as const;
