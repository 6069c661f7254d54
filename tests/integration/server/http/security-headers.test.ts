import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSandboxes } from '#contract/content.ts'
import { route } from '#server/http/route.ts'
import { createServer } from '#server/http/server.ts'
import { Snapshot } from '#server/http/snapshot.ts'

let server: Awaited<ReturnType<typeof createServer>>
let url: string
const content = new Snapshot({ content: ['SMS'] })

beforeAll(async () => {
  server = await createServer({
    routes: [route(getSandboxes, () => content)],
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    findCaller: async () => undefined,
    publicOrigin: undefined,
    secureCookies: true,
    isUnavailable: () => false,
    checkReplies: true,
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

test.each([
  ['an answer', '/api/sandboxes', 200],
  ['a refusal', '/api/sandboxes?a=b', 200],
  ['what is not there', '/api/nothing', 404],
  ['the page of the API', '/api/', 200],
  ['a place that is nowhere', '/nowhere', 404],
])('%s guards the browser', async (_name, path, status) => {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})
