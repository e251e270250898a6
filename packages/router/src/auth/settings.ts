/** The settings of signing in; a limit of 0 is off. */
export type SignInSettings = {
  /** Addresses, in lower case, whose users are admins. */
  adminEmails: ReadonlySet<string>;
  /** Digits of a short code: 6 to 8. */
  codeDigits: number;
  /** Codes that may be asked for, and tried, from one IP address in an hour. */
  sendPerIp: number;
  verifyPerIp: number;
  /** Wrong short codes that one address may be given in any 24 hours. */
  wrongPerAddress: number;
  /** Wrong short codes of a clock hour, over all addresses, after which none is accepted until its end. */
  wrongGlobal: number;
  /** Mails with the codes of one challenge. */
  mailsPerChallenge: number;
  /** Days that a session lasts from its last use. */
  sessionDays: number;
};
