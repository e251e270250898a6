/** The form for comparing addresses. They are ASCII. */
export const addressKey = (email: string) => email.toLowerCase();

/** Tells whom to contact about a decision, if the operator has set it. */
export const contactMessage = (contactUrl: string | undefined): string[] =>
  contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];
