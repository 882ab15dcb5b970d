import { describe, expect, it } from 'vitest';
import { differences, neededBy } from './compared.js';
import { openHBaseStage } from './hbase-stage.js';
import { playSession } from './play-session.js';
import { readExchanges, readSessions } from './read-sessions.js';
import { REFUSED_SESSIONS } from './refused-sessions.js';
import { ReplayedSession } from './replayed-exchanges.js';

describe('a session over the recorded bytes of a gateway', async () => {
  const sessions = await readSessions();
  const exchanges = await readExchanges();
  const needs = neededBy(REFUSED_SESSIONS);

  it.each(sessions)('gets the answers of a live HBase, a decided one, or a listed refusal: $id', async (session) => {
    const { id } = session;
    const replayed = new ReplayedSession(exchanges.get(id) ?? { name: id, exchanges: [] });
    const stage = await openHBaseStage('http://gateway.invalid/', replayed.fetch);
    const compared = await playSession(session, stage);
    await stage.close();
    replayed.check();
    const part = needs.get(id);
    expect(differences(new Map([[id, compared]]), part === undefined ? {} : { [part]: [id] })).toEqual([]);
  });

  it('is listed as refused only if it exists', () => {
    const ids = sessions.map(({ id }) => id);
    expect([...needs.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
