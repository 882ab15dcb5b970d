import { describe, expect, it } from 'vitest';
import type { HBaseProxyOptions } from './proxy-options.js';
import { readSettings } from './settings.js';

const gateway = 'http://127.0.0.1:9090/';

describe('the options of a proxy', () => {
  it('have defaults', () => {
    expect(readSettings({ gateway })).toMatchObject({
      headers: ['authorization'],
      readOnly: false,
      changeTables: true,
      allowCode: false,
      maxBodyBytes: 32 * 1024 * 1024,
      timeoutMs: 120_000,
      login: null,
    });
  });

  it('take the hosts of allowed origins as names of the proxy', () => {
    const allowOrigins = ['https://app.example.com', 'http://[fd00::1]:3000', 'capacitor://app'];
    const { hosts, origins } = readSettings({ gateway, allowOrigins, hosts: ['HBase.example.com'] });
    expect([...hosts]).toEqual(['hbase.example.com', 'app.example.com', '[fd00::1]', 'app']);
    expect([...origins]).toEqual(allowOrigins);
  });

  it.each<[Partial<HBaseProxyOptions>, string]>([
    [{ gateway: '127.0.0.1:9090' }, 'must be the http or https address'],
    [{ gateway: 'ftp://host/' }, 'must be the http or https address'],
    [{ allowOrigins: ['*'] }, 'every page could then use HBase'],
    [{ allowOrigins: ['null'] }, 'not the origin of one site'],
    [{ allowOrigins: ['https://app.example.com/'] }, 'write it as https://app.example.com'],
    [{ allowOrigins: ['https://app.example.com:443'] }, 'write it as https://app.example.com'],
    [{ allowOrigins: ['HTTPS://App.example.com'] }, 'write it as https://app.example.com'],
    [{ allowOrigins: ['https://*.example.com'] }, 'not the origin of one site'],
    [{ allowOrigins: 'https://app.example.com' as never }, 'allowOrigins must be an array of texts'],
    [{ hosts: ['example.com:80'] }, 'names without a scheme or port'],
    [{ allowHeaders: ['*'] }, 'not the name of a header'],
    [{ tables: ['a b'] }, 'not a pattern of tables'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes is 0'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs is NaN'],
    [{ readOnly: 1 as never }, 'readOnly must be true or false'],
    [{ changeTables: 0 as never }, 'changeTables must be true or false'],
    [{ allowCode: 'yes' as never }, 'allowCode must be true or false'],
    [{ login: {} as never }, 'login must be a function'],
  ])('%j are refused', (options, message) => {
    expect(() => readSettings({ gateway, ...options })).toThrow(message);
  });
});
