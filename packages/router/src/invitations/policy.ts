/** People whom admins and keys may invite in 24 hours. An operator may invite more. */
export const mostADay = 2_000;

/** People whom an admin may invite in 24 hours without a mailed code. */
export const mostWithoutCode = 100;
