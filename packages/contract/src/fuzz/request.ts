/** A complete request. Only the token of its actor is added before sending. */
export type FuzzRequest = {
  operationId: string;
  method: string;
  /** The path as sent, without the prefix. */
  path: string;
  /** Each path parameter as sent: percent-encoded, correctly or not. */
  pathTexts: Record<string, string>;
  /** The text after the question mark as sent, or an empty text. */
  query: string;
  headers: [name: string, value: string][];
  body: Uint8Array | undefined;
  /** The name of an actor; see `Actors`. */
  actor: string;
};

export const targetOf = (prefix: string, { path, query }: FuzzRequest) =>
  `${prefix}${path}${query === '' ? '' : `?${query}`}`;

/** A word in bash with exactly these bytes (`$'…'`). */
function shellWord(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === "'" || character === '\\') {
      return `\\${character}`;
    }
    return byte >= 0x20 && byte < 0x7f
      ? character
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${text.join('')}'`;
}

/** Longer bodies are shown only up to this many bytes. */
const longest = 6_000;

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The request as a command. `$OWNER` and the like stand for tokens. */
export function curlLine(origin: string, prefix: string, request: FuzzRequest): string {
  const { method, headers, body, actor } = request;
  const words = ['curl -sS --path-as-is -g -i', `-X ${method}`];
  words.push(shellWord(latin1(origin + targetOf(prefix, request))));
  words.push(`-H "authorization: $${actor.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}"`);
  for (const [name, value] of headers) {
    words.push(
      `-H ${shellWord(latin1(value === '' ? `${name};` : `${name}: ${value}`))}`,
    );
  }
  if (body !== undefined) {
    words.push(
      body.length > longest
        ? `--data-binary @- # ${body.length} bytes that begin ${shellWord(body.subarray(0, 200))}`
        : `--data-binary ${shellWord(body)}`,
    );
  }
  return words.join(' ');
}
