import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { acceptsGzip, isKnown } from '#server/http/send-snapshot.ts'
import { keepSnapshot, Snapshot } from '#server/http/snapshot.ts'

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

  test('is serialised once and compressed once', async () => {
    const stringify = vi.spyOn(JSON, 'stringify')
    const snapshot = new Snapshot({ rows: Array.from({ length: 200 }, (_, row) => ({ row })) })
    const bytes = await Promise.all([snapshot.gzipped(), snapshot.gzipped()])
    expect(bytes[0]).toBe(bytes[1])
    expect(snapshot.bytes).toBe(snapshot.bytes)
    expect(stringify).toHaveBeenCalledTimes(1)
    stringify.mockRestore()
    expect(gunzipSync(bytes[0] ?? '').toString()).toBe(snapshot.json)
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
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['*', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['br', false],
  ['notgzip', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s takes gzip: %s', (header, takes) => {
  expect(acceptsGzip(header)).toBe(takes)
})
