import { generateKeyPairSync, sign } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjectOf } from '#sandbox/single-sign-on/openid-provider.ts'
import { openidSandbox } from '#sandbox/single-sign-on/openid-sandbox.ts'
import { createOpenid, type OpenidSettings } from '#server/providers/single-sign-on/openid.ts'
import { type AtProvider, CookieBrowser, signOnAtProvider } from '#tests/builders/cookie-browser.ts'
import { freePort } from '#tests/setup/free-port.ts'

const MINA = { email: 'mina@example.com' }

describe('single sign-on by the sandbox, which is a whole OpenID provider', () => {
  let vendor: FastifyInstance
  let settings: OpenidSettings
  let callback: URL
  beforeAll(async () => {
    const port = await freePort()
    settings = {
      issuer: `http://127.0.0.1:${port}/sandbox/oidc`,
      clientId: 'kimia',
      clientSecret: 'client-secret',
      timeoutMs: 5_000,
      isOwnServer: true,
    }
    callback = new URL(`http://localhost:${port}/api/users/google-sso/return`)
    vendor = Fastify()
    vendor.register(openidSandbox({ ...settings, callbacks: [callback.href] }), { prefix: '/sandbox/oidc' })
    await vendor.listen({ host: '127.0.0.1', port })
  })
  afterAll(() => vendor.close())

  async function signOn(choice: AtProvider, adapter = createOpenid(settings)) {
    const begun = await adapter.begin(callback)
    if (begun.kind !== 'begun') throw new Error(`no sign-on began: ${begun.fault}`)
    const answer = await signOnAtProvider(new CookieBrowser(), begun.url, choice)
    return { adapter, answer, secrets: begun.secrets }
  }

  test('names the person by issuer and subject, with the address that the provider has proven', async () => {
    const { adapter, answer, secrets } = await signOn({ email: ' Mina@Example.com ' })
    expect(answer.origin + answer.pathname).toBe(callback.href)
    expect(await adapter.finish(answer, secrets)).toEqual({
      kind: 'signed-on',
      person: { issuer: settings.issuer, subject: subjectOf(MINA), email: MINA.email },
    })
  })

  test('asks for the person each time, and the same person is the same subject', async () => {
    const browser = new CookieBrowser()
    const adapter = createOpenid(settings)
    const subjects: unknown[] = []
    for (let time = 0; time < 2; time += 1) {
      const begun = await adapter.begin(callback)
      if (begun.kind !== 'begun') throw new Error('no sign-on began')
      subjects.push(await adapter.finish(await signOnAtProvider(browser, begun.url, MINA), begun.secrets))
    }
    expect(subjects[0]).toMatchObject({ kind: 'signed-on' })
    expect(subjects[1]).toEqual(subjects[0])
  })

  test('keeps no address that the provider has not proven', async () => {
    const { adapter, answer, secrets } = await signOn({ ...MINA, isProven: false })
    expect(await adapter.finish(answer, secrets)).toMatchObject({
      person: { subject: subjectOf(MINA), email: undefined },
    })
  })

  test('tells that the person said no', async () => {
    const { adapter, answer, secrets } = await signOn('deny')
    expect(answer.searchParams.get('error')).toBe('access_denied')
    expect(await adapter.finish(answer, secrets)).toEqual({ kind: 'denied' })
  })

  test.each(['state', 'nonce', 'codeVerifier'] as const)(
    'refuses an answer whose %s is another one',
    async (secret) => {
      const { adapter, answer, secrets } = await signOn(MINA)
      const foreign = (await signOn(MINA)).secrets
      expect(await adapter.finish(answer, { ...secrets, [secret]: foreign[secret] })).toEqual({ kind: 'refused' })
    },
  )

  test('takes an answer once', async () => {
    const { adapter, answer, secrets } = await signOn(MINA)
    expect(await adapter.finish(answer, secrets)).toMatchObject({ kind: 'signed-on' })
    expect(await adapter.finish(answer, secrets)).toEqual({ kind: 'refused' })
  })

  test.each([
    ['a code that the provider has not given', 'code', 'made-up'],
    ['an answer of another issuer', 'iss', 'https://evil.example'],
    ['an error that is no refusal of the person', 'error', 'server_error'],
  ])('refuses %s', async (_what, name, value) => {
    const { adapter, answer, secrets } = await signOn(MINA)
    answer.searchParams.set(name, value)
    expect(await adapter.finish(answer, secrets)).toEqual({ kind: 'refused' })
  })

  test('sends nobody to an address that is not ours', async () => {
    const begun = await createOpenid(settings).begin(new URL('http://evil.example/return'))
    if (begun.kind !== 'begun') throw new Error('no sign-on began')
    begun.url.host = callback.host
    const shown = await new CookieBrowser().go(begun.url)
    expect(shown).toMatchObject({ status: 400, to: undefined })
  })

  test('says that our own account is refused', async () => {
    const { adapter, answer, secrets } = await signOn(MINA, createOpenid({ ...settings, clientSecret: 'not-ours' }))
    expect(await adapter.finish(answer, secrets)).toEqual({ kind: 'unavailable', fault: 'ACCOUNT_REFUSED' })
  })

  test('says that the provider is away, and asks again the next time', async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}/sandbox/oidc`
    const adapter = createOpenid({ ...settings, issuer })
    expect(await adapter.begin(callback)).toEqual({ kind: 'unavailable', fault: 'UNREACHABLE' })
    const later = Fastify()
    later.register(openidSandbox({ ...settings, issuer, callbacks: [callback.href] }), { prefix: '/sandbox/oidc' })
    await later.listen({ host: '127.0.0.1', port })
    expect(await adapter.begin(callback)).toMatchObject({ kind: 'begun' })
    await later.close()
  })
})

const base64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a provider that somebody stands in front of', () => {
  test('is not believed a token that it has not signed', async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const [published, foreign] = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]
    let nonce = ''
    let signedBy = published.privateKey
    const vendor = Fastify()
    vendor.removeAllContentTypeParsers()
    vendor.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    vendor.get('/.well-known/openid-configuration', () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }))
    vendor.get('/keys', () => ({
      keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }))
    vendor.post('/token', () => {
      const now = Math.floor(Date.now() / 1_000)
      const claims = { iss: issuer, sub: 'mina', aud: 'kimia', exp: now + 300, iat: now, nonce }
      const signed = `${base64Url({ alg: 'RS256', kid: 'one' })}.${base64Url(claims)}`
      const signature = sign('sha256', Buffer.from(signed), signedBy).toString('base64url')
      return { access_token: 'token', token_type: 'Bearer', expires_in: 300, id_token: `${signed}.${signature}` }
    })
    await vendor.listen({ host: '127.0.0.1', port })
    const adapter = createOpenid({
      issuer,
      clientId: 'kimia',
      clientSecret: 'secret',
      timeoutMs: 5_000,
      isOwnServer: true,
    })
    const finish = async () => {
      const begun = await adapter.begin(new URL(`${issuer}/return`))
      if (begun.kind !== 'begun') throw new Error('no sign-on began')
      nonce = begun.secrets.nonce
      return adapter.finish(new URL(`${issuer}/return?code=code&state=${begun.secrets.state}`), begun.secrets)
    }
    expect(await finish()).toMatchObject({ kind: 'signed-on', person: { subject: 'mina' } })
    signedBy = foreign.privateKey
    expect(await finish()).toEqual({ kind: 'refused' })
    await vendor.close()
  })
})
