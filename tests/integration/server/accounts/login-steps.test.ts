import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newBrowser } from './browser.ts'
import { changeOtp, codeOfLink, sendVerificationCode, withAuthenticator } from './security-steps.ts'
import { checkCode, logIn, otherThan, signedUp } from './steps.ts'

const STEP_SECONDS = 30
const QUARTER_SECONDS = 900

onDatabase('a login whose second step is another than SMS', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codeChecksPerAddressMax: 10_000, ownCodesPerDayMax: 30 } })
  })
  afterAll(() => server.close())

  const owner = async () => {
    const { mobile } = await signedUp(server)
    const browser = newBrowser(server)
    server.pass({ seconds: 60 })
    await browser.logIn(mobile)
    await browser.check(mobile, server.codeFor(mobile))
    return { mobile, browser, ...(await withAuthenticator(server, browser.cookies().get('kimia_session') ?? '')) }
  }

  test('by e-mail sends the code to the proven address alone, and takes that one', async () => {
    const { mobile, token } = await signedUp(server)
    const email = `${mobile.slice(3)}@example.com`
    await sendVerificationCode(server, token, 'EMAIL', { email })
    await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
    server.pass({ seconds: 60 })
    const sent = server.messagesTo(mobile)
    const begun = await logIn(server, mobile)
    expect(begun.body.baseDTO).toMatchObject({
      twoStepAuthenticationType: 'EMAIL',
      starTwoStepAuthentication: `${email.charAt(0)}***@example.com`,
    })
    expect(server.messagesTo(mobile)).toBe(sent)
    const code = server.emailCodeFor(email)
    expect((await checkCode(server, mobile, { code: otherThan(code) })).body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code })).body.token).toEqual(expect.any(String))
  })

  test('by an authenticator sends nothing, and takes a code once, or a recovery code once in its place', async () => {
    const { mobile, link, recoveryCodes } = await owner()
    const sent = server.messagesTo(mobile)
    server.pass({ seconds: STEP_SECONDS })
    const begun = await logIn(server, mobile)
    expect(begun.body.baseDTO).toMatchObject({ twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR' })
    expect(server.messagesTo(mobile)).toBe(sent)
    const code = codeOfLink(server, link)
    expect((await checkCode(server, mobile, { code: otherThan(code) })).body.code).toBe('INCORRECT_OTP')
    expect((await checkCode(server, mobile, { code })).body.token).toEqual(expect.any(String))

    await logIn(server, mobile)
    expect((await checkCode(server, mobile, { code })).body.code).toBe('INCORRECT_OTP')
    const [recovery = ''] = recoveryCodes
    expect((await checkCode(server, mobile, { code: recovery })).body.token).toEqual(expect.any(String))
    await logIn(server, mobile)
    expect((await checkCode(server, mobile, { code: recovery })).body.code).toBe('INCORRECT_OTP')
  })

  test('by an authenticator is begun thirty times a day by whoever else knows the password, and by the known browser all the same', async () => {
    const { mobile, browser } = await owner()
    let begun = 0
    // Eight hours in steps of fifteen minutes.
    for (let quarter = 0; quarter < 32; quarter += 1) {
      for (let login = 0; login < 3; login += 1) begun += (await logIn(server, mobile)).status === 200 ? 1 : 0
      server.pass({ seconds: QUARTER_SECONDS + 1 })
    }
    expect(begun).toBe(30)
    const refused = await logIn(server, mobile)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.retryAfter).toBeGreaterThan(15 * 3_600)
    expect((await browser.logIn(mobile)).status).toBe(200)
  })
})
