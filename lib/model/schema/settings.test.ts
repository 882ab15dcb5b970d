import { describe, expect, it } from 'vitest';
import { setting, toConfiguration, toSiteConfiguration, unreadableSetting } from './settings.js';

const PURGE = 'hbase.hstore.time.to.purge.deletes';
const refusal = (message: RegExp): unknown =>
  expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });

describe('setting', () => {
  it('is read from the first level that sets it, else the default (S-8)', () => {
    expect(setting(PURGE, [])).toBe(0);
    expect(setting(PURGE, [{}, { [PURGE]: '5' }, { [PURGE]: '7' }])).toBe(5);
    expect(setting('hbase.column.max.version', [{ [PURGE]: '5' }])).toBe(1);
  });

  it('skips a value that cannot be read', () => {
    expect(setting(PURGE, [{ [PURGE]: 'x' }, { [PURGE]: '7' }])).toBe(7);
  });

  it('is turned off only by `false`, in any case (S-40)', () => {
    const checks = (text: string): boolean =>
      setting('hbase.table.sanity.checks', [{ 'hbase.table.sanity.checks': text }]);
    expect(['false', 'FALSE', 'no', 'true', ''].map(checks)).toEqual([false, false, true, true, true]);
  });
});

describe('unreadableSetting', () => {
  it('names the setting and its allowed values (A-36)', () => {
    expect(unreadableSetting({ [PURGE]: '1.5' })).toBe(`${PURGE} must be an integer; got '1.5'`);
    expect(unreadableSetting({ 'hbase.column.max.version': '0' })).toBe(
      "hbase.column.max.version must be an integer of at least 1; got '0'",
    );
    expect(unreadableSetting({ 'hbase.hregion.majorcompaction': '-1' })).toBe(
      "hbase.hregion.majorcompaction must be an integer of at least 0; got '-1'",
    );
    expect(unreadableSetting({ [PURGE]: '-1', 'hbase.other': 'x' })).toBe(null);
  });
});

describe('toSiteConfiguration', () => {
  it('accepts existing settings, and any name that is not HBase’s', () => {
    const given = { 'my.own': 'x', [PURGE]: '60000' };
    expect(toSiteConfiguration(given)).toEqual(given);
  });

  it('refuses an unknown name of HBase and names a similar one', () => {
    expect(() => toSiteConfiguration({ 'hbase.hstore.time.to.purge.delete': '1' })).toThrowError(
      refusal(
        /unknown setting 'hbase\.hstore\.time\.to\.purge\.delete'.*did you mean 'hbase\.hstore\.time\.to\.purge\.deletes'/,
      ),
    );
  });

  it('refuses a value that cannot be read', () => {
    expect(() => toSiteConfiguration({ [PURGE]: 'soon' })).toThrowError(refusal(/must be an integer; got 'soon'/));
  });
});

describe('toConfiguration', () => {
  it('copies, sorts by bytes of the names and freezes', () => {
    const given = { b: '1', '￿': '2', '\u{1f600}': '3', B: '4', left: undefined };
    const configuration = toConfiguration(given, 'metadata');
    expect(Object.keys(configuration)).toEqual(['B', 'b', '￿', '\u{1f600}']);
    expect(Object.isFrozen(configuration)).toBe(true);
  });

  it('refuses anything but an object of texts', () => {
    for (const wrong of [null, 'x', ['a'], { a: 1 }, { a: null }, { a: {} }, { a: '\ud800' }]) {
      expect(() => toConfiguration(wrong, 'metadata')).toThrowError(refusal(/^metadata/));
    }
  });
});
