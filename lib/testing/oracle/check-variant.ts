/* The tests import this module bundled, because the engine then runs faster. */
import fc from 'fast-check';
import { threadPlayer } from '../vectors/play-lines.js';
import { agreement } from './agreement.js';
import { inVariant, type Variant } from './engine-variants.js';
import { playVariant } from './variant-player.js';

interface Histories {
  readonly seed: number;
  readonly numRuns: number;
}

/** Compares an engine in this thread with the oracle. Rejects with the first history whose answers differ. */
export async function checkVariant(variant: Variant, histories: Histories): Promise<void> {
  await fc.assert(
    agreement((history) => playVariant(variant, history), variant.options?.timestamps),
    histories,
  );
}

/** Does the same with an engine in a worker thread. */
export async function checkVariantInThread(variant: Variant, histories: Histories): Promise<void> {
  const player = threadPlayer(variant.options);
  try {
    await fc.assert(
      agreement((history) => player.play(inVariant(variant, history))),
      histories,
    );
  } finally {
    await player.close();
  }
}
