import type { Environment } from './env.ts';
import { showsMailbox, type Service } from './service.ts';

const originOf = ({ PUBLIC_URL }: Environment, { address }: Service) => PUBLIC_URL ?? address;

/** What a program that started the service reads in the place of `welcome`: one line, printed once it listens. */
export function readyLine(environment: Environment, service: Service): string {
  const origin = originOf(environment, service);
  return JSON.stringify({
    ready: {
      origin: service.address,
      admin: `${origin}/admin/`,
      ...(showsMailbox(environment) && { mailbox: `${origin}/dev/mailbox` }),
    },
  });
}

/** What a newcomer needs to know at the first start, and an operator at every one. */
export function welcome(environment: Environment, service: Service): string {
  const origin = originOf(environment, service);
  const mailbox = showsMailbox(environment);
  const [admin] = environment.ADMIN_EMAILS ?? ['admin@example.com'];
  const rows = [
    ['REST', `${origin}/api/v1`, `described at ${origin}/docs`],
    ['tRPC', `${origin}/trpc`, ''],
    ['Admin', `${origin}/admin/`, ''],
    ...(mailbox ? [['Mailbox', `${origin}/dev/mailbox`, 'mail is shown here, none is sent']] : []),
    ['Data', service.embedded ? environment.DATA_DIR : 'the PostgreSQL of DATABASE_URL', ''],
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
