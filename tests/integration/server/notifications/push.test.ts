import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ArrivedPush, pushSandbox } from '#sandbox/push/push-sandbox.ts'
import { forgetExpired } from '#server/accounts/forget-expired.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import { type Channel, dispatchNotices, routeNotices } from '#server/notifications/channel.ts'
import { pushChannel } from '#server/notifications/push-channel.ts'
import { type Notice, queueNotice } from '#server/notifications/queue-notice.ts'
import { pushRoutes } from '#server/notifications/routes.ts'
import { createWebPush } from '#server/providers/push/web-push.ts'
import type { Database } from '#server/store/database.ts'
import { keepPreferences } from '#server/store/notifications/preferences.ts'
import { NOTICE_NAMES } from '#tests/builders/notice-names.ts'
import { type PushBrowser, pushBrowser } from '#tests/builders/push-browser.ts'
import { VAPID_KEY } from '#tests/builders/vapid-key.ts'
import { type VerifiedUser, verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from '../accounts/account-server.ts'

const DEVICE = { ip: '5.160.1.1', osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }
const POST = { method: 'POST' } as const
const DAY_S = 86_400
const SESSION_IDLE_MS = 3 * DAY_S * 1_000

onDatabase('push to browsers', (open) => {
  let database: Database
  let server: AccountServer
  let services: FastifyInstance
  let places: string
  let channel: Channel
  let user: VerifiedUser
  let arrived: ArrivedPush[] = []
  let names = 0
  const now = () => server.accounts.now()
  const browserAt = (kind = 'device') => {
    names += 1
    return pushBrowser(`${places}${kind}-${names}`)
  }
  const subscribe = (token: string, browser: PushBrowser) =>
    server.ask('/push/subscriptions', {
      ...POST,
      token,
      json: { endpoint: browser.endpoint, keys: browser.keys, expirationTime: null },
    })
  const anotherLogin = (of: VerifiedUser = user) =>
    createSessions(server.accounts).create(database, { userId: of.userId, ...DEVICE })
  const pushNotice = async (notice: Partial<Notice> = {}) => {
    await database.transaction((tx) => queueNotice(tx, { ...FILLED, userId: user.userId, at: now(), ...notice }))
    await work()
  }
  const sending = () => ({ database, now, log: { error() {} } })
  const work = async () => {
    await routeNotices(sending(), [channel])
    await dispatchNotices(sending(), channel)
  }
  const shownBy = (browser: PushBrowser) =>
    arrived.filter(({ place }) => browser.endpoint.endsWith(`/${place}`)).map(({ body }) => browser.readText(body))
  const states = async () =>
    (await database.query<{ state: string }>('select state from outbox order by 1')).map(({ state }) => state)

  beforeAll(async () => {
    database = await open()
    services = Fastify()
    services.register(pushSandbox({ now: () => now(), onArrived: (push) => void arrived.push(push) }), {
      prefix: '/sandbox/push',
    })
    places = `${await services.listen({ host: '127.0.0.1', port: 0 })}/sandbox/push/`
    const push = createWebPush({
      ...{ privateKey: VAPID_KEY, subject: 'mailto:a@kimia.example', sandbox: places, timeoutMs: 3_000 },
      now: () => now(),
    })
    server = await startAccountServer(database, { more: (accounts) => pushRoutes({ ...accounts, push }) })
    const { sealer } = server.accounts
    channel = pushChannel({
      database,
      push,
      sealer,
      names: NOTICE_NAMES,
      now,
      sessionIdleMs: SESSION_IDLE_MS,
      shownMax: 50,
    })
  })
  beforeEach(async () => {
    user = await verifiedUser(database, { at: now() })
    arrived = []
    await database.query('delete from notices')
    await database.query('delete from outbox')
  })
  afterAll(async () => {
    services.server.closeAllConnections()
    await services.close()
    await server.close()
  })

  test('two devices are told once each, in their language, and a click has a place to go', async () => {
    const [phone, laptop] = [browserAt(), browserAt()]
    expect((await subscribe(user.token, phone)).status).toBe(200)
    await subscribe(await anotherLogin(), laptop)
    await pushNotice()
    await work()
    expect(shownBy(phone)).toHaveLength(1)
    expect(shownBy(laptop)).toEqual(shownBy(phone))
    expect(shownBy(phone)[0]).toMatchObject({
      ...{ path: '/profile/history?tab=orders', tag: 'order:17', language: 'fa', unread: 1 },
      body: expect.stringContaining('۱۰'),
    })
    expect(arrived[0]).toMatchObject({ urgency: 'normal', ttl: '86400', topic: expect.stringMatching(/^[\w-]{32}$/) })
  })

  test('no amount is pushed to a locked screen where its user wants none', async () => {
    const phone = browserAt()
    await subscribe(user.token, phone)
    await keepPreferences(database, user.userId, { choices: {}, quietHours: undefined, showsAmounts: false })
    await pushNotice()
    expect(shownBy(phone)).toHaveLength(1)
    expect(shownBy(phone)[0]?.body).not.toMatch(/[0-9۰-۹]/)
  })

  test('the longest text fits into a push', async () => {
    const phone = browserAt()
    await subscribe(user.token, phone)
    const long = '€'.repeat(2_000)
    await pushNotice({ kind: 'BROADCAST', params: { 'title.fa': long, 'text.fa': long }, topic: undefined })
    expect(arrived[0]?.body.length).toBeLessThanOrEqual(3_200)
    expect(shownBy(phone)[0]?.body).toMatch(/^€+…$/)
  })

  test.each(['gone', 'missing'])('a browser that is %s is forgotten', async (kind) => {
    const gone = browserAt(kind)
    await subscribe(user.token, gone)
    await pushNotice()
    expect(await states()).toEqual(['DROPPED'])
    expect((await server.ask('/push/key', { token: user.token })).body.baseDTO).toMatchObject({ subscribed: false })
  })

  test.each([
    ['busy', 601],
    ['down', 31],
  ])('a service that is %s is asked again later, and another device does not wait', async (kind, seconds) => {
    const [slow, quick] = [browserAt(kind), browserAt()]
    await subscribe(user.token, slow)
    await subscribe(await anotherLogin(), quick)
    await pushNotice()
    expect([shownBy(slow).length, shownBy(quick).length]).toEqual([0, 1])
    expect(await states()).toEqual(['SENT', 'WAITING'])
    const tries = async () =>
      (await database.query<{ tries: number }>('select tries from outbox')).map((row) => row.tries)
    await work()
    expect((await tries()).toSorted()).toEqual([1, 1])
    server.pass({ seconds })
    await work()
    expect((await tries()).toSorted()).toEqual([1, 2])
  })

  test('what may have arrived is not sent again, nor what is too large', async () => {
    await subscribe(user.token, browserAt('slow'))
    await subscribe(await anotherLogin(), browserAt('large'))
    await pushNotice()
    expect(await states()).toEqual(['REFUSED', 'UNKNOWN'])
    server.pass({ seconds: 3_600 })
    await work()
    expect(arrived).toEqual([])
  })

  test('an old message is not pushed', async () => {
    const phone = browserAt()
    await subscribe(user.token, phone)
    await pushNotice({ at: new Date(now().getTime() - 25 * 3_600_000) })
    expect(arrived).toEqual([])
    expect(await states()).toEqual(['DROPPED'])
  })

  test('addresses that are no push service are refused, and so are keys that are none', async () => {
    const { keys, endpoint } = browserAt()
    const post = (json: object) => server.ask('/push/subscriptions', { ...POST, token: user.token, json })
    for (const other of [
      'https://evil.example/x',
      'https://127.0.0.1/x',
      'http://fcm.googleapis.com/x',
      'http://169.254.169.254/',
    ])
      expect((await post({ endpoint: other, keys })).body).toMatchObject({
        code: 'PUSH_SUBSCRIPTION_INVALID',
        field: 'endpoint',
      })
    const wrong = await post({ endpoint, keys: { ...keys, p256dh: 'AAAA' } })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'PUSH_SUBSCRIPTION_INVALID'])
    for (const json of [{}, { endpoint }, { endpoint, keys, more: 1 }, { endpoint, keys: { auth: keys.auth } }])
      expect((await post(json)).body.code).toBe('BAD_REQUEST')
    expect((await server.ask('/push/subscriptions', { ...POST, json: { endpoint, keys } })).body.code).toBe(
      'UNAUTHENTICATED',
    )
  })

  test('logging out, ending the session elsewhere and freezing silence the device', async () => {
    const [phone, laptop] = [browserAt(), browserAt()]
    const other = await anotherLogin()
    await subscribe(user.token, phone)
    await subscribe(other, laptop)
    expect((await server.ask('/users/logout', { token: other })).status).toBe(200)
    await pushNotice()
    expect([shownBy(phone).length, shownBy(laptop).length]).toEqual([1, 0])
    await database.query('delete from sessions where user_id = $1', [user.userId])
    await pushNotice({ topic: 'order:18', eventKey: 'order:18' })
    expect([shownBy(phone).length, shownBy(laptop).length]).toEqual([1, 0])
  })

  test('a device whose session has run out is told without amounts, for ninety days, and can be ended like any other', async () => {
    const [phone, laptop] = [browserAt(), browserAt()]
    await subscribe(user.token, phone)
    const other = await anotherLogin()
    await subscribe(other, laptop)
    await pushNotice()
    expect(shownBy(phone)[0]?.body).toMatch(/[0-9۰-۹]/)

    server.pass({ seconds: 4 * DAY_S })
    await forgetExpired(server.accounts)
    expect((await server.ask('/users/account', { token: user.token })).body.code).toBe('UNAUTHENTICATED')
    await pushNotice({ topic: 'order:18', eventKey: 'order:18' })
    expect(shownBy(phone)).toHaveLength(2)
    expect(shownBy(phone)[1]?.body).toMatch(/\S/)
    expect(shownBy(phone)[1]?.body).not.toMatch(/[0-9۰-۹]/)

    const now = await anotherLogin()
    const { content = [] } = (await server.ask('/users/sessions', { token: now })).body
    expect(content).toHaveLength(3)
    await database.query(
      'delete from sessions where id = (select min(session_id) from push_subscriptions where user_id = $1)',
      [user.userId],
    )
    await pushNotice({ topic: 'order:19', eventKey: 'order:19' })
    expect([shownBy(phone).length, shownBy(laptop).length]).toEqual([2, 3])

    server.pass({ seconds: 87 * DAY_S })
    await forgetExpired(server.accounts)
    await pushNotice({ topic: 'order:20', eventKey: 'order:20' })
    expect(shownBy(laptop)).toHaveLength(3)
    expect(await database.query('select 1 from push_subscriptions where user_id = $1', [user.userId])).toEqual([])
  })

  test('a device that unsubscribes is told no more, and one that subscribes anew is reached in its new place alone', async () => {
    const [before, after] = [browserAt(), browserAt()]
    await subscribe(user.token, before)
    await subscribe(user.token, after)
    await pushNotice()
    expect([shownBy(before).length, shownBy(after).length]).toEqual([0, 1])
    expect((await server.ask('/push/subscriptions', { method: 'DELETE', token: user.token })).status).toBe(200)
    await pushNotice({ topic: 'order:18' })
    expect(shownBy(after)).toHaveLength(1)
  })

  test('a browser that changes hands is the newer user’s alone, with nothing that waited for the older', async () => {
    const shared = browserAt()
    await subscribe(user.token, shared)
    await database.transaction((tx) => queueNotice(tx, { ...FILLED, userId: user.userId, at: now() }))
    await routeNotices(sending(), [channel])
    const next = await verifiedUser(database, { at: now() })
    await subscribe(next.token, shared)
    await dispatchNotices(sending(), channel)
    expect(arrived).toEqual([])
    await pushNotice({ userId: next.userId })
    expect(shownBy(shared)).toHaveLength(1)
  })

  test('of eleven devices the newest ten are told', async () => {
    const devices = Array.from({ length: 11 }, () => browserAt())
    for (const device of devices) {
      server.pass({ seconds: 1 })
      await subscribe(await anotherLogin(), device)
    }
    await pushNotice()
    expect(devices.map((device) => shownBy(device).length)).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
  })

  test('where a browser is reached lies sealed in the database', async () => {
    const phone = browserAt()
    await subscribe(user.token, phone)
    const rows = await database.query<{ sealed: Uint8Array }>('select sealed from push_subscriptions')
    for (const { sealed } of rows) expect(Buffer.from(sealed).includes(Buffer.from(phone.endpoint))).toBe(false)
  })
})

const FILLED = {
  kind: 'ORDER_FILLED',
  params: { market: 'TETHER_TOMAN', side: 'BUY', amount: '10', price: '92000' },
  topic: 'order:17',
} as const
