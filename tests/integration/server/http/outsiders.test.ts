import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttpServer } from '#tests/builders/http-server.ts'

let asked = 0
const settings = {
  sandboxes: [
    {
      prefix: '/sandbox',
      plugin: async (app: { get(path: string, answer: () => object): unknown }) =>
        app.get('/inbox.json', () => ({ codes: '123456' })),
    },
  ],
  findMissingParts: async () => {
    asked += 1
    return []
  },
}
let own: Awaited<ReturnType<typeof startHttpServer>>
let open: Awaited<ReturnType<typeof startHttpServer>>
beforeAll(async () => {
  own = await startHttpServer([], settings)
  open = await startHttpServer([], { ...settings, openSandboxes: true })
})
afterAll(() => Promise.all([own.close(), open.close()]))

const statusOf = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test.each([
  ['another host', { host: 'kimia.example' }],
  ['another host with a port', { host: '192.168.1.20:4300' }],
  ['what is no host', { host: 'localhost:80:80' }],
  ['a proxy in front', { 'x-forwarded-for': '5.160.1.1' }],
  ['a proxy that says the scheme', { 'x-forwarded-proto': 'https' }],
  ['a proxy that says itself', { via: '1.1 caddy' }],
  ['a proxy by the standard', { forwarded: 'for=5.160.1.1' }],
])('the sandboxes, which show everybody’s codes, are not there for %s', async (_what, headers) => {
  expect(await statusOf(`${own.url}/sandbox/inbox.json`, headers)).toBe(404)
  expect(await statusOf(`${open.url}/sandbox/inbox.json`, headers)).toBe(200)
})

test.each(['localhost:4300', '127.0.0.1', '[::1]:4300'])('they are for %s', async (host) => {
  expect(await statusOf(`${own.url}/sandbox/inbox.json`, { host })).toBe(200)
})

test('whether the server is ready is looked up twice a second, however many ask', async () => {
  asked = 0
  const answers = await Promise.all(Array.from({ length: 40 }, () => statusOf(`${own.url}/api/ready`)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(asked).toBeLessThanOrEqual(2)
})
