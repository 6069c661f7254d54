import * as z from 'zod/mini'
import { Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { levelWindowStart } from '#domain/fee.ts'
import { amount, smaller } from '#domain/units.ts'
import { stageOf } from '#domain/verification.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { drawCredits } from '../../operations/seed-capital.ts'
import { lockAccountFacts, readAccountFacts, saveLevel } from '../../store/accounts/console-users.ts'
import { adjustLevels } from '../../store/accounts/levels.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import { readLentTo, readReturned } from '../../store/console/supervisor-credit.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import { readBalances } from '../../store/wallets/balances.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, type Executing, propose } from './proposal.ts'

/** Amounts are decimal text of their coin. */
const SupervisorPayload = z.object({ credit: z.array(z.object({ coin: z.string(), amount: z.string() })) })
type SupervisorPayload = z.output<typeof SupervisorPayload>
export const readSupervisorPayload = (text: string): SupervisorPayload => SupervisorPayload.parse(JSON.parse(text))

type CreditLines = SupervisorPayload['credit']

/**
 * Proposes a customer as a liquidity provider. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE, USER_NOT_VERIFIED, CREDIT_REQUIRED,
 * COIN_NOT_FOUND, UNACCEPTABLE_AMOUNT, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function proposeSupervisor(
  { accounts: { database, now }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { userId, credit }: { userId: number; credit: CreditLines },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const facts = await readAccountFacts(database, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  if (facts.level === 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  if (!stageOf(facts.verification).authorized) return rejected('USER_NOT_VERIFIED')
  const lines = checkCredit(catalogue, credit)
  if (lines instanceof Rejected) return lines
  const payload = JSON.stringify({ credit: lines } satisfies SupervisorPayload)
  const logged = { loggedAs: 'SUPERVISOR_PROPOSED', details: { credit: creditText(lines) } }
  return database.transaction((tx) =>
    propose(tx, { kind: 'APPOINT_SUPERVISOR', userId, payload, ...logged }, { act, at: now() }),
  )
}

/** The text for the log: "5000000 TOMAN, 2.5 GOLD". */
const creditText = (lines: CreditLines) => lines.map(({ coin, amount }) => `${amount} ${coin}`).join(', ')

/** The exchange refuses credits that no balance could hold: a thousand of these stay below that, so that no approved one gets stuck. */
const LENT_MAX = 10n ** 35n

/** Accepts each coin once, with an amount that it can hold. */
function checkCredit({ coinBySymbol }: Catalogue, credit: CreditLines): CreditLines | Rejected {
  if (credit.length === 0) return rejected('CREDIT_REQUIRED', { field: 'credit' })
  const lines = new Map<string, string>()
  for (const { coin: symbol, amount } of credit) {
    const coin = coinBySymbol.get(symbol)
    if (!coin || lines.has(symbol)) return rejected('COIN_NOT_FOUND', { field: 'credit' })
    const units = parseDecimal(amount, coin.decimals)
    if (units === undefined || units <= 0n || units > LENT_MAX)
      return rejected('UNACCEPTABLE_AMOUNT', { field: 'credit' })
    lines.set(symbol, formatDecimal(units, coin.decimals))
  }
  return [...lines].map(([coin, amount]) => ({ coin, amount }))
}

/** The level changes in the approval's transaction. */
export async function appointSupervisor(tx: Transaction, { userId, payload }: Proposal): Promise<Approved | Rejected> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (!facts || facts.level === 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: 'SUPERVISOR', byHand: false })
  return { userId: facts.id, details: { credit: creditText(readSupervisorPayload(payload).credit) } }
}

/** Lends the credit after the commit; its reference makes each line unique for ever. */
export async function lendToSupervisor(
  { catalogue, exchange }: Pick<Executing, 'catalogue' | 'exchange'>,
  { id, userId, payload }: Proposal,
): Promise<void> {
  if (userId === undefined) throw new Error(`the proposal ${id} appoints nobody`)
  const credits = readSupervisorPayload(payload).credit.map((line) => {
    const coin = catalogue.coinBySymbol.get(line.coin)
    const units = coin && parseDecimal(line.amount, coin.decimals)
    if (!coin || units === undefined) throw new Error(`the proposal ${id} lends ${line.amount} ${line.coin}`)
    return { userId, coinId: coin.id, amount: amount(units), reference: `capital:supervisor:${id}:${line.coin}` }
  })
  await drawCredits({ exchange }, credits)
}

/** Proposes that a liquidity provider stops being one. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeSupervisorsEnd(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { userId }: { userId: number },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const facts = await readAccountFacts(database, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  if (facts.level !== 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  const proposed = { kind: 'END_SUPERVISOR', userId, payload: '{}', loggedAs: 'SUPERVISOR_END_PROPOSED' } as const
  return database.transaction((tx) => propose(tx, proposed, { act, at: now() }))
}

/** The level follows the volume again. Open orders are the user's own and stay; `takeBackCredit` follows the commit. */
export async function endSupervisor(
  tx: Transaction,
  { userId }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (facts?.level !== 'SUPERVISOR') return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: 'VIP_1', byHand: false })
  await adjustLevels(tx, { userIds: [facts.id], since: levelWindowStart(at) })
  return { userId: facts.id }
}

/** The ledger reference of a return of credit, unique for ever. */
const referenceOf = (proposalId: number, coin: string) => `capital:returned:${proposalId}:${coin}`

/**
 * Returns to the credit line the unused part of each coin lent to a liquidity provider: coins held by orders or spent stay a debt,
 * which the ledger shows. It holds the money first and then moves it, so that a run after a stop continues at the same place.
 */
export async function takeBackCredit(
  { accounts: { database }, catalogue, exchange }: Executing,
  { id, userId }: Proposal,
): Promise<void> {
  if (userId === undefined) throw new Error(`the proposal ${id} is about nobody`)
  for (const [symbol, units] of await lentOf(database, { userId, catalogue })) {
    const coin = catalogue.coinBySymbol.get(symbol)
    if (!coin) continue
    const reference = referenceOf(id, symbol)
    const { own, returned } = await readReturned(database, { userId, coinId: coin.id, reference })
    if (own && own.status !== 'HELD') continue
    const available = (await readBalances(database, userId)).find(({ coinId }) => coinId === coin.id)?.available ?? 0n
    const back = own?.left ?? smaller(units - returned, available)
    if (!own) {
      if (back <= 0n) continue
      const command = { userId, coinId: coin.id, amount: amount(back), reference }
      const hold = {
        type: 'hold',
        key: serverKey(`${reference}:hold`),
        fingerprint: `${reference} ${back}`,
        ...command,
      } as const
      if ((await exchange.submit(hold)).kind === 'refused') throw new Error(`${reference} cannot be held yet`)
    }
    const settled = await exchange.submit({
      ...{ type: 'settle', userId, reference, key: serverKey(`${reference}:settle`), fingerprint: reference },
      ...{ parts: [{ account: 'creditLine', amount: amount(back) }], rest: 'released' },
    })
    if (settled.kind === 'refused') throw new Error(`${reference} cannot be settled: ${settled.code}`)
  }
}

/** The sums ever lent, by coin. */
async function lentOf(
  database: Queryable,
  { userId, catalogue }: { userId: number } & Pick<Executing, 'catalogue'>,
): Promise<ReadonlyMap<string, bigint>> {
  const lent = new Map<string, bigint>()
  for (const { payload } of await readLentTo(database, userId))
    for (const { coin: symbol, amount: text } of readSupervisorPayload(payload).credit) {
      const coin = catalogue.coinBySymbol.get(symbol)
      const units = coin && parseDecimal(text, coin.decimals)
      if (units !== undefined) lent.set(symbol, (lent.get(symbol) ?? 0n) + units)
    }
  return lent
}
