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

  it('moves a copy of a long packet, and lets the browser copy a short one', () => {
    const page = new FakePage(new FakeDatabases());
    const worker = page.start(() => undefined);
    const sent: [message: readonly [number, Uint8Array], transfer: unknown[]][] = [];
    const recorded = Object.assign(Object.create(worker), {
      postMessage: (message: readonly [number, Uint8Array], transfer: unknown[]) => sent.push([message, transfer]),
    });
    const transport = new WorkerTransport(
      { worker: recorded, liveness: 'liveness' },
      { ...page.platform, locks: undefined },
    );
    const [short, long] = [new Uint8Array(2_048).fill(7), new Uint8Array(2_049).fill(8)];
    void transport.call(short);
    void transport.call(long);
    expect(sent.map(([[, packet]]) => packet)).toEqual([short, long]);
    expect(sent.map(([, transfer]) => transfer)).toEqual([[], [sent[1]?.[0][1].buffer]]);
    expect(sent[1]?.[0][1].buffer).not.toBe(long.buffer);
    transport.end();
  });
});
