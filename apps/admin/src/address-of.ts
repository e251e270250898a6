/** A person whose address the service may not show. */
export type Addressed = { email: string | null; maskedEmail: string };

/** The person's name in lists and sentences. */
export const addressOf = ({ email, maskedEmail }: Addressed): string =>
  email ?? maskedEmail;
