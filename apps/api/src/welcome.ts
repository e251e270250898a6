import type { Environment } from './env.ts';
import { showsMailbox, type Service } from './service.ts';

/** What a newcomer needs to know at the first start, and an operator at every one. */
export function welcome(environment: Environment, { address, embedded }: Service): string {
  const origin = environment.PUBLIC_URL ?? address;
  const mailbox = showsMailbox(environment);
  const [admin] = environment.ADMIN_EMAILS ?? ['admin@example.com'];
  const rows = [
    ['REST', `${origin}/api/v1`, `described at ${origin}/docs`],
    ['tRPC', `${origin}/trpc`, ''],
    ['Admin', `${origin}/admin/`, ''],
    ...(mailbox ? [['Mailbox', `${origin}/dev/mailbox`, 'mail is shown here, none is sent']] : []),
    ['Data', embedded ? environment.DATA_DIR : 'the PostgreSQL of DATABASE_URL', ''],
  ];
  const table = rows.map(([name = '', where = '', note]) =>
    `  ${name.padEnd(9)}${where}${note ? `  (${note})` : ''}`.trimEnd(),
  );
  const sends = environment.POSTMARK_SERVER_TOKEN !== undefined;
  const silent =
    'Mail is neither sent nor shown: set POSTMARK_SERVER_TOKEN and EMAIL_FROM, or DEV_MAILBOX=true';
  const signIn = mailbox
    ? `Sign in as the admin: open ${origin}/admin/, enter ${admin}, and read the code at ${origin}/dev/mailbox`
    : `Sign in as an admin at ${origin}/admin/ with an address of ADMIN_EMAILS`;
  return [
    '',
    'Namecard is ready.',
    '',
    ...table,
    '',
    `  ${mailbox || sends ? signIn : silent}`,
    '',
  ].join('\n');
}
