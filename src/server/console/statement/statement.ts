import type * as z from 'zod/mini'
import { exportUserStatement, getUserStatement, type Movement as MovementRow } from '#contract/operations-statement.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { words as kindsEn } from '#contract/words/en/entry-kinds.ts'
import { words as kindsFa } from '#contract/words/fa/entry-kinds.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { Language } from '#domain/market-state.ts'
import { timeInTehran } from '#domain/tehran-day.ts'
import { type CsvFile, csvDownload, type Route, route } from '../../http/route.ts'
import { readAccountFacts } from '../../store/accounts/console-users.ts'
import { readSystemUsers } from '../../store/console/report-rows.ts'
import {
  type CoinSum,
  type LedgerSpan,
  type Movement,
  readChange,
  readMovements,
  readStanding,
  SLICE,
} from '../../store/console/statement.ts'
import { firstEntryAt } from '../../store/first-at.ts'
import { type Act, actOf, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { recordCustomerLook } from '../record-look.ts'
import { exportRows, spanOf } from '../reports/export-report.ts'
import { accountName, coinName } from '../reports/report-words.ts'

/** An account over some days. */
interface Statement {
  readonly span: LedgerSpan
  readonly opening: readonly CoinSum[]
  readonly closing: readonly CoinSum[]
}

type Services = Pick<ConsoleServices, 'accounts'>

/** The entries of an account in some days. Refuses USER_NOT_FOUND, REPORT_SPAN_INVALID. */
async function findSpan(
  { accounts: { database } }: Services,
  { userId, ...days }: { userId: number; from: string; to: string },
): Promise<LedgerSpan | Rejected> {
  const span = spanOf(days)
  if (span instanceof Rejected) return span
  if (!(await readAccountFacts(database, userId))) return rejected('USER_NOT_FOUND')
  const [from, end] = [await firstEntryAt(database, span.from), await firstEntryAt(database, span.to)]
  return { ownerId: userId, from, end }
}

/** The balances before and after a span, counted back from the present ones: those are exact, and the entries since then are few. */
async function readStatement({ accounts: { database } }: Services, span: LedgerSpan): Promise<Statement> {
  const { ownerId, from, end } = span
  const standing = await readStanding(database, ownerId)
  // Entries written after the balances were read belong to no statement yet.
  const last = earlier(end, standing.end)
  const since = await readChange(database, { ownerId, from: end, end: standing.end })
  const within = await readChange(database, { ownerId, from, end: last })
  const closing = without(standing.balances, since)
  return { span: { ownerId, from, end: last }, opening: without(closing, within), closing }
}

const earlier = (one: bigint, other: bigint): bigint => (one < other ? one : other)

const without = (balances: readonly CoinSum[], changes: readonly CoinSum[]): CoinSum[] =>
  balances.map(({ coinId, available, blocked }) => {
    const change = changes.find((each) => each.coinId === coinId)
    return {
      coinId,
      available: available - (change?.available ?? 0n),
      blocked: blocked - (change?.blocked ?? 0n),
    }
  })

const KINDS = { fa: kindsFa, en: kindsEn }

const WORDS = {
  fa: {
    headers: [
      ...['شماره', 'زمان تهران', 'رویداد', 'مرجع', 'دارایی', 'تغییر در دسترس', 'تغییر مسدودشده', 'مانده', 'طرف حساب'],
    ],
    opening: 'ماندهٔ اول دوره',
    closing: 'ماندهٔ پایان دوره',
  },
  en: {
    headers: [
      ...['Number', 'Time in Tehran', 'Event', 'Reference', 'Asset', 'Change of available', 'Change of on hold'],
      ...['Balance', 'Counter account'],
    ],
    opening: 'Opening balance',
    closing: 'Closing balance',
  },
} as const satisfies Record<Language, unknown>

interface Asked {
  readonly userId: number
  readonly from: string
  readonly to: string
  readonly headers: Language
  /** Names of the exchange's own users. */
  readonly systemUsers: ReadonlyMap<bigint, string>
}

/** Streams a customer's account over some days and logs it. Refuses USER_NOT_FOUND, REPORT_SPAN_INVALID, EXCEL_NOT_GENERATED. */
async function exportStatement(
  services: ConsoleServices,
  { userId, from, to, headers, systemUsers }: Asked,
  act: Act,
): Promise<CsvFile | Rejected> {
  const span = await findSpan(services, { userId, from, to })
  if (span instanceof Rejected) return span
  const statement = await readStatement(services, span)
  return exportRows(services.accounts, {
    headers: WORDS[headers].headers,
    rows: rowsOf(services, statement, { systemUsers, language: headers }),
    fileName: `kimia-statement-${userId}-${from}-${to}.csv`,
    record: (tx, at) => recordAct(tx, act, { at, kind: 'STATEMENT_EXPORTED', userId, details: { from, to } }),
  })
}

interface Written {
  readonly systemUsers: ReadonlyMap<bigint, string>
  readonly language: Language
}

/** The opening balance by coin, each movement with the balance after it, and the closing balance by coin, which is the last balance of each. */
async function* rowsOf(
  { accounts: { database }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { span, opening, closing }: Statement,
  { systemUsers, language }: Written,
): AsyncGenerator<readonly string[], void> {
  const coinOf = (coinId: number) => catalogue.coins.find(({ id }) => id === coinId)
  const balances = new Map(opening.map(({ coinId, available, blocked }) => [coinId, available + blocked]))
  const totals = function* (word: string, sums: readonly CoinSum[]) {
    for (const { coinId, available, blocked } of sums) {
      const coin = coinOf(coinId)
      if (!coin) continue
      const text = (units: bigint) => formatDecimal(units, coin.decimals)
      yield [
        ...['', '', word, '', coinName(coin, language), text(available), text(blocked), text(available + blocked), ''],
      ]
    }
  }
  yield* totals(WORDS[language].opening, opening)
  for await (const { seq, at, kind, reference, coinId, available, blocked, others } of readMovements(database, span)) {
    const coin = coinOf(coinId)
    if (!coin) continue
    const balance = (balances.get(coinId) ?? 0n) + available + blocked
    balances.set(coinId, balance)
    const text = (units: bigint) => formatDecimal(units, coin.decimals)
    yield [
      ...[String(seq), timeInTehran(at, language), KINDS[language][kind], reference, coinName(coin, language)],
      ...[text(available), text(blocked), text(balance)],
      others.map((id) => accountName(id, { systemUsers, language })).join('; '),
    ]
  }
  yield* totals(WORDS[language].closing, closing)
}

const ROWS = 50
/** Slices of one page at most: for an account with rare movements further pages continue. */
const SLICES = 200n
const DAYS = 30

/** The routes of a customer's account over some days, on the screen and as a file. */
export function statementRoutes(services: ConsoleServices): Route[] {
  const { database, now } = services.accounts
  const dayAgo = (days: number) =>
    new Date(now().getTime() + TEHRAN_OFFSET_MS - days * DAY_MS).toISOString().slice(0, 10)
  return [
    route(getUserStatement, async (call) => {
      const { from = dayAgo(DAYS - 1), to = dayAgo(0), after } = call.query
      const userId = readId(call.params.id)
      const span = await findSpan(services, { userId, from, to })
      if (span instanceof Rejected) return span
      const tooMany = await recordCustomerLook(services, userId, call)
      if (tooMany) return tooMany
      const show = await movementOnWire(services, call.language)
      const { rows, next } = await readPage(services, { ...span, from: later(parseDecimal(after ?? '', 0), span.from) })
      const paged = { content: rows.flatMap(show), ...(next === undefined ? {} : { next: String(next) }) }
      if (after) return { ...paged, baseDTO: null }
      const { opening, closing } = await readStatement(services, span)
      return { ...paged, baseDTO: { opening: onWire(services, opening), closing: onWire(services, closing) } }
    }),
    route(exportUserStatement, async (call) => {
      const userId = readId(call.params.id)
      const { reason: _, ...asked } = call.body
      const tooMany = await recordCustomerLook(services, userId, call)
      if (tooMany) return tooMany
      const systemUsers = await readSystemUsers(database)
      const made = await exportStatement(services, { userId, systemUsers, ...asked }, actOf(call))
      return made instanceof Rejected ? made : csvDownload(made)
    }),
  ]
}

/** A page begins no earlier than the first requested day. */
const later = (after: bigint | undefined, from: bigint): bigint => (after !== undefined && after > from ? after : from)

/** The movements of whole entries, and the entry with which the next page begins. */
async function readPage(
  { accounts: { database } }: ConsoleServices,
  span: LedgerSpan,
): Promise<{ readonly rows: readonly Movement[]; readonly next?: bigint }> {
  const stop = span.from + SLICE * SLICES
  const end = stop < span.end ? stop : span.end
  const rows: Movement[] = []
  for await (const movement of readMovements(database, { ...span, end })) {
    if (rows.length >= ROWS && rows.at(-1)?.seq !== movement.seq) return { rows, next: movement.seq }
    rows.push(movement)
  }
  return end < span.end ? { rows, next: end } : { rows }
}

async function movementOnWire(
  { accounts: { database }, catalogue }: ConsoleServices,
  language: Language,
): Promise<(movement: Movement) => z.input<typeof MovementRow>[]> {
  const systemUsers = await readSystemUsers(database)
  return ({ seq, kind, reference, at, coinId, available, blocked, others }) => {
    const coin = catalogue.coins.find(({ id }) => id === coinId)
    if (!coin) return []
    return [
      {
        ...{ entry: String(seq), at: at.toISOString(), kind, reference, coin: coin.symbol },
        available: formatDecimal(available, coin.decimals),
        blocked: formatDecimal(blocked, coin.decimals),
        counter: others.map((id) => accountName(id, { systemUsers, language })),
      },
    ]
  }
}

/** Leaves out coins without a balance. */
const onWire = ({ catalogue }: Pick<ConsoleServices, 'catalogue'>, sums: readonly CoinSum[]) =>
  sums.flatMap(({ coinId, available, blocked }) => {
    const coin = catalogue.coins.find(({ id }) => id === coinId)
    if (!coin || (available === 0n && blocked === 0n)) return []
    const text = (units: bigint) => formatDecimal(units, coin.decimals)
    return [{ coin: coin.symbol, available: text(available), blocked: text(blocked) }]
  })
