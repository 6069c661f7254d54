import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { EXPORT_ROWS_MAX } from '#contract/own-files.ts'
import { walletRoutes } from '#server/wallets/routes.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/** Payments of three days in Tehran, of one of a user before and of one after, and one of somebody else; the newest has the highest number. */
async function threeDays(
  { wallets, user: { userId } }: TestWallets,
  more: readonly (readonly [toman: number, ending: string])[] = [],
): Promise<void> {
  for (const [owner, toman, status, at, ending] of [
    [userId, 1_001, 'CONFIRMED', '2026-11-19T20:29:59.999Z'],
    [userId, 1_002, 'CONFIRMED', '2026-11-19T20:30:00.000Z'],
    [userId, 1_003, 'UNCONFIRMED', '2026-11-20T08:00:00.000Z'],
    [userId + 1, 9_999, 'CONFIRMED', '2026-11-20T08:00:00.000Z'],
    [userId, 1_004, 'RAISED_BY_USER', '2026-11-20T20:29:59.000Z'],
    [userId, 1_005, 'CONFIRMED', '2026-11-20T20:30:00.000Z'],
    ...more.map(([toman, ending]) => [userId, toman, 'UNCONFIRMED', '2026-11-25T08:00:00.000Z', ending] as const),
  ] as const)
    await wallets.database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, status, key, fingerprint, ref_id, created_at, unpaid,
         paid_by, pay_back)
       values ($1, $2, 'ZARINPAL', '603799******7893', $3, $4, '', $5, $6,
         case when $7::text in ('CANCELLED', 'ABANDONED') then $7::text end,
         case when $7::text = 'DUE' then 'ANOTHER' end, case when $7::text = 'DUE' then 'DUE' end)`,
      [owner, toman * 1_000_000, status, `key-${toman}`, status === 'CONFIRMED' ? '=2+3' : null, at, ending],
    )
}

/** Calls the route of a path as the user. */
function call({ wallets, user: { userId } }: TestWallets, language: 'fa' | 'en' = 'en') {
  const routes = walletRoutes(wallets)
  return async (path: string, query: Readonly<Record<string, string | number>>): Promise<unknown> =>
    routes.find(({ endpoint }) => endpoint.path === path)?.handle({ caller: { userId }, query, language } as never)
}

const LISTS = {
  '': '1005 1004 1003 1002 1001',
  'transactionStatus=CONFIRMED': '1005 1002 1001',
  'transactionStatus=RAISED_BY_USER': '1004',
  'from=2026-11-20': '1005 1004 1003 1002',
  'to=2026-11-20': '1004 1003 1002 1001',
  'from=2026-11-20&to=2026-11-20': '1004 1003 1002',
  'from=2026-11-20&to=2026-11-20&transactionStatus=CONFIRMED': '1002',
  'from=2026-11-22': '',
  'to=2026-11-18': '',
}

onDatabase('own deposits', (open) => {
  test('are narrowed to a status and to days of Tehran, both included', async () => {
    const opened = await openTestWallets(await open())
    await threeDays(opened)
    const ask = call(opened)
    for (const [filter, found] of Object.entries(LISTS)) {
      const answer = await ask('/wallets/deposit', Object.fromEntries(new URLSearchParams(filter)))
      const amounts = (answer as { content: { amount: string }[] }).content.map(({ amount }) => amount)
      expect(amounts.join(' '), filter).toBe(found)
    }
    await opened.exchange.close()
  })

  test('that were not credited are narrowed to how they ended, in the list and in its file', async () => {
    const opened = await openTestWallets(await open())
    await threeDays(opened, [
      [1_006, 'CANCELLED'],
      [1_007, 'ABANDONED'],
      [1_008, 'DUE'],
    ])
    const ask = call(opened)
    for (const [ending, toman, words] of [
      ['FAILED', '1003', 'Failed'],
      ['CANCELLED', '1006', 'Cancelled at the gateway'],
      ['ABANDONED', '1007', 'Not completed'],
      ['PAID_BACK', '1008', 'Being returned'],
    ] as const) {
      const { content } = (await ask('/wallets/deposit', { ending })) as { content: { amount: string }[] }
      expect(content.map(({ amount }) => amount)).toEqual([toman])
      const file = (await ask('/wallets/deposit/export', { ending })) as { bytes: NodeJS.ReadableStream }
      expect((await text(file.bytes)).trim().split('\r\n').slice(1)).toEqual([
        expect.stringContaining(`,${toman},${words},`),
      ])
    }
    await opened.exchange.close()
  })

  test('narrowed to a status are all reached by the cursor, eleven of twenty-two', async () => {
    const opened = await openTestWallets(await open(), { openDepositsMax: 22 })
    for (let toman = 1_001; toman <= 1_022; toman++) await opened.begin(`${toman}`, `intention-${toman}`)
    await opened.wallets.database.query(`update toman_deposits set status = 'UNCONFIRMED' where id % 2 = 0`)
    const ask = call(opened)
    const narrowed = { transactionStatus: 'UNCONFIRMED', size: 10 }
    const first = (await ask('/wallets/deposit', { ...narrowed, before: '' })) as { content: unknown[]; next: string }
    expect(first.content).toHaveLength(10)
    const rest = (await ask('/wallets/deposit', { ...narrowed, before: first.next })) as typeof first
    expect(rest.content).toHaveLength(1)
    expect(rest.next).toBeUndefined()
    await opened.exchange.close()
  })

  test('refuse days that end before they begin or do not exist, as a list and as a file', async () => {
    const opened = await openTestWallets(await open())
    const ask = call(opened)
    for (const path of ['/wallets/deposit', '/wallets/deposit/export']) {
      const refused = { code: 'DAY_SPAN_INVALID' }
      expect(await ask(path, { from: '2026-11-21', to: '2026-11-20' })).toMatchObject({ ...refused, field: 'to' })
      expect(await ask(path, { from: '2026-13-01' })).toMatchObject({ ...refused, field: 'from' })
    }
    await opened.exchange.close()
  })

  test('are a file with the filtered rows, times in Tehran and UTC, words of the language and no formula', async () => {
    const opened = await openTestWallets(await open())
    await threeDays(opened)
    const linesOf = async (language: 'fa' | 'en', query: Record<string, string>) => {
      const file = (await call(opened, language)('/wallets/deposit/export', query)) as { bytes: NodeJS.ReadableStream }
      expect(file).toMatchObject({ mimeType: 'text/csv; charset=utf-8' })
      return (await text(file.bytes)).trim().split('\r\n')
    }
    expect(await linesOf('en', { from: '2026-11-20', to: '2026-11-20' })).toEqual([
      expect.stringMatching(
        /^\uFEFF?Number,Time in Tehran,Time \(UTC\),Amount \(Toman\),Status,Card,Reference number,Gateway$/,
      ),
      expect.stringMatching(
        /^\d+,2026-11-20 23:59:59,2026-11-20T20:29:59.000Z,1004,Pending,603799\*{6}7893,,Zarinpal$/,
      ),
      expect.stringMatching(/^\d+,2026-11-20 11:30:00,2026-11-20T08:00:00.000Z,1003,Failed,603799\*{6}7893,,Zarinpal$/),
      expect.stringMatching(
        /^\d+,2026-11-20 00:00:00,2026-11-19T20:30:00.000Z,1002,Confirmed,603799\*{6}7893,'=2\+3,Zarinpal$/,
      ),
    ])
    expect((await linesOf('fa', { transactionStatus: 'RAISED_BY_USER' }))[1]).toContain(
      ',1405-08-29 23:59:59,2026-11-20T20:29:59.000Z,1004,در انتظار پاسخ درگاه,',
    )
    await opened.exchange.close()
  })

  test('beyond the rows of a file are refused as a file', async () => {
    const opened = await openTestWallets(await open())
    await opened.wallets.database.query(
      `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
       select $1, 1, 'test', '', 'key-' || id, '', now() from generate_series(1, $2::bigint) as id`,
      [opened.user.userId, EXPORT_ROWS_MAX + 1],
    )
    const ask = call(opened)
    expect(await ask('/wallets/deposit/export', {})).toMatchObject({ code: 'EXPORT_TOO_LARGE', field: 'to' })
    expect(await ask('/wallets/deposit/export', { transactionStatus: 'CONFIRMED' })).toHaveProperty('fileName')
    await opened.exchange.close()
  })
})
