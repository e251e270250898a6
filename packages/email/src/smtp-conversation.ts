import { connect as connectPlainly, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpEnding, SmtpStep } from './classify-smtp.ts';
import { isLoopback } from './loopback.ts';

/** Where an SMTP server is, and who we are to it. */
export type SmtpServer = {
  /** What EHLO says. Unset, it would be the machine's own name, which no relay knows in a container. */
  name: string;
  host: string;
  port: number;
  /** Whether the connection is encrypted from its first byte; else it is by STARTTLS. */
  isTls: boolean;
  login?: { user: string; pass: string };
};

/** What the server is handed: who sends, to whom, and the whole message. */
type Parcel = { from: string; to: string; messageId: string; message: Buffer };

/** Milliseconds that the server has to take leave in. */
const farewell = 1_000;

function open({ host, port, isTls }: SmtpServer) {
  // A name only where it is one: TLS knows no server names that are addresses.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return isTls
    ? connectSecurely({ host, port, ...servername })
    : connectPlainly({ host, port });
}

/**
 * Hands one message to the server; without one it only signs in. Resolves whatever the server
 * does, and within the time limit. The limit is for the whole conversation: the library's own
 * are for each step, and a server that drips keeps within those for ever. No password, and so
 * no message, goes over an open connection to another machine.
 */
export async function converse(
  server: SmtpServer,
  parcel: Parcel | undefined,
  timeoutSeconds: number,
): Promise<SmtpEnding> {
  const { host, login } = server;
  // Nobody is on the way to this machine.
  const isLocal = isLoopback(host);
  const socket = open(server);
  const connection = new SMTPConnection({
    ...server,
    secure: server.isTls,
    secured: server.isTls,
    connection: socket,
    requireTLS: !server.isTls && login !== undefined && !isLocal,
    // A certificate for localhost is nobody's.
    ignoreTLS: isLocal,
    tls: isIP(host) === 0 ? { servername: host } : {},
  });
  const { promise, resolve } = Promise.withResolvers<SmtpEnding>();
  const fail = (error: unknown) => resolve(endingOf(error));
  connection.on('error', fail);
  // Where the server only closes, the library calls nobody back.
  connection.on('end', () => resolve({ kind: 'lost' }));
  const timer = setTimeout(() => resolve({ kind: 'timed_out' }), timeoutSeconds * 1_000);
  const send = () => {
    if (parcel === undefined) return resolve({ kind: 'taken', messageId: '' });
    connection.send({ from: parcel.from, to: [parcel.to] }, parcel.message, (error) => {
      if (error) fail(error);
      else resolve({ kind: 'taken', messageId: parcel.messageId });
    });
  };
  connection.connect((refused) => {
    if (refused) fail(refused);
    else if (login) connection.login(login, (error) => (error ? fail(error) : send()));
    else send();
  });
  const ending = await promise;
  clearTimeout(timer);
  if (ending.kind === 'taken') connection.quit();
  else connection.close();
  setTimeout(() => socket.destroy(), ending.kind === 'timed_out' ? 0 : farewell).unref();
  return ending;
}

type Field = 'code' | 'originalCode' | 'command' | 'response';

const text = (error: unknown, field: Field): string => {
  const value: unknown = error instanceof Error ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
};

/** What the library's error says; its message is not used, as it holds the server's words, which may quote address or code. */
function endingOf(error: unknown): SmtpEnding {
  const [code, reply] = [text(error, 'code'), text(error, 'response')];
  if (code === 'ETLS' || isOfTls(text(error, 'originalCode')))
    return { kind: 'insecure' };
  if (reply !== '')
    return { kind: 'replied', step: stepOf(text(error, 'command')), reply };
  return code === 'EAUTH' ? { kind: 'unauthenticated' } : { kind: 'lost' };
}

/** Node's codes for certificates and TLS, such as `CERT_HAS_EXPIRED`; those of the system begin with an E, as `ECONNRESET`. */
const isOfTls = (code: string) => code.startsWith('ERR_') || /^[^E]/.test(code);

const steps: readonly SmtpStep[] = ['AUTH', 'MAIL', 'RCPT', 'DATA'];

function stepOf(command: string): SmtpStep {
  if (command === 'CONN') return 'greeting';
  return steps.find((step) => command.startsWith(step)) ?? 'EHLO';
}
