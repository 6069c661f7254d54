import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { changePassword, eventsOf, hoursHeld, loggedInAgain, noticesOf, userIdOf } from './security-steps.ts'
import { logIn, PASSWORD, signedUp } from './steps.ts'

const NEW = 'Zafaran-99'
const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, codeChecksPerAddressMax: 1_000 }

onDatabase('changing the password', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())
  const statusOf = async (token: string) => (await server.ask('/users/session', { token })).status

  test('replaces the old one, ends the other sessions, tells the user and holds withdrawals for a day', async () => {
    const user = await signedUp(server)
    const other = await loggedInAgain(server, user)
    const userId = await userIdOf(server, user.token)
    expect(await changePassword(server, user.token, PASSWORD, NEW)).toEqual({
      status: 200,
      body: { message: 'password changed successfully' },
    })
    expect([await statusOf(user.token), await statusOf(other)]).toEqual([200, 401])
    expect(await noticesOf(server, userId)).toContain('PASSWORD_CHANGED')
    expect(await eventsOf(server, userId)).toContain('PASSWORD_CHANGED')
    expect(await hoursHeld(server, userId)).toBe(24)
    expect((await logIn(server, user.mobile, { password: PASSWORD })).body.code).toBe('INCORRECT_CREDENTIALS')
    expect(await loggedInAgain(server, user, NEW)).toEqual(expect.any(String))
  })

  test('refuses a wrong present password and a weak new one, each by its own code and field', async () => {
    const { token } = await signedUp(server)
    expect(await changePassword(server, token, 'Wrong-1234', NEW)).toMatchObject({
      status: 400,
      body: { code: 'OLD_PASSWORD_INCORRECT', field: 'oldPassword' },
    })
    for (const weak of ['Abc-123', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'])
      expect(await changePassword(server, token, PASSWORD, weak)).toMatchObject({
        status: 400,
        body: { code: 'WEAK_PASSWORD', field: 'password' },
      })
  })

  test('refuses the present password as the new one, and changes nothing', async () => {
    const user = await signedUp(server)
    expect(await changePassword(server, user.token, PASSWORD, PASSWORD)).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_UNCHANGED', field: 'password' },
    })
    expect(await changePassword(server, user.token, 'Zaferoon-1234', 'Zaferoon-1234')).toMatchObject({
      body: { code: 'OLD_PASSWORD_INCORRECT' },
    })
    expect(await hoursHeld(server, await userIdOf(server, user.token))).toBeUndefined()
    expect(await loggedInAgain(server, user)).toEqual(expect.any(String))
  })

  test('counts wrong present passwords before they are compared: ten, and then a wait', async () => {
    const { token } = await signedUp(server)
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, index) => changePassword(server, token, `Wrong-${index}aA`, NEW)),
    )
    const refusals = guesses.map(({ body }) => body.code)
    expect(refusals.filter((code) => code === 'OLD_PASSWORD_INCORRECT')).toHaveLength(10)
    expect(refusals.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(5)
    expect(await changePassword(server, token, PASSWORD, NEW)).toMatchObject({ status: 429, retryAfter: 900 })
    server.pass({ seconds: 900 })
    expect((await changePassword(server, token, PASSWORD, NEW)).status).toBe(200)
  })
})
