import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { Gateway } from './gateway.js';

/** The error of a call that is answered with this HTTP status and body. */
async function errorOf(status: number, body: string): Promise<Error> {
  const gateway = new Gateway({
    url: 'http://proxy/',
    headers: {},
    fetch: async () => ({ ok: false, status, arrayBuffer: async () => encodeText(body).slice().buffer }),
    timeoutMs: 1000,
    clock: new ManualClock(),
  });
  return gateway.once('closeScanner', { scanner: 1 }).then(
    () => new Error('it was answered'),
    (error: Error) => error,
  );
}

describe('an HTTP error', () => {
  it('has the first line of its body in its message, which is what a proxy has to say', async () => {
    const refused = await errorOf(403, 'put is not a read. Ask somebody.\nmore\n');
    expect(refused.message).toBe(
      'http://proxy/ refused the request with the HTTP status 403: put is not a read. Ask somebody.',
    );
    expect((await errorOf(504, 'The gateway is late.')).message).toContain(
      'it answered with the HTTP status 504: The gateway is late.',
    );
  });

  it.each(['', '<html>404</html>'])('has advice instead, if its body is "%s"', async (body) => {
    expect((await errorOf(404, body)).message).toContain('Check the address, the headers and the rights at the proxy');
  });
});
