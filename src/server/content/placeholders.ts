import { type Coin, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE, PERCENT_DECIMALS, percentOf, REFERRAL_SHARE } from '#domain/fee.ts'
import { escapeHtml } from '#domain/html.ts'
import type { Language, MarketHours } from '#domain/market-state.ts'
import { QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import type { Amount, Ppm } from '#domain/units.ts'
import { readLevels } from '../store/accounts/levels.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'

/** Values by the names of their placeholders, written in one language. */
export type Placeholders = Readonly<Record<string, string>>

/** Follows "the gold market": its hours on this server. */
const GOLD_HOURS = {
  working: {
    fa: 'شنبه تا چهارشنبه ۹:۱۵ تا ۱۸:۳۰ و پنجشنبه ۹:۱۵ تا ۱۵:۰۰ به وقت تهران باز است؛ جمعه‌ها و تعطیلات رسمی بسته است',
    en: 'is open Saturday to Wednesday 09:15 to 18:30 and Thursday 09:15 to 15:00, Tehran time, and closed on Fridays and public holidays',
  },
  always: { fa: 'در این محیط شبانه‌روز باز است', en: 'is open around the clock here' },
} as const satisfies Record<MarketHours, Record<Language, string>>

/** The values that texts may name in braces, so that no text becomes outdated: the exchange's present settings. */
export async function readPlaceholders(
  database: Queryable,
  { catalogue: { coinBySymbol }, goldHours }: { catalogue: Pick<Catalogue, 'coinBySymbol'>; goldHours: MarketHours },
): Promise<Readonly<Record<Language, Placeholders>>> {
  const toman = coinBySymbol.get(TOMAN)
  const bank = toman?.bank
  const levels = await readLevels(database)
  const inLanguage = (language: Language): Placeholders => {
    const { number, percent } = writerOf(language)
    const tomans = (value: Amount) => number(formatDecimal(value, toman?.decimals ?? 0))
    const fees = levels
      .filter(({ level }) => level !== 'SUPERVISOR')
      .flatMap(({ level, maker, taker, volumeFrom }) => {
        const name = level.replace('VIP_', '')
        return [
          [`makerFee${name}`, percent(maker)],
          [`takerFee${name}`, percent(taker)],
          [`levelVolume${name}`, number(formatDecimal(volumeFrom, 0))],
        ]
      })
    return {
      goldHours: GOLD_HOURS[goldHours][language],
      quickTradeFee: percent(FEE_QUICK_TRADE),
      inviterShare: percent(REFERRAL_SHARE),
      quoteSeconds: number(formatDecimal(BigInt(QUOTE_LOCK_MS / 1_000), 0)),
      ...(bank && {
        depositMin: tomans(bank.minDeposit),
        depositMax: tomans(bank.maxDeposit),
        withdrawMin: tomans(bank.minWithdraw),
        withdrawMax: tomans(bank.maxWithdraw),
      }),
      ...Object.fromEntries(fees),
    }
  }
  return { fa: inLanguage('fa'), en: inLanguage('en') }
}

function writerOf(language: Language) {
  const digits = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-US', {
    maximumFractionDigits: PERCENT_DECIMALS,
  })
  const number = (text: string) => digits.format(text as `${number}`)
  return { number, percent: (rate: Ppm) => `${number(percentOf(rate))}${language === 'fa' ? '٪' : '%'}` }
}

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
