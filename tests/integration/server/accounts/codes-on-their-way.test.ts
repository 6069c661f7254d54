import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { changeOtp, prove, sendCode, sendVerificationCode } from './security-steps.ts'
import { signedUp } from './steps.ts'

onDatabase('a code that is on its way', (open) => {
  let server: AccountServer
  beforeAll(async () => {
    server = await startAccountServer(await open(), { limits: { codesPerAddressMax: 1_000, codeGapMs: 60_000 } })
  })
  afterAll(() => server.close())

  test('is named again within a minute, and still works: a sheet that was closed can be opened again', async () => {
    const { token, mobile } = await signedUp(server)
    expect((await sendCode(server, token)).body.baseDTO).toMatchObject({ expiresInSeconds: 120 })
    const messages = server.messagesTo(mobile)
    server.pass({ seconds: 59 })
    expect(await sendCode(server, token)).toMatchObject({
      status: 200,
      body: { baseDTO: { twoStepAuthenticationType: 'SMS', expiresInSeconds: 61 } },
    })
    expect(server.messagesTo(mobile)).toBe(messages)
    expect((await prove(server, token, server.codeFor(mobile))).status).toBe(200)
  })

  test('of a proof leaves that of the new second step its own minute', async () => {
    const { token, mobile } = await signedUp(server)
    await sendCode(server, token, 'TWO_STEP')
    expect((await prove(server, token, server.codeFor(mobile), 'TWO_STEP')).status).toBe(200)
    expect((await sendVerificationCode(server, token, 'SMS')).status).toBe(200)
  })

  test('is followed by another one after the minute', async () => {
    const { token, mobile } = await signedUp(server)
    await sendCode(server, token)
    const messages = server.messagesTo(mobile)
    server.pass({ seconds: 60 })
    expect((await sendCode(server, token)).body.baseDTO).toMatchObject({ expiresInSeconds: 120 })
    expect(server.messagesTo(mobile)).toBe(messages + 1)
  })

  test('to an address that nobody has proven goes ten times a day at most, whoever asks', async () => {
    const limits = { codesPerAddressMax: 1_000, codesPerNumberMax: 1_000, strangersCodesPerDayMax: 10 }
    const hasty = await startAccountServer(server.accounts.database, { limits })
    try {
      const email = 'stranger@kimia.test'
      const users = [await signedUp(hasty), await signedUp(hasty)]
      const statuses: number[] = []
      for (let turn = 0; turn < 12; turn += 1) {
        const { token = '' } = users[turn % 2] ?? {}
        statuses.push((await sendVerificationCode(hasty, token, 'EMAIL', { email })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
      expect(hasty.textsTo(email)).toHaveLength(10)
    } finally {
      await hasty.close()
    }
  })

  test('of a change of the second step is named again for the same contact alone', async () => {
    const { token } = await signedUp(server)
    const [first, second] = ['first@kimia.test', 'second@kimia.test']
    await sendVerificationCode(server, token, 'EMAIL', { email: first })
    server.pass({ seconds: 10 })
    const again = await sendVerificationCode(server, token, 'EMAIL', { email: first })
    expect(again.body.baseDTO).toMatchObject({ expiresInSeconds: 110 })
    expect(server.textsTo(first)).toHaveLength(1)
    expect((await sendVerificationCode(server, token, 'EMAIL', { email: second })).status).toBe(200)
    expect(server.textsTo(second)).toHaveLength(1)
    expect((await changeOtp(server, token, 'EMAIL', server.emailCodeFor(second))).status).toBe(200)
  })
})
