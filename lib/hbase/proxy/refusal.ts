/** Ends a request with an HTTP status. `message`: what is refused, and how to allow it; one line, for the page's user. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

/** The end of a request whose connection was closed, by the client or because the proxy closes. Only the log shows it. */
export function clientLeft(): Refusal {
  return new Refusal(499, 'The connection was closed before the client had the answer.');
}
