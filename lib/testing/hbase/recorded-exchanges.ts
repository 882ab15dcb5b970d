import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeText } from '../../bytes/text.js';
import type { FetchLike } from '../../hbase/gateway.js';
import { decodeCall } from './server-codec.js';

/** A request and what the gateway answered. */
export interface Exchange {
  readonly method: string;
  readonly request: Uint8Array;
  readonly status: number;
  readonly response: Uint8Array;
}

/** The exchanges of one session, in the order in which they began. */
export interface RecordedSession {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

/** A session as a line of NDJSON; bytes are Base64. */
interface Line {
  readonly session: string;
  readonly exchanges: readonly (readonly [method: string, request: string, status: number, response: string])[];
}

/** Records what passes between an adapter and a gateway. */
export class ExchangeRecorder {
  private readonly sessions: { readonly name: string; readonly exchanges: Exchange[] }[] = [];
  private readonly through: FetchLike;

  /** `through` reaches the gateway. */
  constructor(through: FetchLike) {
    this.through = through;
  }

  /** Starts a session: what is sent from now on belongs to it. */
  begin(name: string): void {
    this.sessions.push({ name, exchanges: [] });
  }

  /** To be passed to `connectHBase`. A request without an answer is not recorded. REQUIRES a session. */
  readonly fetch: FetchLike = async (url, init) => {
    const session = this.sessions.at(-1);
    if (session === undefined) throw new Error('begin a session first');
    const request = init.body.slice();
    const at = session.exchanges.length;
    const unanswered: Exchange = { method: decodeCall(request)?.method ?? '', request, status: 0, response: EMPTY };
    session.exchanges.push(unanswered);
    const response = await this.through(url, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    session.exchanges[at] = { ...unanswered, status: response.status, response: bytes };
    return { ok: response.ok, status: response.status, arrayBuffer: async () => bytes.slice().buffer };
  };

  /** The recorded sessions as the bytes of a file: NDJSON, one session a line, compressed with gzip. */
  toFile(): Uint8Array {
    const lines = this.sessions.map(({ name, exchanges }): Line => {
      const answered = exchanges.filter(({ status }) => status !== 0);
      return {
        session: name,
        exchanges: answered.map(({ method, request, status, response }) => [
          method,
          toBase64(request),
          status,
          toBase64(response),
        ]),
      };
    });
    return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 9 });
  }
}

/** The sessions in a file that `ExchangeRecorder.toFile` made. */
export function readRecording(file: Uint8Array): readonly RecordedSession[] {
  const lines = decodeText(gunzipSync(file)).split('\n').filter(Boolean);
  return lines.map((text) => {
    const { session, exchanges } = JSON.parse(text) as Line;
    return {
      name: session,
      exchanges: exchanges.map(([method, request, status, response]) => ({
        method,
        request: fromBase64(request),
        status,
        response: fromBase64(response),
      })),
    };
  });
}

const EMPTY = new Uint8Array();

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Bytes with a buffer of their own: those of Node share one. */
function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
