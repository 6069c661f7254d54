import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyDueResets } from '#server/accounts/sign-in/reset-password.ts'
import { endTrust } from '#server/accounts/trust.ts'
import { freezeUser, unfreezeUser } from '#server/console/change-user.ts'
import type { Database } from '#server/store/database.ts'
import { keyMaker, provenWith } from '#tests/builders/proven-anew.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { contactSteps, otherMobile } from './contact-steps.ts'
import { passkeySteps } from './passkey-steps.ts'
import { changePassword, userIdOf, withAuthenticator } from './security-steps.ts'
import { checkCode, logIn, PASSWORD, type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }
const NEW = 'Another-12'

onDatabase('what was begun before trust ended', (open) => {
  let database: Database
  let server: AccountServer
  const passkeys = passkeySteps(() => server)
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const act = { operatorId: 1, ip: 'unknown', device: 'test', reason: 'stolen' }
  const operatorsAct = async () => {
    const [row] = await database.query<{ id: bigint }>(
      "insert into users (system_name, level, referral_code, created_at) values ('act', 'VIP_1', 'ACTACTAC', now()) on conflict (system_name) do update set level = 'VIP_1' returning id",
    )
    return { ...act, operatorId: Number.parseInt(String(row?.id), 10) }
  }
  const reset = async ({ mobile }: SignedUp) => {
    const messages = server.messagesTo(mobile)
    await server.ask('/users/forget-password', {
      method: 'POST',
      json: { mobileNumber: mobile, authenticationType: 'SMS' },
    })
    await expect.poll(() => server.messagesTo(mobile)).toBe(messages + 1)
    const json = { username: mobile, code: server.codeFor(mobile), password: NEW }
    const answer = await server.ask('/users/reset-password/', { method: 'POST', json })
    server.pass({ seconds: 86_400 })
    await applyDueResets(server.accounts)
    return answer
  }

  const EVENTS: [string, (user: SignedUp) => Promise<unknown>][] = [
    ['the password was changed', ({ token }) => changePassword(server, token, PASSWORD, NEW)],
    ['the second step was changed', ({ token }) => withAuthenticator(server, token)],
    [
      'the number was changed',
      async (user) => {
        const steps = contactSteps(server, database)
        const mobile = otherMobile()
        await steps.proveOldMobile(user, mobile)
        await steps.mobileOtp(user, server.codeFor(mobile))
      },
    ],
    ['the account was frozen', ({ token }) => server.ask('/users/freeze', { method: 'POST', token })],
    ['all others were logged out', ({ token }) => server.ask('/users/sessions', { method: 'DELETE', token })],
  ]
  describe.each(EVENTS)('a login that was begun before %s', (_, happens) => {
    test('opens nothing by its code', async () => {
      const user = await signedUp(server)
      const { body } = await logIn(server, user.mobile, { from: '5.160.9.9' })
      const code = server.codeFor(user.mobile)
      await happens(user)
      const answer = await checkCode(server, user.mobile, { code, from: '5.160.9.9', flowToken: body.flowToken })
      expect(answer.body.token).toBeUndefined()
      expect(answer.status).toBeGreaterThanOrEqual(400)
    })
  })

  test('a login whose flow is written down behind the end of trust opens nothing either', async () => {
    const user = await signedUp(server)
    const { body } = await logIn(server, user.mobile)
    await database.query('update users set trust_version = trust_version + 1 where mobile = $1', [user.mobile])
    const { flowToken } = body
    const answer = await checkCode(server, user.mobile, { code: server.codeFor(user.mobile), flowToken })
    expect(answer).toMatchObject({ status: 400, body: { code: 'CODE_EXPIRED' } })
  })

  test('a login at the moment of a freeze leaves no session behind', async () => {
    const user = await signedUp(server)
    const userId = await userIdOf(server, user.token)
    await logIn(server, user.mobile)
    const code = server.codeFor(user.mobile)
    let check: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await endTrust(tx, 'FROZEN_BY_USER', { userId, at: server.accounts.now() })
      await tx.query('update users set blocked_at = $2 where id = $1', [userId, server.accounts.now()])
      check = checkCode(server, user.mobile, { code })
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await check
    expect(await database.query('select 1 from sessions where user_id = $1', [userId])).toEqual([])
  })

  test.each(['another password', 'the end of the session'] as const)(
    'a change of the password in flight comes to nothing after %s',
    async (what) => {
      const user = await signedUp(server)
      const userId = await userIdOf(server, user.token)
      await provenWith(server.accounts, user.token, 'PASSWORD')
      const { hash } = server.accounts.passwords
      vi.spyOn(server.accounts.passwords, 'hash').mockImplementationOnce(async (password) => {
        const hashed = await hash(password)
        if (what === 'another password')
          await database.query('update users set password_hash = $2 where id = $1', [
            userId,
            String(await hash('Of-a-reset-1')),
          ])
        else await database.query('delete from sessions where user_id = $1', [userId])
        return hashed
      })
      const json = { oldPassword: PASSWORD, password: NEW }
      const answer = await server.ask('/users/change-password', { method: 'POST', json, token: user.token })
      expect(answer.body.code).toBe(what === 'another password' ? 'OLD_PASSWORD_INCORRECT' : 'PROOF_REQUIRED')
      expect((await logIn(server, user.mobile, { password: NEW })).status).toBe(401)
    },
  )

  test('a freeze by an operator ends the keys of programs and new passkeys, and who comes back chooses a new password', async () => {
    const user = await signedUp(server)
    const { userId } = await keyMaker(server.accounts, user.token)
    const { device } = await passkeys.add(user)
    const json = { name: 'bot', rights: ['read'] }
    expect((await server.ask('/users/api-keys', { method: 'POST', json, token: user.token })).status).toBe(200)
    const by = { ...(await operatorsAct()), roles: ['RISK'] } as const
    expect(await freezeUser(server.accounts, userId, by)).toBeUndefined()
    expect(await unfreezeUser(server.accounts, { userId, check: undefined }, by)).toBeUndefined()
    expect(await database.query('select 1 from api_keys where user_id = $1', [userId])).toEqual([])
    expect((await passkeys.logIn(device)).body.code).toBe('PASSKEY_REFUSED')
    expect((await logIn(server, user.mobile)).body.code).toBe('INCORRECT_CREDENTIALS')
  })

  test('a reset ends the keys of programs and new passkeys', async () => {
    const user = await signedUp(server)
    const { userId } = await keyMaker(server.accounts, user.token)
    const { device } = await passkeys.add(user)
    const json = { name: 'bot', rights: ['read'] }
    await server.ask('/users/api-keys', { method: 'POST', json, token: user.token })
    expect((await reset(user)).status).toBe(200)
    expect(await database.query('select 1 from api_keys where user_id = $1', [userId])).toEqual([])
    expect((await passkeys.logIn(device)).body.code).toBe('PASSKEY_REFUSED')
  })
})
