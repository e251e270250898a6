// Signs in, edits your card and lists all cards:
//   node examples/node/cards.ts --email ann@example.com --username ann --about "Gardens and bees"
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createClient, NamecardError, type Client } from '@namecard/client';
import { fileStorage } from './file-storage.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'ann@example.com' },
    username: { type: 'string', default: 'ann' },
    about: { type: 'string' },
    'token-file': { type: 'string', default: '.namecard-token' },
  },
});

const say = (line: string) => stdout.write(`${line}\n`);

async function askForCode(email: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return await terminal.question(`The code that was mailed to ${email}: `);
  } finally {
    terminal.close();
  }
}

async function signIn(client: Client, email: string): Promise<void> {
  if (!(await client.isSignedIn())) {
    await client.sendCode({ email });
    await client.verifyCode({ email, otp: await askForCode(email) });
  }
  const me = await client.api.users.me.query();
  say(`You are ${me.data.user.email}.`);
}

async function editCard(
  { api }: Client,
  username: string,
  about?: string,
): Promise<void> {
  const mine = await api.profiles.mine.query({});
  if (!mine.data.profiles.some((profile) => profile.username === username)) {
    const { message } = await api.profiles.create.mutate({ username, referral: '' });
    say(message);
  }
  if (about !== undefined) {
    const { data } = await api.profiles.updateSocials.mutate({ username, about });
    say(`${username} now says: ${data.profile.about ?? 'nothing'}`);
  }
}

async function listEverybody({ api }: Client): Promise<void> {
  const limit = 100;
  for (let page = 1; ; page += 1) {
    const { data } = await api.profiles.list.query({ page, limit, reverse: true });
    data.profiles.forEach(({ username, about }) =>
      say(`- ${username}: ${about ?? ''}`.trimEnd()),
    );
    if (page * limit >= data.count.active) {
      say(`${data.count.active} in all.`);
      return;
    }
  }
}

const client = createClient({
  url: values.url,
  storage: fileStorage(values['token-file']),
  onSessionEnded: () => say('Your session is over. Run this again to sign in.'),
});

try {
  await signIn(client, values.email);
  await editCard(client, values.username, values.about);
  await listEverybody(client);
} catch (error) {
  if (!(error instanceof NamecardError)) {
    throw error;
  }
  say(`${error.reason}: ${error.message}`);
  process.exitCode = 1;
}
