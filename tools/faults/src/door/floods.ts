/** Something that strangers do with connections of their own networks. */
export type Flood = {
  /** Its part of the scenario's name. */
  key: string;
  name: string;
  connections: number;
  networks: number;
  /** Sent once on each connection. */
  text: string;
  /** Whether the service is stopped for a second while the text is sent. */
  stops?: true;
  /** Whether the answers are left unread. */
  unread?: true;
};

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: namecard', ...headers, '', ''].join('\r\n');

const signIns = head('GET /sign-in');
const profiles = head('GET /api/v1/profiles', 'authorization: Bearer nc_of-nobody');

/** As much as Node reads at once. */
const piece = (request: string) =>
  request.repeat(Math.floor((64 * 1024) / request.length));

const halfBody =
  head(
    'POST /api/v1/auth/send-code',
    'content-type: application/json',
    'content-length: 60500',
  ) + ' '.repeat(60_000);

const bytesOfBody =
  head(
    'POST /api/v1/auth/send-code',
    'content-type: application/json',
    'transfer-encoding: chunked',
  ) + '1\r\nx\r\n'.repeat(60_000);

const halfHead = `GET /api/v1/users/me HTTP/1.1\r\nhost: namecard\r\nx-long: ${'x'.repeat(4_000)}`;

const pipelined = (path: string, text: string): Flood[] =>
  [1, 30].map((networks) => ({
    key: `${path.slice(1)}-${networks}`,
    name: `60 × 900 GET ${path}, ${networks} networks`,
    connections: 60,
    networks,
    text: text.repeat(900),
  }));

export const floods: readonly Flood[] = [
  ...pipelined('/sign-in', signIns),
  ...pipelined('/profiles', profiles),
  {
    key: 'stopped-250',
    name: '250 × 64 kB to a stopped service, 1 network',
    connections: 250,
    networks: 1,
    text: piece(signIns),
    stops: true,
  },
  {
    key: 'stopped-2000',
    name: '2,000 × 64 kB to a stopped service, 40 networks',
    connections: 2_000,
    networks: 40,
    text: piece(profiles),
    stops: true,
  },
  {
    key: 'half-bodies-1',
    name: '4,000 half bodies, 1 network',
    connections: 4_000,
    networks: 1,
    text: halfBody,
  },
  {
    key: 'half-bodies-40',
    name: '6,000 half bodies, 40 networks',
    connections: 6_000,
    networks: 40,
    text: halfBody,
  },
  {
    key: 'bytes-of-bodies',
    name: '250 half bodies in pieces of one byte, 1 network',
    connections: 250,
    networks: 1,
    text: bytesOfBody,
  },
  {
    key: 'half-heads',
    name: '3,000 half heads, 1 network',
    connections: 3_000,
    networks: 1,
    text: halfHead,
  },
  {
    key: 'readers',
    name: '240 readers that don’t read, 1 network',
    connections: 240,
    networks: 1,
    text: head('GET /docs/viewer.js'),
    unread: true,
  },
];
