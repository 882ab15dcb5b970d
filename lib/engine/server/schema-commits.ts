import { encodeControlReply } from '../../service/control-codec.js';
import type { OperationId } from '../region/commit-group.js';
import type { Engine } from '../region/engine.js';
import type { MakeChange } from '../region/region-commit.js';

/** Who sent a control call, and as which of its operations. */
export interface Caller extends OperationId {
  /** 0 for a call that changes nothing. */
  readonly number: number;
  /** Whether it was sent before. */
  readonly repeated: boolean;
}

/**
 * The commits of schema changes. Each stores the operation that it carries out, with the answer, so a change that is
 * sent again is answered from there: it cannot be stored without its operation, or the operation without it. REQUIRES
 * that schema changes run one after the other, and that each ends with at most one of these commits: what it commits
 * before, such as a flush, may be done again.
 */
export class SchemaCommits {
  readonly #engine: Pick<Engine, 'commit' | 'operations'>;
  /** The connection of the running change. */
  connection = '';
  #operation: OperationId | null = null;

  constructor(engine: Pick<Engine, 'commit' | 'operations'>) {
    this.#engine = engine;
  }

  /**
   * The next commit is that of this call. Returns its answer if it ran before, otherwise null. Throws OUTCOME_UNKNOWN
   * if it may have run and its answer is no longer known.
   */
  begin({ connection, number, repeated }: Caller): Uint8Array | null {
    this.connection = connection;
    this.#operation = number > 0 ? { connection, number } : null;
    return number > 0 ? this.#engine.operations.answerOf(connection, number, repeated) : null;
  }

  /** Like `RegionCommit.commit`. `answer`: what the call is answered with. */
  commit(change: MakeChange, applied?: () => void, answer?: unknown): Promise<void> {
    const ran = this.#operation && { ...this.#operation, answer: encodeControlReply(answer) };
    return this.#engine.commit.commit((image, flushed) => ({ ...change(image, flushed), ran }), applied);
  }
}
