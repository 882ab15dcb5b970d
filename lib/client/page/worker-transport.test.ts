import { describe, expect, it } from 'vitest';
import { FakeDatabases } from '../../testing/fakes/fake-databases.js';
import { FakePage } from '../../testing/fakes/fake-page.js';
import { WorkerTransport } from './worker-transport.js';

describe('WorkerTransport', () => {
  it('keeps a long packet whole, so that it can be sent again to another worker', async () => {
    const page = new FakePage(new FakeDatabases());
    const worker = page.start((scope) => {
      scope.addEventListener('message', (event) => {
        const { data } = event as { readonly data: readonly [number, Uint8Array] };
        scope.postMessage([data[0], Uint8Array.of(data[1].length >> 8)], []);
      });
    });
    const transport = new WorkerTransport({ worker, liveness: 'liveness' }, { ...page.platform, locks: undefined });
    const packet = new Uint8Array(25_600).fill(7);
    expect(await transport.call(packet)).toEqual(Uint8Array.of(100));
    expect(packet).toEqual(new Uint8Array(25_600).fill(7));
    expect(await transport.call(packet)).toEqual(Uint8Array.of(100));
    transport.end();
  });
});
