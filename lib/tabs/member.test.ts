import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../service/engine-event.js';
import { FakeTabs } from '../testing/fakes/fake-tabs.js';
import { type Envelope, makeEnvelope } from './envelope.js';

const LOCK = 'bigtab:crawl:leader';
const NO_PAGE = { code: 'STORAGE_UNAVAILABLE', details: { reason: 'no-page' } };

async function tabs(count: number) {
  const site = new FakeTabs();
  const all = [];
  for (let index = 0; index < count; index++) {
    all.push(site.tab());
    await site.pass(50);
  }
  const [a, b, c] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  return { site, a, b, c };
}

describe('Tabs of one database', () => {
  it('have one leader, and the others reach its worker within 50 ms', async () => {
    const { site, a, b, c } = await tabs(3);
    expect([a.role, b.role, c.role]).toEqual(['leader', 'follower', 'follower']);
    const answers = Promise.all([b.call('of b'), c.call('of c')]);
    await site.settle();
    expect((await answers).map((answer) => answer.slice(0, 6))).toEqual(['1 of b', '1 of c']);
    expect([a.packets, a.host?.guests]).toEqual([['of b', 'of c'], 2]);
  });

  it('follow a leader whose worker opens the database for a long time', async () => {
    const site = new FakeTabs();
    const a = site.tab();
    a.opens = false;
    const b = site.tab();
    await site.pass(60_000);
    expect([b.role, b.failure]).toEqual(['seeking', null]);
    a.kill();
    await site.pass(50);
    expect(b.role).toBe('leader');
  });

  it('wait for a leader whose worker takes a long time until it runs', async () => {
    const site = new FakeTabs();
    const a = site.tab();
    a.starts = false;
    const b = site.tab();
    await site.pass(15_000);
    expect([b.role, b.failure, a.watches]).toEqual(['seeking', null, true]);
  });

  it('choose the next leader when the first one is killed; the others follow it', async () => {
    const { site, a, b, c } = await tabs(3);
    a.kill();
    await site.pass(50);
    expect([b.role, c.role]).toEqual(['leader', 'follower']);
    const answer = c.call('of c');
    await site.settle();
    expect(await answer).toMatch(/^2 of c/);
  });

  it('need no clock to choose the next leader', async () => {
    const { site, a, b } = await tabs(2);
    a.kill();
    await site.settle();
    expect(b.role).toBe('leader');
  });

  it('do not make a hidden tab the leader while a visible one waits', async () => {
    const { site, a, b, c } = await tabs(3);
    b.show(false);
    a.kill();
    await site.pass(50);
    expect([b.role, c.role]).toEqual(['follower', 'leader']);
    b.show(true);
    c.kill();
    await site.pass(50);
    expect(b.role).toBe('leader');
  });

  it('make a hidden tab the leader if it is the only one', async () => {
    const site = new FakeTabs();
    const a = site.tab({ visible: false });
    await site.pass(400);
    expect(a.role).toBe('seeking');
    await site.pass(200);
    expect(a.role).toBe('leader');
  });

  it('reject with DATABASE_BUSY if the tab that holds the lock does not answer for 10 s', async () => {
    const site = new FakeTabs();
    const suspended = Symbol('suspended');
    void site.locks.of(suspended).request('bigtab:crawl:leader', () => new Promise(() => {}));
    const a = site.tab();
    await site.pass(9_900);
    expect(a.failure).toBe(null);
    await site.pass(700);
    expect(a.failure).toMatchObject({ code: 'DATABASE_BUSY' });
    expect(site.locks.waiting('bigtab:crawl:leader')).toBe(0);
  });

  it('reject with VERSION_CONFLICT if the leader belongs to a newer build', async () => {
    const { site, a } = await tabs(1);
    const other = site.tab({ protocol: 3 });
    await site.pass(50);
    expect(other.failure).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(a.changes).toEqual([]);
  });

  it('ask the tabs of an older build to close, once, and lead when they have', async () => {
    const { site, a, b } = await tabs(2);
    const newer = site.tab({ protocol: 5 });
    await site.pass(3_000);
    expect([a.changes, b.changes, newer.role]).toEqual([['build'], ['build'], 'seeking']);
    a.kill();
    b.kill();
    await site.pass(50);
    expect(newer.role).toBe('leader');
  });

  it('reject with VERSION_CONFLICT if the leader of an older build does not close for 10 s', async () => {
    const { site, a } = await tabs(1);
    a.opens = false;
    const newer = site.tab({ protocol: 5 });
    await site.pass(9_900);
    expect(newer.failure).toBe(null);
    await site.pass(700);
    expect(newer.failure).toMatchObject({ code: 'VERSION_CONFLICT', details: { other: 4 } });
  });

  it('hear a request again until they have a connection that can close', async () => {
    const { site, a } = await tabs(1);
    a.connects = true;
    const newer = site.tab({ protocol: 5 });
    await site.pass(120);
    const { length } = a.changes;
    expect(length).toBeGreaterThan(1);
    a.connects = false;
    await site.pass(5_000);
    expect(a.changes.length).toBe(length + 1);
    expect(newer.role).toBe('seeking');
  });

  it('reject with VERSION_CONFLICT if a leader of another build takes the place of the one that they follow', async () => {
    const { site, a, b } = await tabs(2);
    const other = site.tab({ protocol: 5, visible: false });
    b.show(false);
    other.show(true);
    a.kill();
    await site.pass(100);
    expect(other.role).toBe('leader');
    await site.pass(100);
    expect(b.failure).toMatchObject({ code: 'VERSION_CONFLICT' });
  });
});

describe('A worker that only follows', () => {
  it('follows a leader, and never requests the lock', async () => {
    const site = new FakeTabs();
    const worker = site.tab({ mayLead: false, visible: false });
    await site.pass(5_000);
    expect([worker.role, site.locks.isHeld(LOCK)]).toEqual(['seeking', false]);
    const page = site.tab();
    await site.pass(50);
    expect([worker.role, page.role]).toEqual(['follower', 'leader']);
    expect(page.host?.hasVisibleGuest).toBe(false);
    expect(site.locks.waiting(LOCK)).toBe(0);
  });

  it('rejects with the reason no-page if no page leads for 10 s', async () => {
    const site = new FakeTabs();
    const worker = site.tab({ mayLead: false, visible: false });
    await site.pass(9_900);
    expect(worker.failure).toBe(null);
    await site.pass(700);
    expect(worker.failure).toMatchObject(NO_PAGE);
    expect((worker.failure as Error).message).toContain('Open a page');
  });

  it('continues with the next leader when its leader ends', async () => {
    const { site, a, b } = await tabs(2);
    const worker = site.tab({ mayLead: false, visible: false });
    await site.pass(50);
    a.kill();
    await site.pass(50);
    expect([b.role, worker.role]).toEqual(['leader', 'follower']);
    const answer = worker.call('of the worker');
    await site.settle();
    expect(await answer).toMatch(/^2 of the worker/);
  });

  it('that has open calls waits 10 s for a page, and then its session ends with the reason no-page', async () => {
    const { site, a } = await tabs(1);
    const worker = site.tab({ mayLead: false, visible: false });
    await site.pass(50);
    if (worker.place?.role !== 'follower') throw new Error('not a follower');
    const ended = worker.place.link.gone.catch((error: unknown) => error);
    a.kill();
    void worker.call('never answered');
    await site.pass(9_900);
    expect([worker.role, site.locks.isHeld(LOCK)]).toEqual(['follower', false]);
    await site.pass(700);
    expect(await ended).toMatchObject(NO_PAGE);
  });

  it('closes no page of an older build, because it could not replace it', async () => {
    const { site, a } = await tabs(1);
    const newer = site.tab({ mayLead: false, visible: false, protocol: 5 });
    await site.pass(10_600);
    expect([a.changes, a.role]).toEqual([[], 'leader']);
    expect(newer.failure).toMatchObject({ code: 'VERSION_CONFLICT', details: { other: 4 } });
  });
});

describe('A tab that returns after it was suspended', () => {
  it('asks for the leader once each half second, however often it is told that it goes on', async () => {
    const site = new FakeTabs();
    void site.locks.of(Symbol('suspended')).request('bigtab:crawl:leader', () => new Promise(() => {}));
    const asked: unknown[] = [];
    site.channels.of(Symbol('observer'))('bigtab:crawl', (message) => asked.push((message as Envelope).type));
    const a = site.tab();
    await site.pass(100);
    a.member.suspend();
    for (let times = 0; times < 3; times++) a.member.resume();
    await site.pass(2_000);
    asked.length = 0;
    await site.pass(2_000);
    expect(asked).toEqual(Array(4).fill('who'));
  });
});

describe('A tab that leads', () => {
  it('watches its worker while other tabs ask for it and it does not answer', async () => {
    const { site, a, b } = await tabs(2);
    let isDeaf = true;
    site.channels.deliveries = (_name, message) => {
      const { type } = message as Envelope;
      return isDeaf && (type === 'leader' || type === 'last') ? 0 : 1;
    };
    void b.call('never answered');
    await site.pass(900);
    expect(a.watches).toBe(false);
    await site.pass(200);
    expect(a.watches).toBe(true);
    isDeaf = false;
    await site.pass(500);
    expect(a.watches).toBe(false);
  });

  it('asks its worker itself, because the answers to others may have arrived before their questions', async () => {
    const { site, a } = await tabs(1);
    const other = site.channels.of(Symbol('other'))('bigtab:crawl', () => {});
    let answers = 0;
    site.channels.deliveries = (_name, message) => ((message as Envelope).type === 'leader' && answers++ < 2 ? 0 : 1);
    for (let times = 0; times < 2; times++) other.post(makeEnvelope({ type: 'who', protocol: 4, epoch: 0 }));
    await site.settle();
    expect([answers, a.watches]).toEqual([3, false]);
  });

  it('does not watch any more when it leaves', async () => {
    const { site, a } = await tabs(1);
    site.channels.deliveries = (_name, message) => ((message as Envelope).type === 'leader' ? 0 : 1);
    const other = site.tab();
    await site.pass(200);
    expect([a.watches, other.role]).toEqual([true, 'seeking']);
    a.member.suspend();
    expect(a.watches).toBe(false);
  });
});

describe('A session', () => {
  it('begins again when a message was lost, under another name', async () => {
    const { site, b } = await tabs(2);
    const first = b.place;
    let lost = 0;
    site.channels.deliveries = (name, message) =>
      name !== 'bigtab:crawl' && (message as Envelope).type === 'last' && lost++ === 0 ? 0 : 1;
    void b.call('lost');
    void b.call('late');
    await site.pass(100);
    expect(b.role).toBe('follower');
    expect(b.place).not.toBe(first);
    const answer = b.call('again');
    await site.settle();
    expect(await answer).toMatch(/^1 again/);
  });

  it('runs a packet once if its message arrives twice', async () => {
    const { site, a, b } = await tabs(2);
    site.channels.deliveries = () => 2;
    const answer = b.call('once');
    await site.settle();
    expect([await answer, a.packets]).toEqual([expect.stringMatching(/^1 once/), ['once']]);
  });

  it('asks whether the leader is still there while a call has no answer for half a second', async () => {
    const { site, a, b } = await tabs(2);
    const asked: Envelope[] = [];
    site.channels.of(Symbol('observer'))('bigtab:crawl', (message) => asked.push(message as Envelope));
    site.channels.deliveries = (name) => (name === 'bigtab:crawl' ? 1 : 0);
    void b.call('never answered');
    await site.pass(450);
    expect(asked).toEqual([]);
    await site.pass(100);
    expect(asked.map(({ type }) => type)).toEqual(['who', 'leader']);
    expect(a.role).toBe('leader');
  });

  it('passes on events of the engine while the page listens', async () => {
    const { site, a, b } = await tabs(2);
    if (b.place?.role !== 'follower') throw new Error('not a follower');
    const seen: EngineEvent[] = [];
    b.place.link.onEvent = (event) => seen.push(event);
    b.place.link.listen('all');
    await site.settle();
    const row = new TextEncoder().encode('r\u0000ö');
    const event: EngineEvent = { type: 'commit', table: 't', firstRow: row, lastRow: row };
    for (let times = 0; times < 3; times++) a.emit(event);
    await site.settle();
    // The second and the third happened while the first was on its way.
    expect(seen).toEqual([event, event]);
    b.place.link.listen(null);
    await site.settle();
    a.emit(event);
    await site.settle();
    expect(seen.length).toBe(2);
  });

  it('ends with its page: the leader forgets its connections after a while', async () => {
    const { site, a, b, c } = await tabs(3);
    void b.call('of b');
    void c.call('of c');
    void b.call('closed');
    await site.settle();
    void b.close('closed');
    await site.settle();
    b.kill();
    await site.pass(4_900);
    expect([a.host?.guests, a.forgotten]).toEqual([1, []]);
    await site.pass(200);
    expect(a.forgotten).toEqual(['of b']);
    expect(site.channels.open('bigtab:crawl:')).toBe(2);
  });

  it('that ended leaves connections that never return: the leader forgets them after 30 minutes', async () => {
    const { site, a, b } = await tabs(2);
    void b.call('of b');
    await site.settle();
    b.member.suspend();
    await site.settle();
    expect(a.away).toEqual(['of b']);
    site.clock.advance(30 * 60_000 - 1);
    expect(a.forgotten).toEqual([]);
    site.clock.advance(1);
    expect(a.forgotten).toEqual(['of b']);
  });

  it('keeps a connection that has moved to another session of its page', async () => {
    const { site, a, b } = await tabs(2);
    void b.call('of b');
    await site.settle();
    if (b.place?.role === 'follower') b.place.link.end();
    await site.pass(100);
    void b.call('of b');
    await site.pass(10_000);
    expect([b.role, a.forgotten]).toEqual(['follower', []]);
  });
});
