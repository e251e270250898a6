import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from './listen.ts';

/** The envelope, and the whole message as sent. */
type TakenSmtpMail = { from: string; to: string; message: string };

/** `message` is the end of the message. */
type SmtpMoment = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** `cut` ends within a reply, `drip` never ends one, `garbage` speaks HTTP. */
export type SmtpBehaviour =
  | 'ok'
  | 'never'
  | 'reset'
  | 'cut'
  | 'drip'
  | 'garbage'
  | { at: SmtpMoment; reply: string };

export type FakeSmtp = {
  /** Without a login. Stays the same after a stop and start. */
  readonly url: string;
  connections(): number;
  /** Oldest first. */
  mails(): readonly TakenSmtpMail[];
  /** As `user:password`. */
  logins(): readonly string[];
  /** The names in EHLO. */
  greetings(): readonly string[];
  /** From now on. */
  behave(behaviour: SmtpBehaviour): void;
  /** Cuts open connections and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const replies: Record<SmtpMoment, string> = {
  greeting: '220 fake ESMTP',
  EHLO: '250-fake\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 Accepted',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go ahead',
  message: '250 2.0.0 Ok: queued',
};

const drip = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('2'), 10);
  socket.once('close', () => clearInterval(timer));
};

/** Behaviours that break a whole connection. */
const breaks = {
  never: () => {},
  reset: (socket: Socket) => socket.resetAndDestroy(),
  cut: (socket: Socket) => socket.end('220-fake'),
  drip,
  garbage: (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

const inBrackets = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

/**
 * A server with the parts of SMTP that mailing needs.
 * @param certificate of `localhost`, in PEM; without it nothing is encrypted
 */
export async function fakeSmtp(certificate?: {
  key: string;
  cert: string;
}): Promise<FakeSmtp> {
  const mails: TakenSmtpMail[] = [];
  const logins: string[] = [];
  const greetings: string[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  let behaviour: SmtpBehaviour = 'ok';

  async function converse(socket: Socket): Promise<void> {
    const answer = (moment: SmtpMoment) => {
      const own =
        typeof behaviour === 'object' && behaviour.at === moment ? behaviour : undefined;
      socket.write(`${own?.reply ?? replies[moment]}\r\n`);
      return own === undefined;
    };
    answer('greeting');
    const mail: TakenSmtpMail = { from: '', to: '', message: '' };
    let isMessage = false;
    for await (const line of createInterface({ input: socket })) {
      if (isMessage) {
        isMessage = line !== '.';
        if (isMessage) mail.message += `${line.replace(/^\./, '')}\n`;
        else if (answer('message')) mails.push(mail);
        continue;
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else if (verb === 'EHLO') {
        greetings.push(line.split(' ')[1] ?? '');
        answer('EHLO');
      } else if (verb === 'AUTH') {
        const [, user, password] = atob(line.split(' ')[2] ?? '').split('\0');
        logins.push(`${user}:${password}`);
        answer('AUTH');
      } else if (verb === 'MAIL') {
        mail.from = inBrackets(line);
        answer('MAIL');
      } else if (verb === 'RCPT') {
        mail.to = inBrackets(line);
        answer('RCPT');
      } else if (verb === 'DATA') isMessage = answer('DATA');
      else socket.write('502 5.5.1 Not implemented\r\n');
    }
  }

  const accept = (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    if (behaviour === 'ok' || typeof behaviour === 'object') {
      converse(socket).catch(() => socket.destroy());
    } else {
      breaks[behaviour](socket);
    }
  };
  const server = certificate
    ? createTlsServer(certificate, accept)
    : createServer(accept);
  const port = await listen(server, 0);
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  return {
    url: certificate ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    connections: () => count,
    mails: () => mails,
    logins: () => logins,
    greetings: () => greetings,
    behave: (changed) => {
      behaviour = changed;
    },
    stop,
    start: async () => {
      if (!server.listening) await listen(server, port);
    },
    [Symbol.asyncDispose]: stop,
  };
}
