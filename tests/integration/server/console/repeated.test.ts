import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strategyText } from '#server/console/settings/strategies.ts'
import { usualStrategy } from '#server/operations/seed-strategies.ts'
import type { Database } from '#server/store/database.ts'
import { readStrategies } from '#server/store/trading/maker-strategies.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const BROADCAST = {
  receiverFilter: { language: 'ALL', level: 'ALL', verified: false },
  messages: {
    fa: { title: 'تعطیلی فردا', text: 'بازار طلا فردا بسته است.' },
    en: { title: 'Closed tomorrow', text: 'Gold markets are closed tomorrow.' },
  },
}
const READY = { title: 'Fees', fa: 'کارمزد در صفحهٔ کارمزدها است.', en: 'See the fees page.' }
const NETWORK = {
  tokenType: 'BEP20',
  withdrawalFee: '0.5',
  minWithdraw: '2',
  maxWithdraw: '90000',
  depositEnabled: true,
  withdrawEnabled: false,
  txIdNeeded: false,
}
const COIN = { decimals: 6, precision: 2, quickTradeMin: '5', quickTradeMax: '50000', networks: [NETWORK] }
const AMOUNTS = { minAmount: '1', maxAmount: '1000', minTotal: '50000', openOrdersMax: '200' }
const BANDS = { protectionBand: '5', forceWarning: '2.5', limitPriceMin: '20', limitPriceMax: '500' }
const MARKET = { hours: 'always', ...BANDS, ...AMOUNTS }
const HALT = { kind: 'halted', reasonFa: 'بازبینی قیمت', reasonEn: 'Price review' }
const LEVEL = {
  volumeFrom: '0',
  maker: '0.3',
  taker: '0.35',
  depositDayMax: '300000000',
  withdrawalHourMax: '300000000',
  withdrawalDayMax: '700000000',
}

type Body = Readonly<Record<string, unknown>>
interface Act {
  readonly path: string
  readonly json: Body
}

onDatabase('what an operator sends twice', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator
  let token: string
  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
    token = await server.logIn(sara)
  })
  afterAll(() => server.close())

  const send = ({ path, json }: Act) => server.ask(`/operations/${path}`, { json, token })
  /** The second call follows the first answer, or both are sent before either is answered. */
  const HOW = {
    'after a lost answer': async (act: Act) => [await send(act), await send(act)],
    'at the same moment': (act: Act) => Promise.all([send(act), send(act)]),
  }
  const answersOf = async (act: Act, how: keyof typeof HOW) => {
    const answers = await HOW[how](act)
    return answers.map(({ status, body }) => (status === 200 ? status : body.code)).sort()
  }
  const count = async (sql: string, values: (string | number)[] = []) => {
    const [row] = await database.query<{ count: bigint }>(`select count(*) as count from ${sql}`, values)
    return Number(row?.count)
  }
  const logged = (kind: string) => count('audit_log where kind = $1', [kind])

  describe.each(['after a lost answer', 'at the same moment'] as const)('%s', (how) => {
    const mark = how === 'at the same moment' ? 'B' : 'A'

    test('a ready answer with a key is one, and the second call has the same answer', async () => {
      const json = { ...READY, title: `Fees ${mark}`, clientKey: randomUUID() }
      const answers = await HOW[how]({ path: 'canned-answers', json })
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect(await count('canned_answers where title = $1', [json.title])).toBe(1)
      expect(
        await count(`audit_log where kind = 'CANNED_ANSWER_CHANGED' and details::json->>'title' = $1`, [json.title]),
      ).toBe(1)
      expect(await send({ path: 'canned-answers', json: { ...json, en: 'Another.' } })).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_KEY_REUSED', field: 'clientKey' },
      })
    })

    test('a ready answer without a key is one within half a minute, and another one later', async () => {
      const act = { path: 'canned-answers', json: { ...READY, title: `Limits ${mark}` } }
      const answers = await HOW[how](act)
      expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body ?? {} })
      server.people.pass({ seconds: 31 })
      expect((await send(act)).body).not.toEqual(answers[0]?.body)
      expect(await count('canned_answers where title = $1', [act.json.title])).toBe(2)
    })

    test('a message to many users is sent once, and the second call answers how many have it', async () => {
      await verifiedUser(database)
      const sentBefore = await count(`notices where kind = 'BROADCAST'`)
      const json = { ...BROADCAST, clientKey: randomUUID(), reason: 'A holiday' }
      const answers = await HOW[how]({ path: 'broadcasts', json })
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const [{ sent = 0 } = {}] = answers.map(({ body }) => body.baseDTO as { sent?: number })
      expect(sent).toBeGreaterThan(0)
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect(await count(`notices where kind = 'BROADCAST'`)).toBe(sentBefore + sent)
      expect(await count('broadcasts where client_key = $1', [json.clientKey])).toBe(1)
      // A repeat with another text is refused: the new text must not seem to have been sent.
      const messages = { ...json.messages, en: { title: 'Open tomorrow', text: 'Gold markets are open.' } }
      expect(await send({ path: 'broadcasts', json: { ...json, messages } })).toMatchObject({
        status: 409,
        body: { code: 'BROADCAST_SENT_BEFORE' },
      })
    })

    test('a proposal is one, and the second call is told that it waits', async () => {
      const user = await verifiedUser(database)
      const other = await verifiedUser(database)
      await database.query(`update users set level = 'SUPERVISOR' where id = $1`, [other.userId])
      const second = how === 'at the same moment'
      const proposals: [string, Body][] = [
        [`users/${user.userId}/propose-supervisor`, { credit: [{ coin: 'TOMAN', amount: '1000' }] }],
        [`users/${other.userId}/propose-end-supervisor`, {}],
        ['propose-operator', { mobileNumber: iranianIdentity().mobileNumber, name: 'Nima Rad', roles: ['READ'] }],
        [`levels/${second ? 'VIP_1' : 'VIP_2'}/propose-change`, second ? LEVEL : { ...LEVEL, volumeFrom: '200000001' }],
        [`markets/${second ? 'GOLD' : 'TETHER'}_TOMAN/propose-change`, { ...MARKET, tick: '7' }],
        [
          'propose-coin',
          {
            ...COIN,
            symbol: `NEW_${mark}`,
            code: `NEW${mark}`,
            persianName: 'تازه',
            englishName: 'New',
            priceSource: 'cardano',
          },
        ],
        ['propose-market', { ...MARKET, tick: '10', base: second ? 'CAMEL' : 'GOLD', quote: 'TETHER' }],
      ]
      for (const [path, json] of proposals) {
        const act = { path, json: { ...json, reason: 'Agreed in the meeting' } }
        const before = await count('proposals where decision is null')
        expect(await answersOf(act, how), path).toEqual([200, 'PROPOSAL_EXISTS'])
        expect(await count('proposals where decision is null'), path).toBe(before + 1)
      }
    })

    test('other roles and the end of an operator are proposed once', async () => {
      const operators = await database.query<{ id: bigint }>(
        `insert into users (mobile, referral_code, created_at, role, operator_name, operator_roles)
          values ($1, $2, now(), 'OPERATOR', 'Omid Rad', '{READ}') returning id`,
        [iranianIdentity().mobileNumber.replace(/^0/, '+98'), `omid-${mark}`],
      )
      const path = `operators/${operators[0]?.id}`
      const roles = { path: `${path}/propose-roles`, json: { roles: ['SUPPORT'], reason: 'Agreed' } }
      expect(await answersOf(roles, how)).toEqual([200, 'PROPOSAL_EXISTS'])
      const removal = { path: `${path}/propose-removal`, json: { reason: 'Left us' } }
      expect(await answersOf(removal, how)).toEqual([200, 'PROPOSAL_EXISTS'])
    })

    test('an approval is done once', async () => {
      const mobileNumber = iranianIdentity().mobileNumber
      const json = { mobileNumber, name: 'Nima Rad', roles: ['READ'], reason: 'Agreed' }
      const { body } = await send({ path: 'propose-operator', json })
      const before = [await count(`users where role = 'OPERATOR'`), await logged('OPERATOR_ADDED')]
      const sarasToken = token
      token = await server.logIn(reza)
      const act = { path: `proposals/${body.baseDTO?.id}/approve`, json: { reason: 'Agreed' } }
      expect(await answersOf(act, how)).toEqual([200, 'PROPOSAL_CLOSED'])
      token = sarasToken
      const after = [await count(`users where role = 'OPERATOR'`), await logged('OPERATOR_ADDED')]
      expect(after).toEqual(before.map((number) => number + 1))
    })

    test('a holiday, a strategy and a halt are set once', async () => {
      const day = how === 'at the same moment' ? '2027-05-11' : '2027-05-12'
      const holiday = { path: 'holidays', json: { day, closed: true, reason: 'A feast' } }
      expect(await answersOf(holiday, how)).toEqual([200, 'PROPOSAL_EXISTS'])
      const levels = how === 'at the same moment' ? 13 : 14
      const gold = server.services.catalogue.marketBySymbol.get('GOLD_TOMAN') ?? expect.fail('no market')
      const version = (await readStrategies(database)).get(gold.id)?.version ?? 0
      const json = { ...strategyText(usualStrategy(gold), gold), levels, version, reason: 'Closer quotes' }
      expect(await answersOf({ path: 'markets/GOLD_TOMAN/strategy', json }, how)).toEqual([200, 'NOTHING_TO_CHANGE'])
      const symbol = how === 'at the same moment' ? 'TETHER_TOMAN' : 'ETHEREUM_TETHER'
      const before = await logged('MARKET_HALTED')
      expect(await answersOf({ path: `markets/${symbol}/halt`, json: HALT }, how)).toEqual([200, 200])
      const halts = 'market_halts join markets on markets.id = market_id where symbol = $1'
      expect(await count(halts, [symbol])).toBe(1)
      expect(await logged('MARKET_HALTED')).toBe(before + 1)
    })

    test('an entry, a version and its publication are one', async () => {
      const slug = `twice-${mark.toLowerCase()}`
      const entry = { path: 'content', json: { kind: 'FAQ', slug, position: 90 } }
      expect(await answersOf(entry, how)).toEqual([200, 'CONTENT_EXISTS'])
      const text = { path: `content/FAQ/${slug}/fa`, json: { title: 'پرسش', body: 'پاسخ', basedOn: 0 } }
      expect(await answersOf(text, how)).toEqual([200, 'CONTENT_CHANGED'])
      const publication = { path: `${text.path}/publish`, json: { version: 1, replaces: null, reason: 'Asked often' } }
      expect(await answersOf(publication, how)).toEqual([200, 'CONTENT_CHANGED'])
      const kept = 'content_versions v join content_entries e on e.id = v.entry_id where slug = $1'
      expect(await count(kept, [slug])).toBe(1)
    })
  })
})
