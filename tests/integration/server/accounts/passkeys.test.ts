import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { provenAnew } from '#tests/builders/proven-anew.ts'
import { SoftwareAuthenticator } from '#tests/builders/software-authenticator.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, PUBLIC_URL, startAccountServer } from './account-server.ts'
import { passkeySteps } from './passkey-steps.ts'
import { type SignedUp, signedUp } from './steps.ts'

const ROOMY = { codesPerAddressMax: 1_000 }

onDatabase('passkeys', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: ROOMY })
  })
  afterAll(() => server.close())

  const { post, begin, beginLogin, beginProof, add, logIn } = passkeySteps(() => server)

  /** A new user who may add passkeys. */
  const newcomer = async () => {
    const user = await signedUp(server)
    await provenAnew(server.accounts, user)
    return user
  }

  const eventsOf = async ({ mobile }: SignedUp) => {
    const rows = await database.query<{ kind: string }>(
      'select kind from audit_log where user_id = (select id from users where mobile = $1) order by id',
      [mobile],
    )
    return rows.map(({ kind }) => kind).filter((kind) => /PASSKEY|PROVEN/.test(kind))
  }

  describe('a passkey', () => {
    test('is added, and from then on logs its user in without a name, a password or a code', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      const sms = server.messagesTo(user.mobile)
      const opened = await logIn(device)
      expect(opened.status).toBe(200)
      expect(server.messagesTo(user.mobile)).toBe(sms)
      const account = await server.ask('/users/account', { token: opened.body.token })
      expect(account.body.baseDTO?.mobileNumber).toBe(user.mobile)
      const history = await server.ask('/users/login-history?size=1&page=1', { token: opened.body.token })
      expect(history.body.content).toMatchObject([{ isSuccessful: true, browser: 'FIREFOX' }])
    })

    test('is listed with its name and last use; renamed; and opens nothing once it is removed', async () => {
      const user = await newcomer()
      const { device, id } = await add(user, '  Mina’s phone ')
      const list = async () => (await server.ask('/users/passkeys', { token: user.token })).body.content
      expect(await list()).toEqual([
        { id, name: 'Mina’s phone', createdDateTime: expect.any(String), lastUsedDateTime: null, synced: false },
      ])
      await logIn(device)
      const path = `/users/passkeys/${id}`
      const renamed = await server.ask(path, { method: 'PUT', json: { name: 'گوشی' }, token: user.token })
      expect(renamed.body.baseDTO).toMatchObject({ name: 'گوشی' })
      expect(await list()).toMatchObject([{ name: 'گوشی', lastUsedDateTime: expect.stringMatching(/Z$/) }])
      expect((await server.ask(path, { method: 'DELETE', token: user.token })).status).toBe(200)
      expect(await list()).toEqual([])
      expect((await logIn(device)).body.code).toBe('PASSKEY_REFUSED')
      expect((await server.ask(path, { method: 'DELETE', token: user.token })).status).toBe(404)
      expect(await eventsOf(user)).toEqual(['PASSKEY_ADDED', 'PASSKEY_RENAMED', 'PASSKEY_REMOVED'])
      const notices = await database.query(
        `select kind, params from notices where kind like 'PASSKEY%' and user_id = (select id from users where mobile = $1) order by id`,
        [user.mobile],
      )
      expect(notices).toEqual([
        { kind: 'PASSKEY_ADDED', params: '{"name":"Mina’s phone"}' },
        { kind: 'PASSKEY_REMOVED', params: '{"name":"گوشی"}' },
      ])
    })

    test('of another user is neither renamed nor removed', async () => {
      const { id } = await add(await newcomer())
      const { token } = await newcomer()
      const path = `/users/passkeys/${id}`
      expect((await server.ask(path, { method: 'PUT', json: { name: 'Mine' }, token })).status).toBe(404)
      expect((await server.ask(path, { method: 'DELETE', token })).status).toBe(404)
    })

    test('is added, renamed and removed only in the ten minutes after a proof of the second step', async () => {
      const user = await newcomer()
      const { id } = await add(user)
      const begun = await begin('/users/passkeys/begin', user.token)
      server.pass({ seconds: 601 })
      const { token } = user
      const credential = new SoftwareAuthenticator(PUBLIC_URL).create(begun.options)
      const calls = [
        server.ask('/users/passkeys/begin', { method: 'POST', token }),
        post('/users/passkeys', { flowToken: begun.flowToken, name: 'Key', credential }, token),
        server.ask(`/users/passkeys/${id}`, { method: 'PUT', json: { name: 'Key' }, token }),
        server.ask(`/users/passkeys/${id}`, { method: 'DELETE', token }),
      ]
      for (const answer of await Promise.all(calls))
        expect(answer).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
    })

    test('is the twentieth at most, and the same one is not added twice', async () => {
      const user = await newcomer()
      const { token } = user
      const first = await add(user)
      const again = await begin('/users/passkeys/begin', token)
      const credential = first.device.create(again.options)
      expect(
        (await post('/users/passkeys', { flowToken: again.flowToken, name: 'B', credential }, token)).body.code,
      ).toBe('PASSKEY_ALREADY_ADDED')
      for (let count = 1; count < 20; count += 1) await add(user, `Key ${count}`)
      const refused = await server.ask('/users/passkeys/begin', { method: 'POST', token })
      expect(refused).toMatchObject({ status: 409, body: { code: 'PASSKEYS_TOO_MANY' } })
      const listed = await server.ask('/users/passkeys', { token })
      expect(listed.body.content?.map(({ name }) => name)).toEqual([
        'Phone',
        ...Array.from({ length: 19 }, (_, index) => `Key ${index + 1}`),
      ])
    })

    test.each([
      ['made for another site', { origin: 'https://kimia.example' }],
      ['made for another domain', { domain: 'evil.test' }],
      ['made for another question', { challenge: 'AAAA' }],
      ['whose user was not verified', { userVerified: false }],
      ['whose data is about another credential', { id: 'AAAAAAAA' }],
    ])('%s is not added', async (_what, faults) => {
      const { token } = await newcomer()
      const { flowToken, options } = await begin('/users/passkeys/begin', token)
      const credential = new SoftwareAuthenticator(PUBLIC_URL).create(options, faults)
      const refused = await post('/users/passkeys', { flowToken, name: 'Key', credential }, token)
      expect(refused).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } })
    })
  })

  describe('an answer', () => {
    test.each([
      ['from the page of another site', { origin: 'https://kimia.test.evil.example' }],
      ['for another domain', { domain: 'evil.test' }],
      ['to another question', { challenge: 'AAAA' }],
      ['of a device that did not verify its user', { userVerified: false }],
      ['that names another user', { userHandle: 'AAAA' }],
    ])('%s opens nothing', async (_what, faults) => {
      const { device } = await add(await newcomer())
      expect(await logIn(device, faults)).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } })
      expect((await logIn(device)).status).toBe(200)
    })

    test('that names no user opens nothing at a login', async () => {
      const { device } = await add(await newcomer())
      const { flowToken, options } = await beginLogin()
      const { userHandle: _, ...credential } = device.get(options)
      expect((await post('/users/passkeys/login', { flowToken, credential })).body.code).toBe('PASSKEY_REFUSED')
    })

    test('of a foreign key under the id of a known one opens nothing', async () => {
      const { device } = await add(await newcomer())
      const stranger = new SoftwareAuthenticator(PUBLIC_URL)
      const { flowToken, options } = await beginLogin()
      const credential = { ...stranger.get(options, { id: device.id }), userHandle: device.get(options).userHandle }
      expect((await post('/users/passkeys/login', { flowToken, credential })).body.code).toBe('PASSKEY_REFUSED')
      expect((await logIn(stranger, { userHandle: credential.userHandle })).body.code).toBe('PASSKEY_REFUSED')
    })

    test('is taken once, also where it was refused, and within five minutes', async () => {
      const { device } = await add(await newcomer())
      const used = await beginLogin()
      const body = { flowToken: used.flowToken, credential: device.get(used.options) }
      expect((await post('/users/passkeys/login', body)).status).toBe(200)
      expect((await post('/users/passkeys/login', body)).body.code).toBe('PASSKEY_EXPIRED')

      const wrong = await beginLogin()
      const { flowToken } = wrong
      await post('/users/passkeys/login', { flowToken, credential: device.get(wrong.options, { domain: 'evil.test' }) })
      const second = await post('/users/passkeys/login', { flowToken, credential: device.get(wrong.options) })
      expect(second.body.code).toBe('PASSKEY_EXPIRED')

      const late = await beginLogin()
      server.pass({ seconds: 300 })
      const credential = device.get(late.options)
      expect((await post('/users/passkeys/login', { flowToken: late.flowToken, credential })).body.code).toBe(
        'PASSKEY_EXPIRED',
      )
    })

    test('is to the last question that its user was asked; and what has expired is kept no longer', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      const [first, second] = [await beginProof(user.token), await beginProof(user.token)]
      const answer = ({ flowToken, options }: typeof first) =>
        post('/users/passkeys/prove', { flowToken, credential: device.get(options) }, user.token)
      expect((await answer(first)).body.code).toBe('PASSKEY_EXPIRED')
      expect((await answer(second)).status).toBe(200)
      for (let time = 0; time < 12; time += 1) await beginLogin()
      server.pass({ seconds: 300 })
      await beginLogin()
      expect(await database.query('select purpose from passkey_challenges')).toEqual([{ purpose: 'LOGIN' }])
    })

    test('sent many times at once opens one session', async () => {
      const { device } = await add(await newcomer())
      const { flowToken, options } = await beginLogin()
      const body = { flowToken, credential: device.get(options) }
      const answers = await Promise.all(Array.from({ length: 12 }, () => post('/users/passkeys/login', body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'PASSKEY_EXPIRED')).toHaveLength(11)
    })

    test('made for a proof opens no session, and the other way round', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      const proof = await beginProof(user.token)
      const asLogin = { flowToken: proof.flowToken, credential: device.get(proof.options) }
      expect((await post('/users/passkeys/login', asLogin)).body.code).toBe('PASSKEY_EXPIRED')
      const login = await beginLogin()
      const asProof = { flowToken: login.flowToken, credential: device.get(login.options) }
      expect((await post('/users/passkeys/prove', asProof, user.token)).body.code).toBe('PASSKEY_EXPIRED')
    })

    test('whose counter goes back, as that of a copied key does, is refused and recorded', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      expect((await logIn(device, { counter: 50 })).status).toBe(200)
      for (const counter of [50, 49, 0]) expect((await logIn(device, { counter })).body.code).toBe('PASSKEY_REFUSED')
      expect((await logIn(device, { counter: 51 })).status).toBe(200)
      expect(await eventsOf(user)).toEqual(['PASSKEY_ADDED', ...Array(3).fill('PASSKEY_COUNTER_WENT_BACK')])
    })

    test('of a device that does not count is taken every time', async () => {
      const { device } = await add(await newcomer())
      for (let time = 0; time < 3; time += 1) expect((await logIn(device, { counter: 0 })).status).toBe(200)
    })

    test('opens no session of a frozen account', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      await database.query('update users set blocked_at = now() where mobile = $1', [user.mobile])
      expect(await logIn(device)).toMatchObject({ status: 403, body: { code: 'LOGIN_NOT_ALLOWED' } })
    })

    test('of an operator opens no account: the console has a login of its own', async () => {
      const user = await newcomer()
      const { device } = await add(user)
      await database.query(
        "update users set role = 'OPERATOR', operator_roles = '{ADMIN}', operator_name = 'Mina' where mobile = $1",
        [user.mobile],
      )
      expect((await logIn(device)).body.code).toBe('PASSKEY_REFUSED')
    })

    test('is refused beyond what one network may begin within a quarter of an hour', async () => {
      const from = '5.160.44.4'
      const answers = await Promise.all(
        Array.from({ length: 101 }, () => server.ask('/users/passkeys/login/begin', { method: 'POST', from })),
      )
      expect(answers.filter(({ status }) => status === 429)).toMatchObject([
        { body: { code: 'TOO_MANY_REQUESTS' }, retryAfter: expect.any(Number) },
      ])
      server.pass({ seconds: 900 })
      expect((await server.ask('/users/passkeys/login/begin', { method: 'POST', from })).status).toBe(200)
    })
  })

  describe('a proof by a passkey', () => {
    test('makes the session fresh again, where the user has one', async () => {
      const user = await newcomer()
      const { token } = user
      expect((await server.ask('/users/passkeys/prove/begin', { method: 'POST', token })).body.code).toBe('NO_PASSKEYS')
      const { device } = await add(user)
      server.pass({ seconds: 601 })
      expect((await server.ask('/users/passkeys/begin', { method: 'POST', token })).body.code).toBe('PROOF_REQUIRED')
      const { flowToken, options } = await beginProof(token)
      expect(options.allowCredentials).toMatchObject([{ id: device.id }])
      const { userHandle: _, ...credential } = device.get(options)
      const proof = { flowToken, credential, purpose: 'ACCESS' }
      expect((await post('/users/passkeys/prove', proof, token)).status).toBe(200)
      expect((await server.ask('/users/passkeys/begin', { method: 'POST', token })).status).toBe(200)
      expect(await eventsOf(user)).toEqual(['PASSKEY_ADDED', 'PROVEN_ANEW'])
    })

    test("by another user's passkey, or in another user's flow, proves nothing", async () => {
      const [user, other] = [await newcomer(), await newcomer()]
      const own = await add(user)
      const foreign = await add(other)
      server.pass({ seconds: 601 })
      const { flowToken, options } = await beginProof(user.token)
      const { userHandle: _, ...credential } = foreign.device.get(options)
      expect((await post('/users/passkeys/prove', { flowToken, credential }, user.token)).body.code).toBe(
        'PASSKEY_REFUSED',
      )
      const stolen = await beginProof(user.token)
      const taken = { flowToken: stolen.flowToken, credential: own.device.get(stolen.options) }
      expect((await post('/users/passkeys/prove', taken, other.token)).body.code).toBe('PASSKEY_EXPIRED')
      for (const { token } of [user, other])
        expect((await server.ask('/users/passkeys/begin', { method: 'POST', token })).body.code).toBe('PROOF_REQUIRED')
    })
  })
})
