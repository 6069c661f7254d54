import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointShape } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { REFUSALS } from '#contract/errors.ts'
import { OPERATOR_RIGHTS, OPERATOR_ROLES, type OperatorRole } from '#domain/operator-rights.ts'
import { type Route, route } from '#server/http/route.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'

const operated = endpoints.filter(({ access }) => access === 'operator')
const PAIRS = operated.flatMap((endpoint) => OPERATOR_ROLES.map((role) => [endpoint, role] as const))

const tokenOf = (roles: readonly OperatorRole[]) => `roles-of-an-operator-${roles.join('_')}`

describe('roles at the door', () => {
  const entered: string[] = []
  let server: Awaited<ReturnType<typeof startHttpServer>>

  beforeAll(async () => {
    const stub = (endpoint: EndpointShape): Route =>
      route(endpoint, () => {
        entered.push(endpoint.path)
        return {} as never
      })
    server = await startHttpServer(operated.map(stub), {
      checkReplies: false,
      findOperator: async (token) => {
        const roles = OPERATOR_ROLES.filter((role) => token.split('-').at(-1)?.split('_').includes(role))
        return { operatorId: 1, name: 'Sara', roles, sessionId: 1, provenAt: new Date(), expiresAt: new Date() }
      },
    })
  })
  afterAll(() => server.close())

  async function call({ method, path, base }: EndpointShape, roles: readonly OperatorRole[]) {
    const reply = await fetch(server.url + (base ?? '/api') + path.replace(/:\w+/g, '1'), {
      method,
      headers: { authorization: `Bearer ${tokenOf(roles)}`, language: 'en' },
    })
    const text = await reply.text()
    return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }

  test('there are endpoints and roles to be paired', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(29 * 5)
  })

  test.each(PAIRS.map(([endpoint, role]) => [endpoint.method, endpoint.path, role, endpoint] as const))(
    '%s %s by %s is as the table says',
    async (_method, _path, role, endpoint) => {
      const before = entered.length
      const { status, body } = await call(endpoint, [role])
      const right = endpoint.right
      const mayCall = right !== undefined && OPERATOR_RIGHTS[right].some((each) => each === role)
      if (mayCall) expect(body.code).not.toBe('OPERATOR_RIGHT_MISSING')
      else {
        expect(status).toBe(403)
        expect(body).toMatchObject({
          code: 'OPERATOR_RIGHT_MISSING',
          errors: [REFUSALS.OPERATOR_RIGHT_MISSING.en],
        })
        expect(entered).toHaveLength(before)
      }
    },
  )

  test('a second role opens what the first does not', async () => {
    const audit = operated.find(({ path }) => path === '/operations/audit')
    if (!audit) throw new Error('no audit log')
    expect((await call(audit, ['SUPPORT'])).status).toBe(403)
    expect((await call(audit, ['SUPPORT', 'RISK'])).status).toBe(200)
  })
})
