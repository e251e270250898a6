/** What the service knows of a call, whichever face it came through. */
export type Call = {
  id: string;
  ip: string;
  authorization: string | undefined;
  userAgent: string | undefined;
  /** Whether the client asks for somebody else, whose address it passes on. */
  isForwarded?: boolean;
};
