import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueNotice } from '#server/notifications/queue-notice.ts'
import { notificationRoutes } from '#server/notifications/routes.ts'
import type { Database } from '#server/store/database.ts'
import { NOTICE_NAMES } from '#tests/builders/notice-names.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, type Ask, startAccountServer } from '../accounts/account-server.ts'

const AT = new Date('2026-11-20T07:45:00Z')

onDatabase('the notification centre', (open) => {
  let database: Database
  let server: AccountServer
  let user: VerifiedUser
  let stranger: VerifiedUser
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, {
      more: (accounts) =>
        notificationRoutes({ ...accounts, names: NOTICE_NAMES, channels: ['PUSH', 'EMAIL', 'SMS', 'FORMER'] }),
    })
    user = await verifiedUser(database, { at: server.accounts.now() })
    stranger = await verifiedUser(database, { at: server.accounts.now() })
    for (let count = 1; count <= 55; count++)
      await database.transaction((tx) =>
        queueNotice(tx, {
          userId: user.userId,
          kind: 'DEPOSIT_CREDITED',
          params: { coin: 'TOMAN', amount: String(count) },
          at: AT,
        }),
      )
  })
  afterAll(() => server.close())
  const ask = (path: string, { token = user.token, ...more }: Ask = {}) => server.ask(path, { token, ...more })

  test('shows the last fifty, newest first, in the language of the call or the one that is named', async () => {
    const { body } = await ask('/notifications', { language: 'en' })
    expect(body.baseDTO).toEqual({ unread: 50 })
    expect(body.content).toHaveLength(50)
    expect(body.content?.[0]).toMatchObject({
      ...{ kind: 'DEPOSIT_CREDITED', group: 'MONEY', read: false, path: '/profile/history?tab=deposits' },
      ...{ text: '55 Toman is in your wallet.', discreetText: 'A deposit is in your wallet.' },
      atDateTime: AT.toISOString(),
    })
    const persian = await ask('/notifications?language=fa', { language: 'en' })
    expect(persian.body.content?.[0]?.text).toBe('\u2066۵۵\u2069 تومان به کیف پول شما واریز شد.')
  })

  test('shows nobody what is another’s, and marks nothing of another’s as read', async () => {
    expect((await ask('/notifications', { token: stranger.token })).body.content).toEqual([])
    const ids = (await ask('/notifications')).body.content?.map(({ id }) => id) ?? []
    const read = await ask('/notifications/read', { method: 'POST', json: { ids }, token: stranger.token })
    expect(read.status).toBe(200)
    expect((await ask('/notifications/unread')).body.baseDTO).toEqual({ unread: 50 })
    expect((await server.ask('/notifications')).body.code).toBe('UNAUTHENTICATED')
  })

  test('marks those that are named as read, and then all', async () => {
    const [first, second] = (await ask('/notifications')).body.content ?? []
    const some = await ask('/notifications/read', { method: 'POST', json: { ids: [first?.id, second?.id] } })
    expect(some.body.baseDTO).toEqual({ unread: 48 })
    expect((await ask('/notifications')).body.content?.map(({ read }) => read).slice(0, 3)).toEqual([true, true, false])
    expect((await ask('/notifications/read', { method: 'POST', json: { all: true } })).body.baseDTO).toEqual({
      unread: 0,
    })
    for (const json of [{}, { all: false }, { ids: [] }, { ids: ['x'] }, { all: true, ids: ['1'] }])
      expect((await ask('/notifications/read', { method: 'POST', json })).body.code).toBe('BAD_REQUEST')
  })

  test('keeps what its user wants, and what is not named stays', async () => {
    const path = '/users/notification-preferences'
    const usual = (await ask(path)).body.baseDTO
    expect(usual).toMatchObject({ quietHours: null, showsAmounts: true })
    const put = (json: object) => ask(path, { method: 'PUT', json })
    await put({ choices: [{ group: 'ORDERS', channel: 'EMAIL', on: true }] })
    await put({ quietHours: { from: 1_380, to: 420 }, showsAmounts: false })
    const { baseDTO } = (await ask(path)).body
    expect(baseDTO).toMatchObject({ quietHours: { from: 1_380, to: 420 }, showsAmounts: false })
    expect(baseDTO?.choices).toContainEqual({ group: 'ORDERS', channel: 'EMAIL', on: true, fixed: false })
    expect(baseDTO?.choices).toContainEqual({ group: 'SECURITY', channel: 'SMS', on: true, fixed: true })
    expect((await put({ quietHours: null })).body.baseDTO).toMatchObject({ quietHours: null, showsAmounts: false })
    expect((await ask(path, { token: stranger.token })).body.baseDTO).toEqual(usual)
  })

  test('refuses to switch off what protects the account, or what is not offered', async () => {
    const put = (json: object) => ask('/users/notification-preferences', { method: 'PUT', json })
    for (const choice of [
      { group: 'SECURITY', channel: 'SMS', on: false },
      { group: 'SECURITY', channel: 'EMAIL', on: false },
      { group: 'ORDERS', channel: 'SMS', on: true },
    ]) {
      const { status, body } = await put({ choices: [choice] })
      expect([status, body.code, body.field]).toEqual([400, 'NOTIFICATION_CHOICE_FIXED', 'choices'])
    }
    const { status, body } = await put({ quietHours: { from: 1_380, to: 1_380 } })
    expect([status, body.code, body.field]).toEqual([400, 'QUIET_HOURS_EMPTY', 'quietHours'])
    for (const json of [{ quietHours: { from: 1_440, to: 0 } }, { quietHours: { from: 0.5, to: 0 } }, { more: 1 }])
      expect((await put(json)).body.code).toBe('BAD_REQUEST')
  })
})
