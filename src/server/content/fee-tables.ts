import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { escapeHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'
import type { Placeholders } from './placeholders.ts'

const LEVELS = ['1', '2', '3', '4'] as const

const WORDS = {
  fa: {
    levels: 'کارمزد معامله در بازار حرفه‌ای',
    level: 'سطح',
    volume: 'حجم معاملهٔ سه‌ماهه (تومان)',
    maker: 'کارمزد میکر',
    taker: 'کارمزد تیکر',
    networks: 'کارمزد و حداقل برداشت رمزارز',
    coin: 'دارایی',
    network: 'شبکه',
    minimum: 'حداقل برداشت',
    fee: 'کارمزد برداشت',
  },
  en: {
    levels: 'Trading fees on Pro market',
    level: 'Level',
    volume: 'Three-month volume (Toman)',
    maker: 'Maker fee',
    taker: 'Taker fee',
    networks: 'Crypto withdrawals: fees and minimums',
    coin: 'Asset',
    network: 'Network',
    minimum: 'Minimum withdrawal',
    fee: 'Withdrawal fee',
  },
} as const

interface Facts {
  readonly values: Placeholders
  readonly coins: readonly Coin[]
}

/** The fees of levels and networks as HTML, for readers without scripts and for print. */
export function feeTables({ values, coins }: Facts, language: Language): string {
  const words = WORDS[language]
  const digits = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-US', { maximumFractionDigits: 18 })
  const number = (text: string) => digits.format(text as `${number}`)
  const levels = LEVELS.flatMap((level) => {
    const [volume, maker, taker] = [`levelVolume${level}`, `makerFee${level}`, `takerFee${level}`].map(
      (name) => values[name],
    )
    return volume === undefined ? [] : [[`${words.level} ${number(level)}`, volume, maker ?? '', taker ?? '']]
  })
  const networks = coins.flatMap(({ persianName, englishName, code, decimals, networks: each }) =>
    each.map(({ tokenType, minWithdraw, withdrawalFee }) => [
      `${language === 'fa' ? persianName : englishName} (${code})`,
      tokenType,
      number(formatDecimal(minWithdraw, decimals)),
      number(formatDecimal(withdrawalFee, decimals)),
    ]),
  )
  return [
    table(words.levels, [words.level, words.volume, words.maker, words.taker], levels),
    table(words.networks, [words.coin, words.network, words.minimum, words.fee], networks),
  ].join('')
}

/** Empty if there are no rows. */
function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const head = heads.map((each) => `<th scope="col">${escapeHtml(each)}</th>`).join('')
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td><bdi>${escapeHtml(cell)}</bdi></td>`).join('')}</tr>`,
  )
  return `<h2>${escapeHtml(title)}</h2><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
