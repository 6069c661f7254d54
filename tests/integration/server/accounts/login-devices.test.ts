import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { PASSWORD, signedUp } from './steps.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

onDatabase('the devices of logins', (open) => {
  let database: Database
  let server: AccountServer
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
  })
  afterAll(() => server.close())

  test('are what the client says, what its user agent does where it says nothing, and unknown', async () => {
    const { mobile, token } = await signedUp(server)
    const logsIn = async (device: object, userAgent: string) => {
      const json = { mobileNumber: mobile, password: PASSWORD, authenticationType: 'SMS', ...device }
      const headers = { 'user-agent': userAgent }
      expect(await server.ask('/users/login', { method: 'POST', json, headers })).toMatchObject({ status: 200 })
      const code = server.codeFor(mobile)
      await server.ask('/users/check-otp-code', { method: 'POST', json: { code, mobileNumber: mobile }, headers })
    }
    await logsIn({}, FIREFOX)
    await logsIn({ osType: 'WINDOWS', deviceType: 'DESKTOP', browser: 'EDGE' }, FIREFOX)
    await logsIn({}, 'a program of my own')
    const { body } = await server.ask('/users/login-history?size=3', { token })
    expect(body.content).toMatchObject([
      { osType: 'UNKNOWN', deviceType: 'UNKNOWN', browser: 'UNKNOWN', isSuccessful: true },
      { osType: 'WINDOWS', deviceType: 'DESKTOP', browser: 'EDGE', isSuccessful: true },
      { osType: 'LINUX', deviceType: 'DESKTOP', browser: 'FIREFOX', isSuccessful: true },
    ])
  })

  test('of a wrong password are in the history, too', async () => {
    const { mobile, token } = await signedUp(server)
    const json = { mobileNumber: mobile, password: 'wrong', authenticationType: 'SMS' }
    await server.ask('/users/login', { method: 'POST', json, headers: { 'user-agent': FIREFOX } })
    const { body } = await server.ask('/users/login-history?size=1', { token })
    expect(body.content).toMatchObject([{ osType: 'LINUX', browser: 'FIREFOX', isSuccessful: false }])
  })
})
