import { type BigtabError, isCorruption } from '../../errors.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';

/**
 * Passes over cells whose values cannot be read, with `step`, and reports the row of each to `lost` before. Values that
 * are stored apart are read here.
 */
export function passLostValues(
  scanner: Pick<KeyValueScanner, 'current'>,
  step: () => void,
  lost: (row: Uint8Array, error: BigtabError) => void,
): void {
  for (let cell = scanner.current; cell !== null && cell.apart !== null; cell = scanner.current) {
    try {
      cell.loadValue();
      return;
    } catch (error) {
      if (!isCorruption(error)) throw error;
      lost(cell.copyRow(), error);
      step();
    }
  }
}
