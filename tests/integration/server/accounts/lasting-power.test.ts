import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { prove, sendCode } from './security-steps.ts'
import { PASSWORD, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }

/** What hands out lasting power, and what each call says as it stands here once it is let in. */
const OF_THE_SPECIFICATION = [
  ['POST', '/users/send-verification-code?twoStepAuthorization=GOOGLE_AUTHENTICATOR', undefined, undefined],
  ['POST', '/users/change-otp?twoStepAuthorization=EMAIL&code=123456', undefined, 'CODE_EXPIRED'],
  ['POST', '/users/change-mobile', { newMobileNumber: 'none' }, 'INVALID_MOBILE'],
  ['POST', '/users/change-email', { newEmail: 'none' }, 'INVALID_EMAIL'],
  ['POST', '/users/change-password', { oldPassword: 'Wrong-12', password: 'Another-12' }, 'OLD_PASSWORD_INCORRECT'],
] as const
const BEYOND_IT = [
  ['POST', '/users/api-keys', { name: 'bot', rights: ['read'] }, undefined],
  ['POST', '/users/passkeys/begin', undefined, undefined],
  ['POST', '/users/recovery-codes', {}, undefined],
] as const
type Call = (typeof OF_THE_SPECIFICATION | typeof BEYOND_IT)[number]

onDatabase('what hands out lasting power', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  /** The code of the answer of each call, from our page with the session in its cookie. */
  const onOurPage = (token: string, calls: readonly Call[]) =>
    answers(calls, (path, method, json) =>
      server.ask(path, { method, json, headers: { 'x-kimia-client': 'web', cookie: `kimia_session=${token}` } }),
    )
  const byProgram = (token: string, calls: readonly Call[]) =>
    answers(calls, (path, method, json) => server.ask(path, { method, json, token }))
  async function answers(
    calls: readonly Call[],
    ask: (path: string, method: 'POST', json: unknown) => ReturnType<AccountServer['ask']>,
  ) {
    const codes: (string | undefined)[] = []
    for (const [method, path, json] of calls) codes.push((await ask(path, method, json)).body.code)
    return codes
  }
  const required = (calls: readonly Call[]) => calls.map(() => 'PROOF_REQUIRED')
  const letIn = (calls: readonly Call[]) => calls.map(([, , , code]) => code)
  const proveNow = async ({ token, mobile }: Awaited<ReturnType<typeof signedUp>>) => {
    await sendCode(server, token)
    expect((await prove(server, token, server.codeFor(mobile))).status).toBe(200)
  }

  describe('on our pages', () => {
    const ALL = [...OF_THE_SPECIFICATION, ...BEYOND_IT]

    test('asks for a proof beside the login, however new that is, and for ten minutes no more', async () => {
      const user = await signedUp(server)
      expect(await onOurPage(user.token, ALL)).toEqual(required(ALL))
      await proveNow(user)
      expect(await onOurPage(user.token, ALL)).toEqual(letIn(ALL))
      server.pass({ seconds: 601 })
      expect(await onOurPage(user.token, ALL)).toEqual(required(ALL))
    })

    test('is not opened by the proof of another session', async () => {
      const user = await signedUp(server)
      await proveNow(user)
      await server.ask('/users/login', {
        method: 'POST',
        json: { mobileNumber: user.mobile, password: PASSWORD, authenticationType: 'SMS' },
      })
      const json = { mobileNumber: user.mobile, code: server.codeFor(user.mobile) }
      const { body } = await server.ask('/users/check-otp-code', { method: 'POST', json })
      expect(await onOurPage(String(body.token), ALL)).toEqual(required(ALL))
    })
  })

  describe('for programs that know the specification alone', () => {
    test('what it has goes on by the login of the last ten minutes, and a password by the present one at any time', async () => {
      const user = await signedUp(server)
      expect(await byProgram(user.token, OF_THE_SPECIFICATION)).toEqual(letIn(OF_THE_SPECIFICATION))
      server.pass({ seconds: 601 })
      const withoutPassword = OF_THE_SPECIFICATION.slice(0, -1)
      expect(await byProgram(user.token, withoutPassword)).toEqual(required(withoutPassword))
      const json = { oldPassword: PASSWORD, password: 'Another-12' }
      expect((await server.ask('/users/change-password', { method: 'POST', json, token: user.token })).status).toBe(200)
    })

    test('what is beyond it asks them for the proof as well', async () => {
      const user = await signedUp(server)
      expect(await byProgram(user.token, BEYOND_IT)).toEqual(required(BEYOND_IT))
      await proveNow(user)
      expect(await byProgram(user.token, BEYOND_IT)).toEqual(letIn(BEYOND_IT))
    })
  })
})
