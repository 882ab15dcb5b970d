import { describe, expect, it } from 'vitest';
import { playCall } from './play-call.js';

/** The answers of a live HBase to calls, in addition to those in the data files. */
const ANSWERED: readonly { readonly call: readonly unknown[]; readonly expect?: unknown; readonly error?: string }[] = [
  {
    call: ['new', { 'TimeRange.between': [3, 9] }, ['includesTimeRange', { 'TimeRange.between': [9, 12] }]],
    expect: true,
  },
  {
    call: ['new', { 'TimeRange.between': [3, 9] }, ['includesTimeRange', { 'TimeRange.between': [10, 12] }]],
    expect: false,
  },
  { call: ['TableName.valueOf(String,String)', 'ns', null], error: 'IllegalArgumentException' },
  { call: ['TableName.valueOf(byte[],byte[])', 'ns', 't'], expect: 'ns:t' },
  { call: ['new', { 'TableName.valueOf': ['ns', 't'] }, ['getQualifierAsString']], expect: 't' },
  { call: ['new', { 'TableName.valueOf': ['backup:system'] }, ['isSystemTable']], expect: true },
  { call: ['ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName', null], expect: null },
  { call: ['ColumnFamilyDescriptorBuilder.of(byte[])', null], error: 'IllegalArgumentException' },
  ...['setColumnFamily', 'modifyColumnFamily', 'removeColumnFamily', 'hasColumnFamily', 'getColumnFamily'].map(
    (name) => ({
      call: ['new', { 'TableDescriptorBuilder.newBuilder': ['t'] }, [name, null]],
      error: 'IllegalArgumentException',
    }),
  ),
  {
    call: ['new', { table: 't', families: [{ NAME: 'f' }] }, ['modifyColumnFamily', { NAME: 'g' }]],
    error: 'IllegalArgumentException',
  },
  {
    call: ['new', { Increment: ['r'], do: [['addColumn', 'f', 'q', 5]] }, ['getFamilyMapOfLongs']],
    expect: [['f', [['q', 5]]]],
  },
  { call: ['Bytes.padHead', 'ab', 2], expect: '\\x00\\x00ab' },
  { call: ['Bytes.padTail', 'ab', 2], expect: 'ab\\x00\\x00' },
];

describe('a call', () => {
  it.each(ANSWERED)("gets HBase's answer: %j", async (line) => {
    expect(await playCall({ id: 'test', ...line }, null)).toEqual({ kind: 'passed' });
  });
});
