import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** What Namecard sends: `data` is the user or profile as they are now, without what is nobody's to see. */
type Change = {
  type: string;
  timestamp: string;
  data: {
    id: string;
    /** Of the user or profile, raised by each change. */
    revision: number;
    user: { username: string | null } | null;
    profile: { username: string; about: string | null } | null;
  };
};

const { WEBHOOK_SECRET = '', PORT = '4001' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);

/** The newest revision that was seen of each user and profile. Keep it where your data are, and write both at once. */
const revisions = new Map<string, number>();

/** Does what there is to do about a change: once, however often and in whatever order it comes. */
function receive({ type, data }: Change): void {
  if (data.revision <= (revisions.get(data.id) ?? 0)) {
    return;
  }
  revisions.set(data.id, data.revision);
  console.log(`${type} ${data.profile?.username ?? data.user?.username ?? data.id}`);
}

const server = createServer((request, response) => {
  const answer = async () => {
    const body = await text(request);
    const headers = {
      'webhook-id': String(request.headers['webhook-id']),
      'webhook-timestamp': String(request.headers['webhook-timestamp']),
      'webhook-signature': String(request.headers['webhook-signature']),
    };
    // Throws for what is not from Namecard, was changed on the way, or is older than five minutes.
    webhook.verify(body, headers, { jsonParse: false });
    const change: Change = JSON.parse(body);
    if (change.type !== 'webhook.test') {
      receive(change);
    }
  };
  answer().then(
    () => response.writeHead(204).end(),
    // Any other status than 2xx has it sent again later.
    (error: unknown) =>
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end(),
  );
});

server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on port ${typeof address === 'object' ? address?.port : PORT}`);
});
