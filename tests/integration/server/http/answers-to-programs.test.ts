import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey as createEndpoint } from '#contract/api-keys.ts'
import { getOrders } from '#contract/orders.ts'
import { Rejected, readDaySpan, rejectPage } from '#contract/rejected.ts'
import { login } from '#contract/users.ts'
import type { KeyRight } from '#domain/api-key.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createApiKeys } from '#server/accounts/api-keys/api-keys.ts'
import { createApiKey } from '#server/accounts/api-keys/routes.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { route } from '#server/http/route.ts'
import { recordRestore } from '#server/store/back-up/restores.ts'
import type { Database } from '#server/store/database.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { keyMaker } from '#tests/builders/proven-anew.ts'
import { type ProgramKey, signCall } from '#tests/builders/sign-call.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type CodeAt, LANGUAGES, SENTENCES } from '#tests/unit/client/sentences/sentences.ts'

const FAR = '/orders?page=1001&size=10'
const BACKWARDS = '/orders?from=2026-11-28&to=2026-11-27'
const ORIGIN = { 'x-kimia-client': '1', origin: 'https://evil.example' }

onDatabase('what only programs are refused', (open) => {
  let database: Database
  let server: Awaited<ReturnType<typeof startHttpServer>>
  let trading: ProgramKey
  let reading: ProgramKey
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(nowMs)

  beforeAll(async () => {
    database = await open()
    const sealer = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
    const { findSigner } = createApiKeys({ database, sealer, now })
    server = await startHttpServer(
      [
        route(getOrders, ({ query }) => {
          const span = readDaySpan(query)
          return rejectPage(query) ?? (span instanceof Rejected ? span : { content: [] })
        }),
        route(createEndpoint, () => new Rejected('API_KEYS_TOO_MANY')),
        route(login, () => new Rejected('INCORRECT_CREDENTIALS')),
      ],
      { requestsPerMinuteMax: 0, findCaller: () => undefined, findSigner, now },
    )
    const { token } = await verifiedUser(database, { at: now() })
    const sessions = createSessions({ database, now, settings: ACCOUNT_SETTINGS })
    const owner = { ...(await keyMaker({ database, sessions, now }, token)), ip: '5.160.1.1', device: 'test' }
    const keyFor = async (right: KeyRight): Promise<ProgramKey> => {
      const wanted = { name: right, rights: [right], addresses: [], expiresAt: undefined }
      const created = await createApiKey({ database, sealer, now }, owner, wanted)
      if (created instanceof Rejected) throw new Error(created.code)
      return created
    }
    trading = await keyFor('trade')
    reading = await keyFor('read')
    // A server refuses calls signed before its first second.
    nowMs += 60_000
  })
  afterAll(() => server.close())

  interface Call {
    readonly method?: string
    readonly path: string
    readonly headers?: () => Record<string, string>
    readonly body?: string
    /** A restore is not compared yet. */
    readonly whileRestored?: boolean
  }
  const restored = async (isOpen: boolean) => {
    await (isOpen
      ? database.transaction((tx) => recordRestore(tx, { at: now(), stateAt: now().toISOString(), source: '' }))
      : database.query('delete from restores'))
    // Keys are cached for a second.
    nowMs += 2_000
  }
  const signed = (given: () => ProgramKey, method: string, path: string) => () =>
    signCall(given(), { method, path: `/api${path}`, at: now() })

  const CALLS = {
    API_KEY_REFUSED: { path: '/orders', headers: signed(() => ({ ...reading, secret: 'a guess' }), 'GET', '/orders') },
    API_KEY_NOT_ALLOWED: {
      method: 'POST',
      path: '/users/api-keys',
      headers: signed(() => reading, 'POST', '/users/api-keys'),
    },
    API_KEY_RIGHT_MISSING: { path: '/orders', headers: signed(() => trading, 'GET', '/orders') },
    PROGRAMS_PAUSED: { path: '/orders', headers: signed(() => reading, 'GET', '/orders'), whileRestored: true },
    ORIGIN_REFUSED: { method: 'POST', path: '/users/login', headers: () => ORIGIN },
    PAGE_TOO_FAR: { path: FAR, headers: signed(() => reading, 'GET', FAR) },
    DAY_SPAN_INVALID: { path: BACKWARDS, headers: signed(() => reading, 'GET', BACKWARDS) },
    UNSUPPORTED_MEDIA_TYPE: {
      method: 'POST',
      path: '/users/login',
      headers: () => ({ 'content-type': 'application/xml' }),
      body: '<login/>',
    },
  } as const satisfies { readonly [Code in CodeAt<'answer'>]: Call }
  const codes = Object.keys(CALLS).filter((code): code is CodeAt<'answer'> => Object.hasOwn(CALLS, code))

  test.each(codes.flatMap((code) => LANGUAGES.map((language) => [code, language] as const)))(
    '%s is said in %s',
    async (code, language) => {
      const { method = 'GET', path, headers, body, whileRestored = false }: Call = CALLS[code]
      if (whileRestored) await restored(true)
      const answer = await fetch(`${server.url}/api${path}`, {
        method,
        headers: { language, ...headers?.() },
        ...(body === undefined ? {} : { body }),
      })
      expect(await answer.json()).toMatchObject({ code, errors: [SENTENCES[code][language]] })
      if (whileRestored) await restored(false)
    },
  )
})
