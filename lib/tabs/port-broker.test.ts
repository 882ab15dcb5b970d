import { describe, expect, it } from 'vitest';
import { ManualClock } from '../simulation/manual-clock.js';
import { makeFakePorts } from '../testing/fakes/fake-ports.js';
import { PortBroker, type ToBroker } from './port-broker.js';

/** A broker, and a function that connects a page with it: its requests, and the sessions for which it received a port. */
function start() {
  const clock = new ManualClock();
  const broker = new PortBroker(makeFakePorts, clock);
  const page = () => {
    const { port1, port2 } = makeFakePorts();
    broker.add(port1);
    const received: string[] = [];
    port2.onmessage = ({ data, ports }) => {
      if (ports?.length === 1) received.push((data as ToBroker).client);
    };
    const ask = (bigtab: ToBroker['bigtab'], client: string) =>
      port2.postMessage({ bigtab, client } satisfies ToBroker);
    return { received, ask };
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await null;
  };
  return { broker, clock, page, settle };
}

describe('The broker of ports', () => {
  it.each([
    ['serve', 'seek'],
    ['seek', 'serve'],
  ] as const)('connects both sides of a session if %s comes first', async (first, second) => {
    const { page, settle } = start();
    const [one, other] = [page(), page()];
    one.ask(first, 'a');
    await settle();
    expect([one.received, other.received]).toEqual([[], []]);
    other.ask(second, 'a');
    await settle();
    expect([one.received, other.received]).toEqual([['a'], ['a']]);
  });

  it('gives a session with the next leader no port to a page that led before, even if the session asks first', async () => {
    const { page, settle } = start();
    const [before, follower, next] = [page(), page(), page()];
    before.ask('serve', 'a');
    follower.ask('seek', 'a');
    await settle();
    follower.ask('seek', 'b');
    await settle();
    next.ask('serve', 'b');
    await settle();
    expect([before.received, follower.received, next.received]).toEqual([['a'], ['a', 'b'], ['b']]);
  });

  it.each(['serve', 'seek'] as const)('forgets a session for which only one side asks: %s', async (role) => {
    const { broker, clock, page, settle } = start();
    const [one, other] = [page(), page()];
    for (let index = 0; index < 100; index++) one.ask(role, `s${index}`);
    one.ask(role, 'again');
    await settle();
    clock.advance(6_000);
    one.ask(role, 'again');
    await settle();
    expect(broker.waiting).toBe(101);
    clock.advance(6_000);
    expect(broker.waiting).toBe(1);
    other.ask(role === 'serve' ? 'seek' : 'serve', 'again');
    await settle();
    expect([broker.waiting, one.received, clock.waiting]).toEqual([0, ['again'], 0]);
  });

  it('never connects a page with itself', async () => {
    const { page, settle } = start();
    const follower = page();
    follower.ask('seek', 'a');
    follower.ask('seek', 'a');
    await settle();
    expect(follower.received).toEqual([]);
  });
});
