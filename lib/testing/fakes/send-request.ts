import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer, with its body as text. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request with headers that `fetch` does not let its callers set, such as `Host`. */
export interface SentRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Sends a request on a new connection. */
export function sendRequest(url: string, { method = 'POST', headers = {}, body }: SentRequest): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString('latin1');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
