import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser as openBrowser } from './browser.ts'
import { checkCode, logIn, otherThan, resend, signedUp, signUp } from './steps.ts'

const newMobile = () => iranianIdentity().mobileNumber
const ROOMY = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, loginFailuresPerAddressMax: 1_000 }
const STRANGER = '5.160.9.9'
/** A carrier's address that the owner shares. */
const SHARED = '5.160.1.1'

onDatabase('the token of a sign-in under way', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const newBrowser = () => openBrowser(server)

  test('a stranger who signs the same number up meanwhile brings no password of his into its account', async () => {
    const mobile = newMobile()
    const owner = newBrowser()
    await owner.signUp(mobile)
    const code = server.codeFor(mobile)
    await signUp(server, mobile, { password: 'Unbekannt-71', from: STRANGER })
    await newBrowser().signUp(mobile, 'Unbekannt-72')
    expect((await owner.check(mobile, server.codeFor(mobile))).body.code).toBe('INCORRECT_OTP')
    expect((await owner.check(mobile, code)).status).toBe(200)
    expect((await logIn(server, mobile)).status).toBe(200)
    for (const password of ['Unbekannt-71', 'Unbekannt-72'])
      expect((await logIn(server, mobile, { password })).body.code).toBe('INCORRECT_CREDENTIALS')
  })

  test('wrong codes and resends of others, from the same network too, leave a login under way alone', async () => {
    const { mobile } = await signedUp(server)
    const owner = newBrowser()
    await owner.logIn(mobile)
    const code = server.codeFor(mobile)
    const before = server.messagesTo(mobile)
    for (let turn = 0; turn < 12; turn += 1) {
      await checkCode(server, mobile, { code: otherThan(code), from: turn % 2 === 0 ? SHARED : STRANGER })
      await newBrowser().check(mobile, otherThan(code))
    }
    await resend(server, mobile, { from: SHARED })
    await newBrowser().resend(mobile)
    expect(server.messagesTo(mobile)).toBe(before)
    expect((await owner.check(mobile, code)).status).toBe(200)
  })

  test('a code opens nothing for whoever has not begun its flow', async () => {
    const mobile = newMobile()
    await newBrowser().signUp(mobile)
    const code = server.codeFor(mobile)
    expect((await newBrowser().check(mobile, code)).body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code, from: SHARED })).body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code, flowToken: 'A'.repeat(43) })).body.code).toBe('INCORRECT_OTP')
  })

  test('a browser has its token in a cookie for no script, and no token in any answer', async () => {
    const mobile = newMobile()
    const browser = newBrowser()
    const begun = await browser.signUp(mobile)
    expect(begun.body.flowToken).toBeUndefined()
    expect(begun.cookies).toEqual([expect.stringMatching(/^kimia_flow=.{43}; .*HttpOnly; SameSite=Strict$/)])
    const { body, cookies = [] } = await browser.check(mobile, server.codeFor(mobile))
    expect(body.token).toBeNull()
    expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual([
      ...['kimia_device', 'kimia_flow', 'kimia_session', 'kimia_signed_in'],
    ])
    expect(browser.cookies().has('kimia_flow')).toBe(false)
  })

  test('two tabs of one browser end two sign-ins', async () => {
    const [first, second] = [newMobile(), newMobile()]
    const browser = newBrowser()
    await browser.signUp(first)
    await browser.signUp(second)
    const code = server.codeFor(second)
    const ended = await browser.check(first, server.codeFor(first))
    expect(ended.status).toBe(200)
    expect((await browser.check(second, code)).body.code).toBe('INCORRECT_OTP')
  })

  test('a program without cookies goes by its network, or by the token that it was told', async () => {
    const mobile = newMobile()
    const { body } = await signUp(server, mobile, { from: '5.160.3.3' })
    const code = server.codeFor(mobile)
    expect((await checkCode(server, mobile, { code, from: '5.160.3.4' })).body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code, from: '5.160.3.4', ...body })).status).toBe(200)
    const another = newMobile()
    await signUp(server, another, { from: '5.160.3.3' })
    const own = await checkCode(server, another, { code: server.codeFor(another), from: '5.160.3.3' })
    expect(own.body.token).toEqual(expect.any(String))
  })

  test('programs of one network that sign a number up with different passwords need their tokens', async () => {
    const mobile = newMobile()
    const stranger = await signUp(server, mobile, { password: 'Unbekannt-71' })
    const strangers = server.codeFor(mobile)
    const own = await signUp(server, mobile)
    const code = server.codeFor(mobile)
    for (const typed of [strangers, code])
      expect((await checkCode(server, mobile, { code: typed })).body.code).toBe('INCORRECT_OTP')
    const mixed = await checkCode(server, mobile, { code: strangers, flowToken: own.body.flowToken })
    expect(mixed.body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code, flowToken: own.body.flowToken })).status).toBe(200)
    expect(stranger.status).toBe(200)
    expect((await logIn(server, mobile, { password: 'Unbekannt-71' })).body.code).toBe('INCORRECT_CREDENTIALS')
  })

  test('the store has one row for each token, and never the token', async () => {
    const mobile = newMobile()
    const { body } = await signUp(server, mobile, { from: '5.160.4.1' })
    await signUp(server, mobile, { from: '5.160.4.2' })
    const rows = await database.query<{ token_hash: Uint8Array }>(
      'select token_hash from sign_in_flows where mobile = $1',
      [mobile],
    )
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => Buffer.from(row.token_hash).toString('base64url'))).not.toContain(body.flowToken)
  })

  test('a new login of the same browser ends its old session, and another browser’s stays', async () => {
    const { mobile, token } = await signedUp(server)
    const browser = newBrowser()
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    const old = browser.cookies().get('kimia_session') ?? ''
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    const present = browser.cookies().get('kimia_session') ?? ''
    expect(present).not.toBe(old)
    const statusOf = async (of: string) => (await server.ask('/users/account', { token: of })).status
    expect([await statusOf(old), await statusOf(present), await statusOf(token)]).toEqual([401, 200, 200])
  })
})
