// A server of your own that knows who calls it:
//   node examples/verify-server/server.ts --issuer http://127.0.0.1:3000 --audience forum
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { createVerifier, TokenError } from '@namecard/client/verify';

const { values } = parseArgs({
  options: {
    issuer: { type: 'string', default: 'http://127.0.0.1:3000' },
    audience: { type: 'string', default: 'forum' },
    'keys-url': { type: 'string' },
    port: { type: 'string', default: '4000' },
  },
});

const { issuer, audience, 'keys-url': keysUrl } = values;
const verify = createVerifier({
  issuer,
  audience,
  ...(keysUrl !== undefined && { keysUrl }),
});

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function bearerToken({ headers }: IncomingMessage): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

/** 401 if the token is wrong, 503 if the service's keys can't be read. */
function refuse(response: ServerResponse, { reason, message }: TokenError): void {
  if (reason === 'KEYS_UNAVAILABLE') {
    answer(response, 503, { message }, { 'retry-after': '5' });
  } else {
    answer(
      response,
      401,
      { message },
      { 'www-authenticate': 'Bearer error="invalid_token"' },
    );
  }
}

const server = createServer((request, response) => {
  verify(bearerToken(request)).then(
    ({ userId, role }) =>
      answer(response, 200, { message: `You are ${userId}, ${role}.` }),
    (error: unknown) => {
      if (!(error instanceof TokenError)) {
        throw error;
      }
      refuse(response, error);
    },
  );
});

server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address();
  const port =
    typeof address === 'object' && address !== null ? address.port : values.port;
  console.log(`Listening at http://127.0.0.1:${port}`);
});
