import { expect, test } from 'vitest'
import { words as en } from '#contract/words/en/console-codes.ts'
import { words as fa } from '#contract/words/fa/console-codes.ts'
import { detailsText } from '#server/console/audit/details-text.ts'
import { COINS } from '#tests/builders/coins.ts'
import { MARKETS } from '#tests/builders/markets.ts'

const [MARKET] = MARKETS
const catalogue = {
  coins: COINS,
  markets: MARKETS,
  coinBySymbol: new Map(COINS.map((coin) => [coin.symbol, coin])),
  marketBySymbol: new Map(MARKETS.map((market) => [market.symbol, market])),
  revision: 1,
}

const CHANGE = JSON.stringify({
  proposal: 12,
  market: MARKET?.symbol ?? '',
  'before.tick': '10',
  tick: '50',
  'before.enabled': 'false',
  enabled: 'true',
  maker: '0.25',
  roles: 'READ, SUPPORT',
  doubts: 'NAME',
  newDevice: true,
  from: '2026-11-22',
  firstAt: '2026-11-22T08:10:00.000Z',
  'networks.BEP20.withdrawalFee': '3',
  name: 'PASSKEY',
  odd: 'x',
  unnamed: '',
})

test.each([
  ['en', en, ['→', ', ', '%', '2026-11-22', '2026-11-22 11:40:00', `Network BEP20: ${en.field.withdrawalFee}`]],
  ['fa', fa, ['←', '، ', '٪', '1405-09-01', '1405-09-01 11:40:00', `شبکهٔ BEP20: ${fa.field.withdrawalFee}`]],
] as const)('the details of an event are written in the words of its screen (%s)', (language, words, written) => {
  const [arrow, comma, percent, day, instant, fee] = written
  const { base, quote } = MARKET ?? expect.fail('no market')
  const nameOf = (coin: typeof base) => (language === 'fa' ? coin.persianName : coin.englishName)
  const { detail, field, flag, role, doubt, is } = words
  expect(detailsText(CHANGE, { catalogue, language }).split('; ')).toEqual([
    `${detail.proposal}: 12`,
    `${detail.market}: ${nameOf(base)} / ${nameOf(quote)}`,
    `${field.tick}: 10 ${nameOf(quote)} ${arrow} 50 ${nameOf(quote)}`,
    `${field.enabled}: ${flag.no} ${arrow} ${flag.yes}`,
    `${field.maker}: 0.25${percent}`,
    `${field.roles}: ${role.READ}${comma}${role.SUPPORT}`,
    `${detail.doubts}: ${doubt.NAME}`,
    `${detail.newDevice}: ${is.yes}`,
    `${detail.from}: ${day}`,
    `${detail.firstAt}: ${instant}`,
    `${fee}: 3 ${nameOf(base)}`,
    `${detail.name}: PASSKEY`,
    'odd: x',
  ])
})
