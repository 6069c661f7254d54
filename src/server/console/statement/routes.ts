import type * as z from 'zod/mini'
import { exportUserStatement, getUserStatement, type Movement as MovementRow } from '#contract/operations-statement.ts'
import { Rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import type { Language } from '#domain/market-state.ts'
import { csvDownload, type Route, route } from '../../http/route.ts'
import { readSystemUsers } from '../../store/console/report-rows.ts'
import { type CoinSum, type LedgerSpan, type Movement, readMovements, SLICE } from '../../store/console/statement.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { recordCustomerLook } from '../record-look.ts'
import { accountName } from '../reports/report-words.ts'
import { exportStatement, findSpan, readStatement } from './statement.ts'

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
