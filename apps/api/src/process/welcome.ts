import { networkInterfaces } from 'node:os';
import { isAdminBuilt } from '../faces/admin-files.ts';
import type { Environment } from '../settings/environment.ts';
import { sendsMail } from '../settings/shows-mailbox.ts';
import type { Service } from './start-service.ts';
import { routerSettings } from '../settings/router-settings.ts';

/** Where moderators sign in, with which address, and where the code is. */
function howToModerate(
  environment: Environment,
  { mailbox }: Service,
  origin: string,
): string {
  const [admin] = routerSettings(environment).adminEmails;
  if (admin === undefined) {
    return 'Nobody is an admin: set ADMIN_EMAILS to your address to moderate.';
  }
  const signIn = `To moderate, open ${origin}/admin/ and sign in as ${admin}`;
  if (mailbox !== undefined) {
    return `${signIn}. The code is in the mailbox a moment later.`;
  }
  if (sendsMail(environment)) {
    return `${signIn}. The code comes by mail.`;
  }
  return 'Mail is neither sent nor shown: set POSTMARK_SERVER_TOKEN or SMTP_URL, and EMAIL_FROM, or DEV_MAILBOX=true.';
}

const originOf = ({ PUBLIC_URL }: Environment, { address }: Service) =>
  PUBLIC_URL ?? address;

/** Where other devices of the network open the pages, if the service listens for them. */
function networkOrigin({ HOST, PUBLIC_URL }: Environment, { address }: Service) {
  if (PUBLIC_URL !== undefined || !['0.0.0.0', '::'].includes(HOST)) return undefined;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outer && `http://${outer.address}:${new URL(address).port}`;
}

/** A container's log shows it, without a terminal. */
export const demoLine = (mailbox: string) =>
  `This is the demo, with made-up profiles. It sends no mail: its codes are shown at ${mailbox}`;

/** One line of JSON for a program that starts the service. */
export function readyLine(environment: Environment, service: Service): string {
  const origin = originOf(environment, service);
  return JSON.stringify({
    ready: {
      origin: service.address,
      admin: `${origin}/admin/`,
      mailbox: service.mailbox,
    },
  });
}

/** The text that a person sees when the service has started. */
export function welcome(environment: Environment, service: Service): string {
  const origin = originOf(environment, service);
  const { mailbox, embedded } = service;
  const network = networkOrigin(environment, service);
  const rows = [
    ...(environment.MEMBER_PAGES ? [['Members', `${origin}/`, '']] : []),
    ...(network ? [['Network', `${network}/`, 'from other devices']] : []),
    ['REST', `${origin}/api/v1`, `described at ${origin}/docs`],
    ['tRPC', `${origin}/trpc`, ''],
    ['Admin', `${origin}/admin/`, isAdminBuilt() ? '' : 'not built: npm run build'],
    ...(mailbox ? [['Mailbox', mailbox, 'mail is shown here, none is sent']] : []),
    ['Data', embedded ? environment.DATA_DIR : 'the PostgreSQL of DATABASE_URL', ''],
  ];
  const table = rows.map(([name = '', where = '', note]) =>
    `  ${name.padEnd(9)}${where}${note ? `  (${note})` : ''}`.trimEnd(),
  );
  return [
    '',
    'Namecard is ready.',
    '',
    ...table,
    '',
    `  ${howToModerate(environment, service, origin)}`,
    '',
  ].join('\n');
}
