import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** `data` has the present state: null for what is hidden, deleted or erased. */
type Change = {
  type: string;
  timestamp: string;
  data: {
    id: string;
    /** Each change of the user or profile adds one. */
    revision: number;
    user: { username: string | null } | null;
    profile: { username: string; about: string | null } | null;
  };
};

const { WEBHOOK_SECRET = '', PORT = '4001' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);

/**
 * The newest known revision of each user and profile. A real receiver stores it in
 * the transaction that stores the change.
 */
const revisions = new Map<string, number>();

/** Changes may come again, or after a newer one. Each newer one is handled once. */
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
    // Throws if the message is not from Namecard, was changed, or is older than five minutes.
    webhook.verify(body, headers, { jsonParse: false });
    const change: Change = JSON.parse(body);
    if (change.type !== 'webhook.test') {
      receive(change);
    }
  };
  answer().then(
    () => response.writeHead(204).end(),
    // After a status other than 2xx it is sent again later.
    (error: unknown) =>
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end(),
  );
});

server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on port ${typeof address === 'object' ? address?.port : PORT}`);
});
