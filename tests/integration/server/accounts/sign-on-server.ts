import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { z } from 'zod'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { openidSandbox } from '#sandbox/single-sign-on/openid-sandbox.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import { signOnCallback } from '#server/accounts/sign-on/begin-sign-on.ts'
import { signOnRoutes } from '#server/accounts/sign-on/routes.ts'
import { createServer } from '#server/http/server.ts'
import { createOpenid } from '#server/providers/single-sign-on/openid.ts'
import type { Database } from '#server/store/database.ts'
import { type AtProvider, CookieBrowser, signOnAtProvider } from '#tests/builders/cookie-browser.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

export const Reply = z.object({
  code: z.string().optional(),
  errors: z.array(z.string()).optional(),
  content: z.array(z.unknown()).optional(),
  baseDTO: z.record(z.string(), z.unknown()).optional(),
})
type Sent = Parameters<CookieBrowser['go']>[1]

const ROOMY = { codesPerAddressMax: 1_000, codeChecksPerAddressMax: 1_000 }
let people = 0
/** A person unknown to the provider and to us. */
export function somebody(): { readonly email: string } {
  people += 1
  return { email: `person-${people}@example.com` }
}
export const newMobile = () => iranianIdentity().mobileNumber

/** Our server with the provider's sandbox, as a start without settings has them. */
export async function serveSignOn(
  { accounts }: Pick<AccountServer, 'accounts'>,
  { isOff = false } = {},
): Promise<{ url: string; server: FastifyInstance }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const openid = {
    issuer: `http://127.0.0.1:${port}/sandbox/oidc`,
    clientId: 'kimia',
    clientSecret: 'client-secret',
    timeoutMs: 5_000,
    isOwnServer: true,
  }
  const provider = isOff ? undefined : createOpenid(openid)
  const server = await createServer({
    routes: [...accountRoutes(accounts), ...signOnRoutes({ accounts, provider, ownOrigins: [url] })],
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [{ prefix: '/sandbox/oidc', plugin: openidSandbox({ ...openid, callbacks: [signOnCallback(url)] }) }],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    findCaller: accounts.sessions.findCaller,
    findSigner: accounts.apiKeys.findSigner,
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: () => undefined,
    now: accounts.now,
    checkReplies: true,
  })
  await server.listen({ host: '127.0.0.1', port })
  return { url, server }
}

/** The steps of a browser that signs on, against its own server. */
export async function startSignOn(database: Database) {
  const accountServer = await startAccountServer(database, { limits: ROOMY })
  const { url, server } = await serveSignOn(accountServer)

  /** A call of our own page. */
  async function ask(browser: CookieBrowser, path: string, sent: Sent = {}) {
    const { status, text } = await browser.go(`${url}/api${path}`, sent)
    return { status, ...Reply.parse(JSON.parse(text)) }
  }
  const post = (browser: CookieBrowser, path: string, json: object = {}) => ask(browser, path, { json })

  /** Goes from our button through the provider. Returns the address to which the provider redirects the browser, without visiting it. */
  async function comeBack(browser: CookieBrowser, choice: AtProvider): Promise<URL> {
    const { to } = await browser.go(`${url}/api/users/google-sso`)
    if (!to) throw new Error('nobody is sent to the provider')
    return signOnAtProvider(browser, to, choice)
  }

  /** Signs on completely, up to the page that continues. */
  async function signOn(choice: AtProvider, browser = new CookieBrowser()): Promise<CookieBrowser> {
    const { to } = await browser.go(await comeBack(browser, choice))
    if (to?.pathname !== '/fromgoogle') throw new Error(`the sign-on ended at ${to?.href}`)
    return browser
  }

  /** A new user, created by sign-on alone and signed in. */
  async function signUp(person: { readonly email: string }) {
    const browser = await signOn(person)
    const mobile = newMobile()
    const body = { mobileNumber: mobile, acceptedTerms: true, browser: 'FIREFOX' }
    const begun = await post(browser, '/users/sign-on/register', body)
    const opened = await post(browser, '/users/check-otp-code', { code: accountServer.codeFor(mobile) })
    if (begun.status !== 200 || opened.status !== 200) throw new Error(`nobody signed up: ${begun.code} ${opened.code}`)
    return { browser, mobile }
  }

  /** A browser of a user signed in by password. */
  async function signedIn(mobile = newMobile()) {
    const user = await signedUp(accountServer, mobile)
    const browser = new CookieBrowser()
    await browser.go(`${url}/api/users/sign-on/providers`)
    browser.setCookie('localhost', 'kimia_session', user.token)
    return { mobile: user.mobile, browser }
  }

  return {
    ...{ accountServer, url, ask, post, comeBack, signOn, signUp, signedIn },
    mobileIn: async (browser: CookieBrowser) => (await ask(browser, '/users/account')).baseDTO?.mobileNumber,
    identitiesOf: (mobile: MobileNumber) =>
      database.query<{ email: string | null }>(
        'select i.email from sign_on_identities i join users u on u.id = i.user_id where u.mobile = $1',
        [mobile],
      ),
    setUser: (mobile: MobileNumber, assignment: string) =>
      database.query(`update users set ${assignment} where mobile = $1`, [mobile]),
    async close() {
      await server.close()
      await accountServer.close()
    },
  }
}
