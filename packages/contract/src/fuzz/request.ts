/** One request of the fuzzer's, whole: what is sent follows from it alone, and from whose token it names. */
export type FuzzRequest = {
  operationId: string;
  method: string;
  /** The path without the prefix, as it is sent. */
  path: string;
  /** The text of each path parameter, as it is sent: percent-encoded, well or badly. */
  pathTexts: Record<string, string>;
  /** What follows the question mark, as it is sent; none where it is empty. */
  query: string;
  headers: [name: string, value: string][];
  body: Uint8Array | undefined;
  /** Whose token it carries, by name; see `Actors`. */
  actor: string;
};

export const targetOf = (prefix: string, { path, query }: FuzzRequest) =>
  `${prefix}${path}${query === '' ? '' : `?${query}`}`;

/** A shell's word that means exactly these bytes (bash's `$'…'`). */
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

/** Bytes of a body beyond which its beginning is shown alone. */
const longest = 6_000;

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/**
 * The request as a line for a shell. Tokens are not in it: `$OWNER` and the like stand for them.
 */
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
