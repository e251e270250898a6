import { setTimeout as sleep } from 'node:timers/promises';

type Visit = (
  url: string,
  email: string,
  readCode: () => Promise<string>,
) => Promise<unknown>;

type Mail = { to: string; subject: string };

async function readMails(mailbox: string): Promise<Mail[]> {
  const response = await fetch(`${mailbox}.json`);
  const mails: Mail[] = JSON.parse(await response.text());
  return mails;
}

/** Visits the service on the command line and prints the result. */
export async function visitFromNode(visit: Visit): Promise<void> {
  const [url = '', mailbox = '', email = ''] = process.argv.slice(2);
  const readCode = async () => {
    for (;;) {
      const mail = (await readMails(mailbox)).find(({ to }) => to === email);
      if (mail) return mail.subject.split(' ')[0] ?? '';
      await sleep(50);
    }
  };
  console.log(JSON.stringify(await visit(url, email, readCode)));
}
