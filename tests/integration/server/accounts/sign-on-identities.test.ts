import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/store/database.ts'
import { type CookieBrowser, signOnAtProvider } from '#tests/builders/cookie-browser.ts'
import { provenAnew } from '#tests/builders/proven-anew.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import type { AccountServer } from './account-server.ts'
import { somebody, startSignOn } from './sign-on-server.ts'
import { logIn, PASSWORD } from './steps.ts'

onDatabase('identities of single sign-on', (open) => {
  let server: Awaited<ReturnType<typeof startSignOn>>
  let accountServer: AccountServer
  let database: Database
  beforeAll(async () => {
    database = await open()
    server = await startSignOn(database)
    accountServer = server.accountServer
  })
  afterAll(() => server.close())

  /** A user who may link identities and set a first password. */
  const signedIn = async () => {
    const user = await server.signedIn()
    await provenAnew(accountServer.accounts, user)
    return user
  }

  /** Links an identity to the account of a user signed in by password. */
  async function link(person: { readonly email: string }) {
    const user = await signedIn()
    const begun = await server.ask(user.browser, '/users/sign-on/identities', { method: 'POST' })
    expect(begun.status).toBe(200)
    const back = await signOnAtProvider(user.browser, new URL(String(begun.baseDTO?.url)), person)
    return { ...user, ended: (await user.browser.go(back)).to }
  }

  /** The path of the user's identity. */
  async function pathOf(browser: CookieBrowser): Promise<string> {
    const { content } = await server.ask(browser, '/users/sign-on/identities')
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(content)
    return `/users/sign-on/identities/${id}`
  }

  describe('the identities of an account', () => {
    test('are linked from the settings, sign on from then on, and are told and written down', async () => {
      const person = somebody()
      const { mobile, browser, ended } = await link(person)
      expect(ended?.href).toBe(`${server.url}/profile/settings?signOn=linked`)
      const { content } = await server.ask(browser, '/users/sign-on/identities')
      expect(content).toEqual([
        { id: expect.any(String), email: person.email, linkedDateTime: expect.any(String), lastUsedDateTime: null },
      ])
      expect((await server.post(await server.signOn(person), '/users/sign-on/continue')).baseDTO).toMatchObject({
        next: 'CODE',
      })
      const written = await database.query(
        `select kind from audit_log where kind like 'SIGN%ON%' and user_id = (select id from users where mobile = $1)`,
        [mobile],
      )
      expect(written).toEqual([{ kind: 'SIGN_ON_LINKED' }, { kind: 'SIGNED_ON' }])
      const second = await server.ask(browser, '/users/sign-on/identities', { method: 'POST' })
      expect(second).toMatchObject({ status: 409, code: 'SIGN_ON_LINKED' })
    })

    test('of a sign-up are in its event of the audit log', async () => {
      const { mobile } = await server.signUp(somebody())
      const [event] = await database.query<{ details: string }>(
        `select details from audit_log where kind = 'SIGNED_UP' and user_id = (select id from users where mobile = $1)`,
        [mobile],
      )
      expect(JSON.parse(event?.details ?? '{}')).toMatchObject({
        by: 'SIGN_ON',
        issuer: expect.stringContaining('/sandbox/oidc'),
      })
    })

    test('that are somebody else’s are not linked', async () => {
      const person = somebody()
      const { mobile } = await server.signUp(person)
      const taken = await link(person)
      expect(taken.ended?.href).toBe(`${server.url}/profile/settings?signOn=taken`)
      expect(await server.identitiesOf(taken.mobile)).toEqual([])
      expect(await server.identitiesOf(mobile)).toHaveLength(1)
    })

    test('are not linked to an account whose session has ended meanwhile', async () => {
      const user = await signedIn()
      const { browser } = user
      const begun = await server.ask(browser, '/users/sign-on/identities', { method: 'POST' })
      await server.ask(browser, '/users/logout')
      const back = await signOnAtProvider(browser, new URL(String(begun.baseDTO?.url)), somebody())
      expect((await browser.go(back)).to?.pathname).toBe('/login')
      expect(await server.identitiesOf(user.mobile)).toEqual([])
    })

    test('sign nobody on once they are unlinked', async () => {
      const person = somebody()
      const { browser } = await link(person)
      const path = await pathOf(browser)
      const stranger = await link(somebody())
      expect((await server.ask(stranger.browser, path, { method: 'DELETE' })).status).toBe(404)
      expect((await server.ask(browser, path, { method: 'DELETE' })).status).toBe(200)
      expect((await server.post(await server.signOn(person), '/users/sign-on/continue')).baseDTO).toMatchObject({
        next: 'SIGN_UP',
      })
    })

    test('stay where they are the only way in, until the account has a password, which a fresh proof sets once', async () => {
      const { browser, mobile } = await server.signUp(somebody())
      const path = await pathOf(browser)
      const refused = await server.ask(browser, path, { method: 'DELETE' })
      expect(refused).toMatchObject({ status: 409, code: 'SIGN_ON_LAST_WAY' })
      await provenAnew(accountServer.accounts, { mobile })
      const set = (password: string) => server.post(browser, '/users/sign-on/password', { password })
      const hasPassword = async () => (await server.ask(browser, '/users/sign-on/identities')).baseDTO
      expect(await set('zaferan')).toMatchObject({ status: 400, code: 'WEAK_PASSWORD' })
      expect(await hasPassword()).toEqual({ hasPassword: false })
      expect((await set(PASSWORD)).status).toBe(200)
      expect(await hasPassword()).toEqual({ hasPassword: true })
      await provenAnew(accountServer.accounts, { mobile })
      expect(await set('Another-1405')).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      expect((await logIn(accountServer, mobile)).status).toBe(200)
      expect((await server.ask(browser, path, { method: 'DELETE' })).status).toBe(200)
    })

    test('are linked and unlinked only after a fresh proof', async () => {
      const { browser } = await link(somebody())
      const path = await pathOf(browser)
      accountServer.pass({ seconds: 601 })
      for (const answer of [
        await server.ask(browser, '/users/sign-on/identities', { method: 'POST' }),
        await server.post(browser, '/users/sign-on/password', { password: PASSWORD }),
        await server.ask(browser, path, { method: 'DELETE' }),
      ])
        expect(answer).toMatchObject({ status: 403, code: 'PROOF_REQUIRED' })
    })
  })
})
