import { describe, expect, it } from 'vitest';
import { FakeTabs } from '../testing/fakes/fake-tabs.js';
import type { Envelope } from './envelope.js';

/** A leader and a follower, more than a second after the session has begun, and others that connected meanwhile. */
async function twoTabs({ hasBroker = true, othersAfterMs = [] as readonly number[] } = {}) {
  const site = new FakeTabs();
  site.hasBroker = hasBroker;
  const a = site.tab();
  await site.pass(50);
  const b = site.tab();
  for (let ms = 0; ms < 1_200; ms += 50) {
    if (othersAfterMs.includes(ms)) site.tab();
    await site.pass(50);
  }
  const broadcasts: Envelope[] = [];
  site.channels.deliveries = (name, message) => {
    if (name !== 'bigtab:crawl') broadcasts.push(message as Envelope);
    return 1;
  };
  const call = async (connection: string): Promise<string> => {
    const answer = b.call(connection);
    await site.settle();
    return answer;
  };
  return { site, a, b, broadcasts, call };
}

describe('A session with a port', () => {
  it('sends calls and answers by port, a second after it has begun', async () => {
    const { site, broadcasts, call } = await twoTabs();
    expect(await call('by port')).toMatch(/^1 by port/);
    expect([broadcasts, site.ports.length]).toEqual([[], 1]);
  });

  it('continues with broadcasts where there is no shared worker', async () => {
    const { site, broadcasts, call } = await twoTabs({ hasBroker: false });
    expect(await call('broadcast')).toMatch(/^1 broadcast/);
    expect([broadcasts.length, site.ports.length]).toEqual([2, 0]);
  });

  it.each([
    ['to the leader', 'port1'],
    ['to the page', 'port2'],
  ] as const)('that loses messages %s ends after two seconds; the next one uses broadcasts', async (_, end) => {
    const { site, a, b, call } = await twoTabs();
    const { place } = b;
    const port = site.ports[0]?.[end];
    if (port !== undefined) port.works = false;
    void b.call('lost');
    await site.pass(1_900);
    expect(b.place).toBe(place);
    await site.pass(1_300);
    expect([b.role, b.place === place]).toEqual(['follower', false]);
    await site.pass(2_000);
    expect(await call('again')).toMatch(/^1 again/);
    expect([site.ports.length, a.role]).toEqual([1, 'leader']);
  });

  it('is kept while the engine works on a call for a long time', async () => {
    const { site, a, b } = await twoTabs();
    const { place } = b;
    a.works = false;
    void b.call('slow');
    await site.pass(9_000);
    expect(b.place).toBe(place);
  });

  it('gets it even if another session begins just before it asks', async () => {
    const { site, broadcasts, call } = await twoTabs({ othersAfterMs: [900, 950] });
    expect(await call('by port')).toMatch(/^1 by port/);
    expect(broadcasts).toEqual([]);
    await site.pass(1_000);
    expect(site.ports.length).toBe(3);
  });

  it('ends with its leader; the next session gets a port too', async () => {
    const { site, a, b } = await twoTabs();
    const c = site.tab();
    await site.pass(1_200);
    a.kill();
    await site.pass(1_300);
    expect([b.role, c.role, site.ports.length]).toEqual(['leader', 'follower', 3]);
    const answer = c.call('of c');
    await site.settle();
    expect(await answer).toMatch(/^2 of c/);
  });
});
