/** What the service knows of a call, whichever face it came through. */
export type Call = {
  id: string;
  ip: string;
  authorization: string | undefined;
  /**
   * There for calls of members' pages alone: the value of the session's cookie, if one came.
   * Their Authorization header is not read, and a sign-in begins a session of a page.
   */
  page?: { token: string | undefined } | undefined;
  userAgent: string | undefined;
  /** The header `Accept-Language`: one of our languages is read from it, and nothing else of it is kept. */
  acceptLanguage?: string | undefined;
  /** Whether the client asks for somebody else, whose address it passes on. */
  isForwarded?: boolean;
};
