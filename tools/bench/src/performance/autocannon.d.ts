/** The part of autocannon that is used here; it comes without types. */
declare module 'autocannon' {
  type Request = {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** Called before each time the request is sent. */
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  };
  type Client = { setRequests(requests: Request[]): void };
  type Options = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    overallRate?: number;
    timeout: number;
    setupClient: (client: Client) => void;
  };
  type Result = { errors: number; timeouts: number; duration: number };
  type Instance = Promise<Result> & {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): Instance;
  };
  export default function autocannon(options: Options): Instance;
}
