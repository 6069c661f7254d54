import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSandboxes } from '#contract/content.ts'
import { route } from '#server/http/route.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

let server: Awaited<ReturnType<typeof startHttpServer>>
let url: string
const content = new Snapshot({ content: ['SMS'] })

beforeAll(async () => {
  server = await startHttpServer([route(getSandboxes, () => content)], { secureCookies: true })
  url = server.url
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

test('what only means something to a page goes with pages alone', async () => {
  const ofPage = await fetch(`${url}/nowhere`)
  const ofData = await fetch(`${url}/api/sandboxes`)
  for (const name of ['origin-agent-cluster', 'x-dns-prefetch-control', 'x-permitted-cross-domain-policies']) {
    expect(ofPage.headers.has(name)).toBe(true)
    expect(ofData.headers.has(name)).toBe(false)
  }
})
