import { describe, expect, it } from 'vitest';
import { DEATHS, resentTail } from '../../testing/crash/resent-tail.js';
import { testSeed, testSeeds } from '../../testing/seed.js';

// BIGTAB_RUNS=3 lets the engine die in every operation.
const SEEDS = testSeeds(1);
const SEED = testSeed(1);

/** Makes a packet come from another connection, so that the engine does not know what it has run. */
function ofAnotherConnection(packet: Uint8Array): Uint8Array {
  const last = 4 + (packet[1] as number);
  return packet.map((byte, at) => (at === last ? byte + 3 : byte));
}

describe('Clients whose engine dies in any operation, and who send their open calls again', () => {
  it.each(DEATHS)(
    'get the answers and leave the state of a run without a death: %s',
    async (death) => {
      for (const seed of SEEDS) {
        const { deaths, differences } = await resentTail({ death, seed });
        expect(differences.slice(0, 5)).toEqual([]);
        expect(deaths).toBeGreaterThan(20);
      }
    },
    600_000,
  );

  it('would get others from an engine that does not know what it has run', async () => {
    const { differences } = await resentTail({ death: 'unanswered', seed: SEED, change: ofAnotherConnection });
    expect(differences.length).toBeGreaterThan(10);
  }, 600_000);
});
