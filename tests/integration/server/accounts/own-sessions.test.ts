import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { eventsOf, userIdOf } from './security-steps.ts'
import { signedUp } from './steps.ts'

onDatabase('own sessions', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000 } })
  })
  afterAll(() => server.close())
  const statusOf = async (token: string) => (await server.ask('/users/session', { token })).status
  const listOf = async (token: string) => (await server.ask('/users/sessions', { token })).body.content ?? []
  const open1 = async (token: string, browser: string) =>
    server.accounts.sessions.create(database, {
      userId: await userIdOf(server, token),
      ip: '5.160.1.9',
      osType: 'ANDROID',
      deviceType: 'MOBILE',
      browser,
    })

  test('are listed with their devices: the one that asks, then the last used first, eleven and more', async () => {
    const { token } = await signedUp(server)
    const browsers = Array.from({ length: 12 }, (_, index) => `Browser ${index}`)
    for (const browser of browsers) {
      server.pass({ seconds: 60 })
      await open1(token, browser)
    }
    const list = await listOf(token)
    expect(list).toHaveLength(13)
    expect(list.map(({ current }) => current)).toEqual([true, ...browsers.map(() => false)])
    expect(list.slice(1).map(({ browser }) => browser)).toEqual(browsers.toReversed())
    expect(list[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      current: false,
      ipAddress: '5.160.1.9',
      deviceType: 'MOBILE',
      osType: 'ANDROID',
      browser: 'Browser 11',
      openedDateTime: server.accounts.now().toISOString(),
      lastUsedDateTime: server.accounts.now().toISOString(),
    })
  })

  test('one is ended, at once, and stays ended; the others stand', async () => {
    const { token } = await signedUp(server)
    const [first, second] = [await open1(token, 'First'), await open1(token, 'Second')]
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    const { id } = (await listOf(token)).find(({ browser }) => browser === 'First') ?? {}
    expect((await server.ask(`/users/sessions/${id}`, { method: 'DELETE', token })).status).toBe(200)
    expect([await statusOf(first), await statusOf(second), await statusOf(token)]).toEqual([401, 200, 200])
    expect(await server.ask(`/users/sessions/${id}`, { method: 'DELETE', token })).toMatchObject({
      status: 404,
      body: { code: 'SESSION_NOT_FOUND' },
    })
    expect(await eventsOf(server, await userIdOf(server, token))).toContain('SESSION_REVOKED')
  })

  test("another user's session cannot be ended", async () => {
    const [mine, theirs] = [await signedUp(server), await signedUp(server)]
    const [{ id } = {}] = await listOf(theirs.token)
    expect((await server.ask(`/users/sessions/${id}`, { method: 'DELETE', token: mine.token })).status).toBe(404)
    expect(await statusOf(theirs.token)).toBe(200)
  })

  test('all others are ended at once', async () => {
    const { token } = await signedUp(server)
    const others = [await open1(token, 'First'), await open1(token, 'Second')]
    const ended = await server.ask('/users/sessions', { method: 'DELETE', token })
    expect(ended.body.baseDTO).toEqual({ ended: 2 })
    expect([await statusOf(token), ...(await Promise.all(others.map(statusOf)))]).toEqual([200, 401, 401])
    expect(await listOf(token)).toHaveLength(1)
  })

  test('sessions that have ended by time are not listed', async () => {
    const { token } = await signedUp(server)
    await open1(token, 'Old')
    server.pass({ seconds: 71 * 3_600 })
    expect(await statusOf(token)).toBe(200)
    server.pass({ seconds: 2 * 3_600 })
    expect((await listOf(token)).map(({ browser }) => browser)).not.toContain('Old')
  })
})
