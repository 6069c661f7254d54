import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeLink } from '#server/accounts/security/end-access.ts'
import type { Database } from '#server/store/database.ts'
import { provenAnew } from '#tests/builders/proven-anew.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { eventsOf, hoursHeld, loggedInAgain, noticesOf, userIdOf } from './security-steps.ts'
import { logIn, signedUp } from './steps.ts'

const DAY = 24 * 3_600

onDatabase('freezing', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000 } })
  })
  afterAll(() => server.close())
  const statusOf = async (token: string) => (await server.ask('/users/session', { token })).status
  const linkFor = (userId: number) =>
    database.transaction((tx) => freezeLink(tx, { userId, at: server.accounts.now() }))
  const byToken = (token: string) => server.ask('/users/freeze-by-token', { method: 'POST', json: { token } })
  const tokenOf = (link: string) => link.split('#')[1] ?? ''

  test('ends all sessions, refuses the login, holds withdrawals, tells the user and is in the audit log', async () => {
    const user = await signedUp(server)
    const other = await loggedInAgain(server, user)
    const userId = await userIdOf(server, user.token)
    expect((await server.ask('/users/freeze', { method: 'POST', token: user.token })).status).toBe(200)
    expect([await statusOf(user.token), await statusOf(other)]).toEqual([401, 401])
    expect(await logIn(server, user.mobile)).toMatchObject({ status: 403, body: { code: 'LOGIN_NOT_ALLOWED' } })
    expect(await hoursHeld(server, userId)).toBe(24)
    expect(await noticesOf(server, userId)).toContain('ACCOUNT_FROZEN')
    expect(await eventsOf(server, userId)).toContain('ACCOUNT_FROZEN')
    const [row] = await database.query('select blocked_by from users where id = $1', [userId])
    expect(row).toEqual({ blocked_by: 'USER' })
  })

  test('ends the keys of programs', async () => {
    const { token } = await signedUp(server)
    const userId = await userIdOf(server, token)
    await provenAnew(server.accounts, { userId })
    const json = { name: 'bot', rights: ['read'] }
    expect((await server.ask('/users/api-keys', { method: 'POST', json, token })).status).toBe(200)
    await server.ask('/users/freeze', { method: 'POST', token })
    expect(await database.query('select 1 from api_keys where user_id = $1', [userId])).toEqual([])
  })

  test('by the link of a warning, once and without a session', async () => {
    const user = await signedUp(server)
    const link = await linkFor(await userIdOf(server, user.token))
    expect(link).toMatch(/^\/freeze#[A-Za-z0-9_-]{43}$/)
    expect((await byToken(tokenOf(link))).status).toBe(200)
    expect(await statusOf(user.token)).toBe(401)
    expect(await byToken(tokenOf(link))).toMatchObject({ status: 400, body: { code: 'FREEZE_LINK_INVALID' } })
  })

  test('a link works for seven days, and one of nobody not at all', async () => {
    const user = await signedUp(server)
    const userId = await userIdOf(server, user.token)
    const [late, inTime] = [await linkFor(userId), await linkFor(userId)]
    expect((await byToken('nobodys')).body.code).toBe('FREEZE_LINK_INVALID')
    server.pass({ seconds: 7 * DAY - 1 })
    expect((await byToken(tokenOf(inTime))).status).toBe(200)
    server.pass({ seconds: 2 })
    expect((await byToken(tokenOf(late))).body.code).toBe('FREEZE_LINK_INVALID')
  })

  test('a token is kept as a hash, and a user has fifty at most', async () => {
    const user = await signedUp(server)
    const userId = await userIdOf(server, user.token)
    for (let count = 0; count < 52; count += 1) {
      server.pass({ seconds: 1 })
      await linkFor(userId)
    }
    const newest = await linkFor(userId)
    const rows = await database.query<{ token_hash: Uint8Array }>(
      'select token_hash from freeze_tokens where user_id = $1',
      [userId],
    )
    expect(rows).toHaveLength(50)
    const kept = rows.map(({ token_hash }) => Buffer.from(token_hash).toString('base64url'))
    expect(kept).not.toContain(tokenOf(newest))
    expect((await byToken(tokenOf(newest))).status).toBe(200)
  })

  test('an account that an operator has blocked stays so', async () => {
    const user = await signedUp(server)
    const userId = await userIdOf(server, user.token)
    const link = await linkFor(userId)
    await database.query(`update users set blocked_at = $2, blocked_by = 'OPERATOR' where id = $1`, [
      userId,
      server.accounts.now(),
    ])
    expect((await byToken(tokenOf(link))).status).toBe(200)
    const [row] = await database.query('select blocked_by from users where id = $1', [userId])
    expect(row).toEqual({ blocked_by: 'OPERATOR' })
  })
})
