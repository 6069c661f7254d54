import { beforeAll, expect, test } from 'vitest'
import { getBlog, getFaq, getPage, getStatistics, getTerms, getUserManual } from '#contract/content.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { getExchangeInfo, getSandboxes } from '#contract/exchange-info.ts'
import { amount, price } from '#domain/units.ts'
import { type ContentBoard, openContent } from '#server/content/content-board.ts'
import { contentRoutes } from '#server/content/routes.ts'
import type { Route } from '#server/http/route.ts'
import { Snapshot } from '#server/http/snapshot.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { countTrades } from '#server/store/accounts/levels.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { TRADES } from '#server/store/exchange-rows.ts'
import { migrate } from '#server/store/migrate.ts'
import { bulkInsertSql, bulkValues } from '#server/store/rows.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

onDatabase('content', (open) => {
  let database: Database
  let nowMs = Date.parse('2026-11-20T08:00:00Z')
  let tetherInToman: bigint | undefined = 100_000n
  let board: ContentBoard
  let routes: readonly Route[]
  let ask: (endpoint: EndpointShape, language: 'fa' | 'en', query?: object, params?: object) => Promise<unknown>

  beforeAll(async () => {
    database = await open()
    await migrate(database)
    await seedCatalogue(database)
    const catalogue = await readCatalogue(database)
    const now = () => nowMs
    board = await openContent({ database, catalogue, goldHours: 'working', now })
    routes = contentRoutes({
      board,
      database,
      catalogue,
      inToman: (coin, value) => {
        if (coin.symbol === 'TOMAN') return value
        return tetherInToman === undefined ? undefined : amount(value * tetherInToman)
      },
      now,
      sandboxes: ['SMS', 'PRICES'],
    })
    ask = async (endpoint, language, query = {}, params = {}) => {
      const found = routes.find((candidate) => candidate.endpoint.path === endpoint.path)
      const answer = await found?.handle({ query, params, language } as never)
      return endpoint.response.parse(answer instanceof Snapshot ? JSON.parse(answer.text) : answer)
    }
  })

  async function trade(id: number, marketId: number, value: bigint) {
    const row = {
      id,
      marketId,
      takerSide: 'BUY' as const,
      unitPrice: price(1n),
      amount: amount(1n),
      value: amount(value),
      takerOrderId: 1,
      makerOrderId: undefined,
      takerUserId: 1,
      makerUserId: -3,
      takerFee: amount(0n),
      makerFee: amount(0n),
      quoteInToman: undefined,
      at: nowMs,
    }
    await database.query(bulkInsertSql(TRADES, { firstParameter: 1, guard: 'true' }), bulkValues(TRADES, [row]))
  }

  test('questions and terms come in the language that was asked for, else in that of the call', async () => {
    expect(await ask(getFaq, 'fa')).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ question: expect.stringMatching('کیمیا') })]),
    })
    expect(await ask(getFaq, 'fa', { language: 'en' })).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ question: expect.stringMatching('Quick trade') })]),
    })
    expect(await ask(getTerms, 'en')).toMatchObject({
      baseDTO: { title: 'Terms of use', language: 'en', html: expect.stringMatching(/^<p>These terms/) },
    })
  })

  test('the fee of a quick trade is the one that is taken, in the digits of the language', async () => {
    for (const [language, percent] of [
      ['fa', '۰٫۳٪'],
      ['en', '0.3%'],
    ] as const) {
      const faq = getFaq.response.parse(await ask(getFaq, language)).content.map(({ answer }) => answer)
      const terms = getTerms.response.parse(await ask(getTerms, language)).baseDTO.html
      expect(terms).toContain(percent)
      expect(faq.some((answer) => answer.includes(percent))).toBe(true)
      expect([terms, ...faq].join()).not.toContain('{{')
    }
  })

  test('Arabic is answered in Persian until somebody writes it', async () => {
    for (const endpoint of [getFaq, getUserManual, getBlog, getTerms])
      expect(await ask(endpoint, 'en', { language: 'ar' })).toEqual(await ask(endpoint, 'en', { language: 'fa' }))
  })

  test('the user manual and the articles come as HTML, the article of one coin by itself', async () => {
    const manual = getUserManual.response.parse(await ask(getUserManual, 'en')).content
    expect(manual.length).toBeGreaterThanOrEqual(40)
    for (const { title, html } of manual) {
      expect(title).not.toBe('')
      expect(html).toMatch(/^<(p|h2|ol|ul|table)/)
    }
    const articles = getBlog.response.parse(await ask(getBlog, 'fa')).content
    expect(articles.map(({ title }) => title)).toEqual(expect.arrayContaining(['GOLD', 'BITCOIN', 'TETHER']))
    const [gold, ...others] = getBlog.response.parse(await ask(getBlog, 'fa', { coin: 'GOLD' })).content
    expect(others).toEqual([])
    expect(gold).toEqual(articles.find(({ title }) => title === 'GOLD'))
    expect(await ask(getBlog, 'fa', { coin: 'UNICORN' })).toEqual({ content: [] })
  })

  test('every entry of the manual stands below a heading, in the order of both, in either language', async () => {
    for (const language of ['fa', 'en'] as const) {
      const manual = getUserManual.response.parse(await ask(getUserManual, language)).content
      const headings = manual.map(({ heading }) => heading?.title ?? '')
      expect(headings).not.toContain('')
      const inOrder = headings.filter((title, index) => title !== headings[index - 1])
      expect(new Set(inOrder).size).toBe(inOrder.length)
      expect(inOrder.length).toBeGreaterThanOrEqual(8)
    }
    // Moving a heading moves its entries with it.
    await database.query(`update content_entries set position = 2 where kind = 'HEADING' and slug = 'security'`)
    await database.query('update content_revision set revision = revision + 1')
    await board.reload()
    const moved = getUserManual.response.parse(await ask(getUserManual, 'en')).content
    expect(moved.slice(0, 3).map(({ heading }) => heading?.slug)).toEqual(['start', 'security', 'security'])
  })

  test('a page is found by its name, in the other language where one is missing, and nothing by any other name', async () => {
    const page = (slug: string, language: 'fa' | 'en') => ask(getPage, language, {}, { slug })
    for (const slug of ['terms', 'privacy', 'about', 'guide', 'fees-note', 'licences', 'liabilities'])
      expect(await page(slug, 'en')).toMatchObject({
        baseDTO: { language: 'en', html: expect.stringMatching(/^<(p|ul)>/) },
      })
    expect(board.find('PAGE', 'nowhere', 'fa')).toBeUndefined()
    const [first] = board.list('FAQ', 'en')
    await database.query(
      `update content_texts set published = null, by_operator = true
        where language = 'en' and entry_id = (select id from content_entries where kind = 'PAGE' and slug = 'guide')`,
    )
    await database.query('update content_revision set revision = revision + 1')
    await board.reload()
    expect(await page('guide', 'en')).toMatchObject({ baseDTO: { language: 'fa' } })
    // An unchanged entry gives the same answer as before.
    expect(board.list('FAQ', 'en')[0]).toEqual(first)
  })

  test('what another process has published is shown by the next look at the counter', async () => {
    const other = await openContent({
      database,
      catalogue: await readCatalogue(database),
      goldHours: 'always',
      now: () => nowMs,
    })
    // The hours of gold are those of this server.
    expect(board.find('FAQ', 'what-is-gold', 'fa')?.html).toContain('۹:۱۵ تا ۱۸:۳۰')
    expect(other.find('FAQ', 'what-is-gold', 'fa')?.html).toContain('شبانه‌روز باز است')
    const version = other.version()
    await other.reload()
    expect(other.version()).toBe(version)
    await database.query(
      `with entry as (select id from content_entries where kind = 'FAQ' and slug = 'fees'),
        added as (insert into content_versions (entry_id, language, version, title, body, at)
          select id, 'en', 99, 'Changed elsewhere', 'a', now() from entry)
      update content_texts set newest = 99, published = 99 where language = 'en' and entry_id = (select id from entry)`,
    )
    await database.query('update content_revision set revision = revision + 1')
    await other.reload()
    expect(other.version()).toBe(version + 1)
    expect(other.find('FAQ', 'fees', 'en')?.title).toBe('Changed elsewhere')
  })

  test('what a client has is not sent again until something else is published', async () => {
    const server = await startHttpServer(routes)
    const read = (etag?: string | null) =>
      fetch(`${server.url}/api/user-manual?language=en`, { headers: etag ? { 'if-none-match': etag } : {} })
    const first = await read()
    const etag = first.headers.get('etag')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await read(etag)).status).toBe(304)
    await database.query(
      `update content_texts set published = null, by_operator = true where language = 'en'
        and entry_id = (select min(id) from content_entries where kind = 'MANUAL')`,
    )
    await database.query('update content_revision set revision = revision + 1')
    await board.reload()
    const second = await read(etag)
    expect(second.status).toBe(200)
    expect(second.headers.get('etag')).not.toBe(etag)
    const page = await fetch(`${server.url}/api/pages/nowhere`)
    expect([page.status, await page.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
    await server.close()
  })

  test('coins are promised no further than the wallet offers them, and nothing says that they cannot be withdrawn', async () => {
    expect(getTerms.response.parse(await ask(getTerms, 'en')).baseDTO.html).toMatch(
      /crypto are open for the assets that have a button/i,
    )
    for (const [language, notYet] of [
      ['en', /haven't opened yet|aren't available yet/],
      ['fa', /هنوز فعال نیست/],
    ] as const) {
      const { content } = getFaq.response.parse(await ask(getFaq, language))
      expect(content.find(({ slug }) => slug === 'withdraw')?.answer).not.toMatch(notYet)
    }
  })

  test('both languages have the same questions', async () => {
    const count = async (language: 'fa' | 'en') => getFaq.response.parse(await ask(getFaq, language)).content.length
    expect(await count('fa')).toBe(await count('en'))
    expect(await ask(getExchangeInfo, 'fa')).toMatchObject({ content: [{ language: 'fa' }, { language: 'en' }] })
  })

  test('the sandboxes are named', async () => {
    expect(await ask(getSandboxes, 'fa')).toEqual({ content: ['SMS', 'PRICES'] })
  })

  test('the public figures are counted from users and trades, each trade once', async () => {
    await trade(1, 3, 5_000_000n)
    await trade(2, 103, 2_000_000n)
    expect(await ask(getStatistics, 'fa')).toEqual({
      baseDTO: { userCount: 0, tradesValue: '200005', tradesAmount: 2 },
    })
    await trade(3, 3, 1_000_000n)
    await database.query(
      `insert into users (mobile, referral_code, created_at) values ('+989120000000', 'AAAA1111', now())`,
    )
    expect(await ask(getStatistics, 'fa')).toMatchObject({ baseDTO: { tradesAmount: 2 } })
    nowMs += 60_000
    tetherInToman = undefined
    // The result is the same whether or not the stored totals include a trade.
    await countTrades(database)
    expect(await ask(getStatistics, 'fa')).toEqual({
      baseDTO: { userCount: 1, tradesValue: '200006', tradesAmount: 3 },
    })
  })
})
