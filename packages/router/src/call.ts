/** A call over REST or tRPC, or from a member's page. */
export type Call = {
  id: string;
  ip: string;
  authorization: string | undefined;
  /**
   * Set only for calls from members' pages: the cookie of the session. Such a
   * call has no Authorization header, and a sign-in begins a session of a page.
   */
  page?: { token: string | undefined } | undefined;
  userAgent: string | undefined;
  /** Only a language is read from this header. */
  acceptLanguage?: string | undefined;
  /** Whether the client passes on the address of somebody else. */
  isForwarded?: boolean;
};
