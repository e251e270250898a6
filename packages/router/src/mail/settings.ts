/** The settings of delivering mail; a limit of 0 is off. */
export type MailSettings = {
  /** Mails in a clock hour to addresses that never signed in; what is over waits for the next. */
  mailsPerHour: number;
};
