import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Scan } from '../../model/scan.js';
import { decodeReplies } from '../../service/packet-codec.js';
import { Random } from '../../simulation/random.js';
import { FUZZED_TABLES, type FuzzRequest, mutated, soundRequest } from '../../testing/fuzz/requests.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { encodePacket } from '../../testing/samples/packets.js';

const SEED = Number(process.env.BIGTAB_SEED ?? 20_261_122);
const RUNS = Number(process.env.BIGTAB_RUNS ?? 20);
const PACKETS = 60;
/** No request names this table. */
const UNTOUCHED = 'a-table-that-no-request-names';

/** All cells of the tables, with markers and all versions. */
async function contentOf(connection: Connection, tables: readonly string[]): Promise<string[]> {
  const content: string[] = [];
  for (const name of tables) {
    const rows = await connection.getTable(name).getScanner(new Scan().setRaw(true).readAllVersions()).toArray();
    content.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`));
  }
  return content;
}

/** Sends one packet; fails for a malformed answer or an unintended error. */
async function send(call: (packet: Uint8Array) => Promise<Uint8Array>, packet: Uint8Array): Promise<void> {
  let replies: ReturnType<typeof decodeReplies>;
  try {
    replies = decodeReplies(await call(packet));
  } catch (error) {
    // A packet that cannot be decoded is refused as a whole.
    expect(BigtabError.is(error) && ['CORRUPTION', 'VERSION_CONFLICT'].includes(error.code), String(error)).toBe(true);
    return;
  }
  for (const reply of replies) {
    if (reply instanceof ByteReader) continue;
    expect(reply.details.internal, `${reply.message}\n${(reply.cause as Error | undefined)?.stack}`).toBeUndefined();
  }
}

function randomPacket(random: Random, number: () => number): Uint8Array {
  const calls = Array.from({ length: 1 + random.below(3) }, () => {
    const request = soundRequest(random);
    const other: FuzzRequest = soundRequest(random);
    const kind = random.below(10);
    const payload =
      kind === 0
        ? random.bytes(random.below(60))
        : kind < 8
          ? mutated(random, request.payload, other.payload)
          : request.payload;
    const operation = random.chance(0.05) ? (random.below(256) as FuzzRequest['operation']) : request.operation;
    return { operation, number: random.chance(0.7) ? number() : 0, payload };
  });
  const packet = encodePacket('fuzz', 0, calls);
  return random.chance(0.1) ? mutated(random, packet, packet) : packet;
}

async function fuzz(seed: number): Promise<void> {
  const random = new Random(seed);
  const medium: MemoryMedium = memoryMedium();
  const { database, connection } = await openEngine(medium);
  for (const name of [...FUZZED_TABLES, UNTOUCHED]) await connection.ensureTable({ name, families: ['f', 'g'] });
  await connection.getTable(UNTOUCHED).put({ row: 'r', cells: { f: { q: 'v' } } });
  const untouched = await contentOf(connection, [UNTOUCHED]);
  let numbered = 0;
  for (let packet = 0; packet < PACKETS; packet++) {
    await send(
      (bytes) => database.service.call(bytes),
      randomPacket(random, () => ++numbered),
    );
  }
  const admin = connection.getAdmin();
  const tables = await admin.listTableNames();
  expect(tables).toEqual(expect.arrayContaining([...FUZZED_TABLES, UNTOUCHED]));
  for (const name of tables) if (await admin.isTableDisabled(name)) await admin.enableTable(name);
  expect(await contentOf(connection, [UNTOUCHED])).toEqual(untouched);
  // Cells recovered from the log are valid in memory, and a flush and a compaction accept all of them.
  const content = await contentOf(connection, tables);
  const again = await openEngine(copyOf(medium));
  expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  expect(await contentOf(again.connection, tables)).toEqual(content);
  for (const name of tables) await again.connection.getAdmin().flush(name);
  for (const name of tables) await again.connection.getAdmin().majorCompact(name);
  await again.connection.close();
  await connection.close();
}

describe('The service', () => {
  it(
    `answers or refuses random and mutated requests, and is not damaged (seed ${SEED}, ${RUNS} runs)`,
    async () => {
      for (let run = 0; run < RUNS; run++) {
        try {
          await fuzz(SEED + run);
        } catch (error) {
          throw new Error(
            `BIGTAB_SEED=${SEED + run} BIGTAB_RUNS=1 npx vitest run lib/engine/server/wire-fuzz.test.ts`,
            {
              cause: error,
            },
          );
        }
      }
    },
    60_000 + 5_000 * RUNS,
  );
});
