import type { BytesLike } from '../model/bytes-like.js';
import type { KeyCodec, KeyInput, KeyOutput, KeyParts, KeyPrefix } from '../model/key-codec.js';

/** The row keys of a typed table: the codec that `keyOf` returned, or null for keys that are text or bytes. */
export type AnyKey = KeyCodec<KeyParts> | null;

/**
 * A row key as it is written: text or bytes, or a list with a value for each part. The bytes of such a list are accepted
 * too.
 */
export type RowKey<K> = K extends KeyCodec<infer P> ? KeyInput<P> | Uint8Array : BytesLike;

/** A row key as it is read: text, or a list with a value for each part. */
export type RowKeyOutput<K> = K extends KeyCodec<infer P> ? KeyOutput<P> : string;

/** A bound or the prefix of a scan: text or bytes, or the first parts of a row key, also as bytes. */
export type RowBound<K> = K extends KeyCodec<infer P> ? KeyPrefix<P> | Uint8Array : BytesLike;
