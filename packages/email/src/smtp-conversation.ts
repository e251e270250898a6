import { connect as connectPlainly, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpEnding, SmtpStep } from './classify-smtp.ts';
import { isLoopback } from './loopback.ts';

export type SmtpServer = {
  /** For EHLO. The default is the machine's name, which relays don't know. */
  name: string;
  host: string;
  port: number;
  /** Encrypted from the first byte; otherwise by STARTTLS. */
  isTls: boolean;
  login?: { user: string; pass: string };
};

/** `message` is the whole mail with its headers. */
type Parcel = { from: string; to: string; messageId: string; message: Buffer };

/** Milliseconds for the server to close the connection. */
const farewell = 1_000;

function open({ host, port, isTls }: SmtpServer) {
  // TLS has no server names that are IP addresses.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return isTls
    ? connectSecurely({ host, port, ...servername })
    : connectPlainly({ host, port });
}

/**
 * Sends one message, or only signs in. Always resolves, within the time limit.
 * That limit is for the whole conversation: the library's own are per step, and a
 * slow server could use them for ever. To another machine no password goes
 * unencrypted, and without encryption no message of an account that has one.
 */
export async function converse(
  server: SmtpServer,
  parcel: Parcel | undefined,
  timeoutSeconds: number,
): Promise<SmtpEnding> {
  const { host, login } = server;
  // No network lies between us and this machine.
  const isLocal = isLoopback(host);
  const socket = open(server);
  const connection = new SMTPConnection({
    ...server,
    secure: server.isTls,
    secured: server.isTls,
    connection: socket,
    requireTLS: !server.isTls && login !== undefined && !isLocal,
    // No authority signs certificates for localhost.
    ignoreTLS: isLocal,
    tls: isIP(host) === 0 ? { servername: host } : {},
  });
  const { promise, resolve } = Promise.withResolvers<SmtpEnding>();
  const fail = (error: unknown) => resolve(endingOf(error));
  connection.on('error', fail);
  // If the server just closes, the library calls no callback.
  connection.on('end', () => resolve({ kind: 'lost' }));
  const timer = setTimeout(() => resolve({ kind: 'timed_out' }), timeoutSeconds * 1_000);
  let isSent = false;
  const send = () => {
    if (parcel === undefined) return resolve({ kind: 'taken', messageId: '' });
    const message = Readable.from([parcel.message]);
    message.once('end', () => (isSent = true));
    connection.send({ from: parcel.from, to: [parcel.to] }, message, (error) => {
      if (error) fail(error);
      else resolve({ kind: 'taken', messageId: parcel.messageId });
    });
  };
  connection.connect((refused) => {
    if (refused) fail(refused);
    else if (login) connection.login(login, (error) => (error ? fail(error) : send()));
    else send();
  });
  const found = await promise;
  const isUnanswered = isSent && (found.kind === 'lost' || found.kind === 'timed_out');
  const ending: SmtpEnding = isUnanswered ? { kind: 'unanswered' } : found;
  clearTimeout(timer);
  if (ending.kind === 'taken') connection.quit();
  else connection.close();
  setTimeout(() => socket.destroy(), found.kind === 'timed_out' ? 0 : farewell).unref();
  return ending;
}

type Field = 'code' | 'originalCode' | 'command' | 'response';

const text = (error: unknown, field: Field): string => {
  const value: unknown = error instanceof Error ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
};

/** The error's message is unsafe: it may quote the address or the code. */
function endingOf(error: unknown): SmtpEnding {
  const [code, reply] = [text(error, 'code'), text(error, 'response')];
  const original = text(error, 'originalCode');
  if (code === 'ETLS' || isOfTls(original)) return { kind: 'insecure', reply: original };
  if (reply !== '')
    return { kind: 'replied', step: stepOf(text(error, 'command')), reply };
  return code === 'EAUTH' ? { kind: 'unauthenticated' } : { kind: 'lost' };
}

/** Node's codes of TLS, such as `CERT_HAS_EXPIRED`; the system's start with E. */
const isOfTls = (code: string) => code.startsWith('ERR_') || /^[^E]/.test(code);

const steps: readonly SmtpStep[] = ['AUTH', 'MAIL', 'RCPT', 'DATA'];

function stepOf(command: string): SmtpStep {
  if (command === 'CONN') return 'greeting';
  return steps.find((step) => command.startsWith(step)) ?? 'EHLO';
}
