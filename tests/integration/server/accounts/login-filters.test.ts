import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { signedUp } from './steps.ts'

const LISTS = {
  '': ['5.160.1.4', '5.160.1.3', '5.160.1.2', '5.160.1.1'],
  'from=2025-11-20': ['5.160.1.4', '5.160.1.3', '5.160.1.2'],
  'to=2025-11-20': ['5.160.1.3', '5.160.1.2', '5.160.1.1'],
  'from=2025-11-20&to=2025-11-20': ['5.160.1.3', '5.160.1.2'],
  'from=2025-11-22': [],
  'to=2025-11-18': [],
}

onDatabase('own logins', (open) => {
  let database: Database
  let server: AccountServer
  let token: string
  beforeAll(async () => {
    database = await open()
    server = await startAccountServer(database)
    const other = await signedUp(server)
    const own = await signedUp(server)
    token = own.token
    await database.query('delete from logins')
    for (const [index, at] of [
      '2025-11-19T20:29:59.999Z',
      '2025-11-19T20:30:00.000Z',
      '2025-11-20T20:29:59.000Z',
      '2025-11-20T20:30:00.000Z',
    ].entries())
      for (const [mobile, net] of [
        [own.mobile, '5.160.1'],
        [other.mobile, '9.9.9'],
      ] as const)
        await database.query(
          `insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
           select id, $2, $3, 'MOBILE', 'IOS', '=HYPERLINK(1)', $4 from users where mobile = $1`,
          [mobile, at, `${net}.${index + 1}`, index !== 1],
        )
  })
  afterAll(() => server.close())

  test('are narrowed to days of Tehran, both included', async () => {
    for (const [filter, found] of Object.entries(LISTS)) {
      const { body } = await server.ask(`/users/login-history?${filter}`, { token })
      expect(
        body.content?.map(({ ipAddress }) => ipAddress),
        filter,
      ).toEqual(found)
    }
  })

  test('refuse days that end before they begin or do not exist, as a list and as a file', async () => {
    for (const path of ['/users/login-history', '/users/login-history/export']) {
      const refused = { status: 400, body: { code: 'DAY_SPAN_INVALID' } }
      const turned = await server.ask(`${path}?from=2025-11-21&to=2025-11-20`, { token })
      expect(turned).toMatchObject({ ...refused, body: { field: 'to' } })
      const missing = await server.ask(`${path}?from=2025-13-01`, { token })
      expect(missing).toMatchObject({ ...refused, body: { field: 'from' } })
    }
  })

  test('are a file with the filtered rows, times in Tehran and UTC, words of the language and no formula', async () => {
    const linesOf = async (language: 'fa' | 'en') => {
      const answer = await fetch(`${server.url}/api/users/login-history/export?from=2025-11-20&to=2025-11-20`, {
        headers: { authorization: `Bearer ${token}`, language },
      })
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toMatch(/kimia-logins-\d{4}-\d\d-\d\d\.csv/)
      return (await answer.text()).trim().split('\r\n')
    }
    expect(await linesOf('en')).toEqual([
      expect.stringMatching(/^\uFEFF?Time in Tehran,Time \(UTC\),Result,IP address,Device,Operating system,Browser$/),
      "2025-11-20 23:59:59,2025-11-20T20:29:59.000Z,Successful,5.160.1.3,Mobile,iOS,'=HYPERLINK(1)",
      "2025-11-20 00:00:00,2025-11-19T20:30:00.000Z,Failed,5.160.1.2,Mobile,iOS,'=HYPERLINK(1)",
    ])
    expect((await linesOf('fa'))[2]).toBe(
      "1404-08-29 00:00:00,2025-11-19T20:30:00.000Z,ناموفق,5.160.1.2,موبایل,iOS,'=HYPERLINK(1)",
    )
  })
})
