import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { acceptedEncoding, ENCODINGS, isKnown, keepSnapshot, Snapshot } from '#server/http/snapshot.ts'

describe('a kept answer', () => {
  test('is built again only for another key, and stays the same object while its words stay', () => {
    const keep = keepSnapshot()
    const build = vi.fn(() => ({ price: '5' }))
    const first = keep('1', build)
    expect(keep('1', build)).toBe(first)
    expect(build).toHaveBeenCalledTimes(1)
    expect(keep('2', build)).toBe(first)
    expect(build).toHaveBeenCalledTimes(2)
    const other = keep('3', () => ({ price: '6' }))
    expect(other).not.toBe(first)
    expect(other.etag).not.toBe(first.etag)
  })

  test.each(ENCODINGS)('is serialised once and compressed once as %s', async (encoding) => {
    const stringify = vi.spyOn(JSON, 'stringify')
    const snapshot = new Snapshot({ rows: Array.from({ length: 200 }, (_, row) => ({ row })) })
    const bytes = await Promise.all([snapshot.compressed(encoding), snapshot.compressed(encoding)])
    expect(bytes[0]).toBe(bytes[1])
    expect(snapshot.compressed(encoding)).toBe(bytes[0])
    expect(snapshot.bytes).toBe(snapshot.bytes)
    expect(stringify).toHaveBeenCalledTimes(1)
    stringify.mockRestore()
    const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }[encoding]
    expect(decompress(bytes[0] ?? '').toString()).toBe(snapshot.text)
  })
})

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc"', true],
  ['"x","abc","y"', true],
  [' * ', true],
  ['"x", "y"', false],
  ['"ab"', false],
  ['abc', false],
  ['"abc-gzip"', false],
  ['', false],
  [undefined, false],
])('If-None-Match %s names W/"abc": %s', (header, known) => {
  expect(isKnown(header, 'W/"abc"')).toBe(known)
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd', 'zstd'],
  ['gzip,deflate,zstd,br', 'zstd'],
  ['gzip, zstd;q=0.1', 'zstd'],
  ['ZSTD', 'zstd'],
  ['gzip, zstd;q=0', 'gzip'],
  ['*, zstd;q=0', 'br'],
  ['xzstd, zstdx', undefined],
  ['gzip, deflate, br', 'br'],
  ['br;q=1.0, gzip;q=0.8, identity;q=0.1', 'br'],
  ['br;q=0, *', 'zstd'],
  ['*', 'zstd'],
  ['GZIP', 'gzip'],
  ['x-gzip', undefined],
  ['gzip;q=0', undefined],
  ['gzip; q=0.000, *', 'zstd'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['notgzip', undefined],
  ['', undefined],
  [undefined, undefined],
])('of Accept-Encoding %s the answer takes %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
