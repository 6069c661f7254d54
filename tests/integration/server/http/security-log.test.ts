import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { rejected } from '#contract/rejected.ts'
import type { SecurityLine } from '#server/accounts/security-log.ts'
import { route } from '#server/http/route.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const change = defineEndpoint({
  method: 'POST',
  path: '/change',
  summary: 'Changes something',
  access: 'user',
  offline: 'never',
  errors: ['INCORRECT_OTP'],
  body: z.strictObject({ code: z.string() }),
  response: z.object({}),
})
const TOKEN = 'a'.repeat(43)

async function start(requestsPerMinuteMax = 0) {
  const lines: SecurityLine[] = []
  const routes = [route(change, ({ body }) => (body.code === 'right' ? {} : rejected('INCORRECT_OTP')))]
  const server = await startHttpServer(routes, {
    requestsPerMinuteMax,
    securityLog: (line) => void lines.push(line),
    findCaller: (token) => (token === TOKEN ? callerOf(7) : undefined),
  })
  const ask = (headers: Record<string, string>, code = 'wrong') =>
    fetch(`${server.url}/api/change`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code }),
    })
  return { lines, ask, close: server.close }
}

test('a refused origin and a refused code have their lines, with the user where one is signed in', async () => {
  const { lines, ask, close } = await start()
  await ask({ cookie: `kimia_session=${TOKEN}`, origin: 'https://evil.example', 'x-kimia-client': '1' })
  await ask({ authorization: `Bearer ${TOKEN}` })
  await ask({ authorization: `Bearer ${TOKEN}` }, 'right')
  await close()
  expect(lines).toMatchObject([
    { event: 'ORIGIN_REFUSED', code: 'ORIGIN_REFUSED', where: 'POST /change', ip: '127.0.0.1', userId: undefined },
    { event: 'CODE_REFUSED', code: 'INCORRECT_OTP', where: 'POST /change', ip: '127.0.0.1', userId: 7 },
  ])
  expect(JSON.stringify(lines)).not.toContain(TOKEN)
})

test('an operator who is refused a call has a line with the id of the operator', async () => {
  const lines: SecurityLine[] = []
  const operated = defineEndpoint({ ...change, access: 'operator', right: 'MARKETS_HALT', path: '/operations/change' })
  const own = defineEndpoint({ ...operated, right: 'OWN_SESSION', path: '/operations/own' })
  const routes = [route(operated, () => ({})), route(own, () => rejected('FOUR_EYES_REQUIRED'))]
  const server = await startHttpServer(routes, {
    securityLog: (line) => void lines.push(line),
    findOperator: async () => {
      const now = new Date()
      return { operatorId: 9, name: 'Sara', roles: ['READ'], sessionId: 1, provenAt: now, expiresAt: now }
    },
  })
  for (const path of ['change', 'own'])
    await fetch(`${server.url}/api/operations/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'right' }),
    })
  await server.close()
  expect(lines).toMatchObject([
    { event: 'ACCESS_REFUSED', code: 'OPERATOR_RIGHT_MISSING', operatorId: 9 },
    { event: 'ACCESS_REFUSED', code: 'FOUR_EYES_REQUIRED', operatorId: 9 },
  ])
})

test('a caller that is beyond the limit of calls has its lines', async () => {
  const { lines, ask, close } = await start(4)
  for (let call = 0; call < 3; call++) await ask({ authorization: `Bearer ${TOKEN}` }, 'right')
  await close()
  expect(lines).toMatchObject([{ event: 'LIMIT_REACHED', code: 'TOO_MANY_REQUESTS', where: 'POST /api/change' }])
})
