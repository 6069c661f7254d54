import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSandboxes } from '#contract/exchange-info.ts'
import { cancelOrder, getOrders } from '#contract/orders.ts'
import { route } from '#server/http/route.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

let server: Awaited<ReturnType<typeof startHttpServer>>
let url: string
const content = new Snapshot({ content: ['SMS'] })

beforeAll(async () => {
  const unreached = () => expect.fail('never called')
  const routes = [route(getSandboxes, () => content), route(getOrders, unreached), route(cancelOrder, unreached)]
  server = await startHttpServer(routes, { secureCookies: true })
  url = server.url
})
afterAll(() => server.close())

test.each([
  ['an answer', 'GET', '/api/sandboxes', 200],
  ['an answer to an unknown query', 'GET', '/api/sandboxes?a=b', 200],
  ['a refusal for want of a session', 'GET', '/api/orders', 401],
  ['a refusal of what is to change something', 'DELETE', '/api/orders/1', 401],
  ['a refusal of a method', 'PATCH', '/api/orders', 404],
  ['what is not there', 'GET', '/api/nothing', 404],
  ['the page of the API', 'GET', '/api/', 200],
  ['a place that is nowhere', 'GET', '/nowhere', 404],
])('%s guards the browser', async (_name, method, path, status) => {
  const answer = await fetch(url + path, { method })
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

test('data is framed by no page', async () => {
  const { headers } = await fetch(`${url}/api/sandboxes`)
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

const OF_PAGES = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-permitted-cross-domain-policies': 'none',
}

test.each(['/nowhere', '/api', '/api/', '/api/?a=b'])('what is shown as a page, %s, says more', async (path) => {
  expect(Object.fromEntries((await fetch(url + path)).headers)).toMatchObject(OF_PAGES)
})

test.each(['/api/sandboxes', '/api/nothing', '/udf/config'])(
  'what is data, %s, leaves out what only pages need',
  async (path) => {
    const { headers } = await fetch(url + path)
    expect(Object.keys(OF_PAGES).filter((name) => headers.has(name))).toEqual([])
  },
)
