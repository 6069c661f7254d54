import { Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { stageOf } from '#domain/verification.ts'
import { drawCredits } from '../../operations/seed-capital.ts'
import { lockAccountFacts, readAccountFacts, saveLevel } from '../../store/accounts/console-users.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import {
  type Approved,
  type Executing,
  openProposal,
  readSupervisorPayload,
  type SupervisorPayload,
} from './proposal.ts'

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
  const at = now()
  return database.transaction(async (tx) => {
    const id = await openProposal(tx, {
      kind: 'APPOINT_SUPERVISOR',
      userId,
      payload: JSON.stringify({ credit: lines } satisfies SupervisorPayload),
      reason: act.reason,
      proposedBy: act.operatorId,
      at,
    })
    if (id instanceof Rejected) return id
    const details = { proposal: id, credit: creditText(lines) }
    await recordAct(tx, act, { at, kind: 'SUPERVISOR_PROPOSED', userId, details })
    return { id }
  })
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
