export const updateMeErrors = ['USERNAME_TAKEN'] as const;

export const removeMeErrors = ['LAST_ADMIN'] as const;
