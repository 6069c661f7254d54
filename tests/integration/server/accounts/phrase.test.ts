import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { changeOtp, prove, securityOf, sendCode, sendVerificationCode } from './security-steps.ts'
import { logIn, signedUp } from './steps.ts'

onDatabase('phrase and language', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database, { limits: { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000 } })
  })
  afterAll(() => server.close())
  const setPhrase = (token: string, phrase: string | null) =>
    server.ask('/users/anti-phishing-phrase', { method: 'PUT', json: { phrase }, token })
  const phraseOf = async (token: string) => (await securityOf(server, token))?.antiPhishingPhrase

  test('a phrase is kept as people write it, changed and removed', async () => {
    const { token } = await signedUp(server)
    expect((await setPhrase(token, '  باغ  گیلاس می‌شکفد 🌸 ')).status).toBe(200)
    expect(await phraseOf(token)).toBe('باغ گیلاس می‌شکفد 🌸')
    await setPhrase(token, 'blue whale')
    expect(await phraseOf(token)).toBe('blue whale')
    await setPhrase(token, null)
    expect(await phraseOf(token)).toBeNull()
  })

  test('is for the present user to set: a session that was left open does not say by which phrase our messages are known', async () => {
    const { mobile, token } = await signedUp(server)
    server.pass({ seconds: 601 })
    expect(await setPhrase(token, 'blue whale')).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
    await sendCode(server, token)
    await prove(server, token, server.codeFor(mobile))
    expect((await setPhrase(token, 'blue whale')).status).toBe(200)
  })

  test('is masked for a session that was not proven for ten minutes, which could forge our messages by it', async () => {
    const { mobile, token } = await signedUp(server)
    await setPhrase(token, 'blue whale')
    server.pass({ seconds: 601 })
    expect(await phraseOf(token)).toBe('b***')
    await sendCode(server, token)
    await prove(server, token, server.codeFor(mobile))
    expect(await phraseOf(token)).toBe('blue whale')
  })

  test('stands in no code to an address that was only typed, and in those to one that is proven', async () => {
    const { mobile, token } = await signedUp(server)
    await setPhrase(token, 'blue whale')
    const email = `${mobile.slice(3)}@kimia.test`
    await sendVerificationCode(server, token, 'EMAIL', { email })
    expect(server.textsTo(email)[0]).not.toContain('blue whale')
    await changeOtp(server, token, 'EMAIL', server.emailCodeFor(email))
    server.pass({ seconds: 60 })
    await logIn(server, mobile)
    expect(server.textsTo(email)[0]).toContain('blue whale')
  })

  test.each([
    ['two letters', 'ab'],
    ['thirty-one letters', 'a'.repeat(31)],
    ['nothing but blanks', '      '],
    ['a control character', 'blue\u0007whale'],
    ['a mark that turns the direction', 'blue\u202Ewhale'],
  ])('%s is no phrase', async (_what, phrase) => {
    const { token } = await signedUp(server)
    expect(await setPhrase(token, phrase)).toMatchObject({ status: 400, body: { code: 'PHRASE_INVALID' } })
    expect(await phraseOf(token)).toBeNull()
  })

  test('messages begin in the language of the sign-up', async () => {
    const languages = await Promise.all(
      (['fa', 'en'] as const).map(async (language) => {
        const asIn: AccountServer = { ...server, ask: (path, asked) => server.ask(path, { ...asked, language }) }
        const { mobile } = await signedUp(asIn)
        const [row] = await database.query('select language from users where mobile = $1', [mobile])
        return row
      }),
    )
    expect(languages).toEqual([{ language: 'fa' }, { language: 'en' }])
  })

  test('the language of messages is kept with the user', async () => {
    const { token } = await signedUp(server)
    const set = (language: string) => server.ask('/users/language', { method: 'PUT', json: { language }, token })
    expect((await set('en')).status).toBe(200)
    const caller = await server.accounts.sessions.findCaller(token)
    const [row] = await database.query('select language from users where id = $1', [caller?.userId ?? 0])
    expect(row).toEqual({ language: 'en' })
    expect((await set('de')).body.code).toBe('BAD_REQUEST')
  })
})
