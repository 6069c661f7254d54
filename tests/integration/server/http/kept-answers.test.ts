import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSandboxes } from '#contract/exchange-info.ts'
import { route } from '#server/http/route.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const long = new Snapshot({ content: Array.from({ length: 1_000 }, () => 'SMS') })
const short = new Snapshot({ content: ['SMS'] })
let kept = long
let server: Awaited<ReturnType<typeof startHttpServer>>

beforeAll(async () => {
  server = await startHttpServer([route(getSandboxes, () => kept)])
})
afterAll(() => server.close())

/** The raw bytes, not decompressed. */
async function read(headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${server.url}/api/sandboxes`, { headers }, resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

describe.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a client that takes %s', (accepted, encoding, decompress) => {
  const asked = { 'accept-encoding': accepted }

  test(`gets ${encoding ?? 'plain text'}, the first time and the next`, async () => {
    kept = long
    for (const { status, headers, body } of [await read(asked), await read(asked)]) {
      expect({ status, json: decompress(body).toString() }).toEqual({ status: 200, json: long.text })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
        'cache-control': 'no-cache',
        etag: long.etag,
        vary: 'accept-encoding, language',
      })
      expect(headers['content-encoding']).toBe(encoding)
    }
  })

  test('gets a short answer uncompressed', async () => {
    kept = short
    const { headers, body } = await read(asked)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe(short.text)
  })

  test('gets 304 for an answer that it has', async () => {
    kept = long
    const { status, headers, body } = await read({ ...asked, 'if-none-match': long.etag })
    expect({ status, length: body.length, etag: headers.etag }).toEqual({ status: 304, length: 0, etag: long.etag })
    expect((await read({ ...asked, 'if-none-match': short.etag })).status).toBe(200)
  })
})
