import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { namesCode } from './code-attributes.js';

const names = (key: string, value: string) => namesCode(encodeText(key), encodeText(value));

describe('an attribute of a table, a family or a namespace', () => {
  it.each([
    // HBase trims the name, and reads it in any case.
    ['coprocessor$1', 'hdfs:///x.jar|x.Y|1|'],
    ['COPROCESSOR$2', '|x.Y|1|'],
    [' \u0001coprocessor$10 ', '|x.Y||'],
    ['hbase.coprocessor.region.classes', 'x.Y'],
    ['hbase.coprocessor.user.region.classes', ''],
    ['hbase.coprocessor.enabled', 'false'],
    ['SPLIT_POLICY', 'x.Y'],
    ['split_policy', 'Y'],
    ['FLUSH_POLICY', 'x.Y'],
    ['hbase.regionserver.region.split.policy', 'x.Y'],
    ['hbase.regionserver.flush.policy', 'x.Y'],
    ['hbase.hstore.engine.class', 'x.Y'],
    ['hbase.hstore.engine.class', 'Y'],
    ['hbase.hstore.defaultengine.compactor.class', 'x.Y'],
    ['hbase.hstore.defaultengine.compactionpolicy.class', 'x.Y$Z'],
    ['hbase.hstore.compaction.date.tiered.window.factory.class', 'x.Y'],
    ['hbase.regionserver.memstore.class', 'x.Y'],
    ['hbase.replication.source.service', 'x.Y'],
    ['hbase.crypto.keyprovider', 'x.Y'],
    ['hbase.crypto.keyprovider.parameters', 'jceks:///etc/keys'],
    ['hbase.io.compress.zstd.dictionary', 'dictionary'],
    ['hbase.store.file-tracker.impl', 'x.Y'],
    ['hbase.store.file-tracker.migration.dst.impl', 'x.Y'],
    ['fs.hdfs.impl', 'x.Y'],
    ['own.setting', 'a b'],
    // Names in capitals are HBase's. A later version may read this one.
    ['MERGE_POLICY', 'x.Y'],
    ['STORAGE_DIR', '/data'],
    ['DFS_REPLICATION', 'x'.repeat(300)],
  ])('names code: %s = %s', (key, value) => {
    expect(names(key, value)).toBe(true);
  });

  it.each([
    ['VERSIONS', '3'],
    ['TTL', '2147483647'],
    ['KEEP_DELETED_CELLS', 'TTL'],
    ['COMPRESSION', 'ZSTD'],
    ['DURABILITY', 'ASYNC_WAL'],
    ['STORAGE_POLICY', 'ALL_SSD'],
    ['ENCRYPTION', 'AES'],
    ['ENCRYPTION_KEY', '\u0001./x'],
    ['OWNER', 'hbase/host@EXAMPLE.COM'],
    ['IS_META', 'false'],
    ['hbase.hstore.blockingStoreFiles', '9'],
    ['hbase.hregion.majorcompaction.jitter', '0.5'],
    ['hbase.hregion.memstore.flush.size', '128 MB'],
    ['hbase.hstore.compaction.ratio', '-1'],
    ['hbase.table.sanity.checks', 'TRUE'],
    ['hbase.namespace.quota.maxtables', '5'],
    ['hbase.rsgroup.name', 'group_1'],
    ['hbase.store.file-tracker.impl', 'DEFAULT'],
    ['hbase.store.file-tracker.impl', 'file'],
    ['own', 'x.Y'],
    ['homepage', 'https://example.com/a.jar'],
    ['größe', 'x.Y'],
  ])('names no code: %s = %s', (key, value) => {
    expect(names(key, value)).toBe(false);
  });
});
