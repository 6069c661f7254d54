import { readId } from '#domain/counts.ts'
import { type PayBackOutcome, SURELY_UNDONE } from '../providers/payments/payments.ts'
import { eachItem } from '../store/each-item.ts'
import type { OutboxKind, Outcome } from '../store/outbox.ts'
import { type DepositRow, endPayBack, heldDeposits, readDepositsById } from '../store/wallets/deposits.ts'
import { returnDeposit } from './deposit-entries.ts'
import { depositNotice } from './deposit-notice.ts'
import type { WalletServices } from './wallets.ts'

/** The outbox's kind of what the gateways are asked to pay back. */
export const PAY_BACK = 'PAY_BACK'

export const payBackKey = ({ id }: Pick<DepositRow, 'id'>): string => `deposit:${id}`
const idOf = (key: string): number => readId(key.slice('deposit:'.length))

const PARALLEL_MAX = 4

/**
 * Pays payments by another's card back, by the gateway's own call. The outbox marks each before the call; what became of one whose answer
 * was lost is only looked up, never ordered again.
 */
export const payBackKind = (wallets: WalletServices): OutboxKind<DepositRow> => ({
  name: PAY_BACK,
  parallelMax: PARALLEL_MAX,
  repeats: false,
  async load(tx, rows) {
    const deposits = await readDepositsById(
      tx,
      rows.map(({ key }) => idOf(key)),
    )
    const byKey = new Map(deposits.map((deposit) => [payBackKey(deposit), deposit]))
    return new Map(rows.flatMap(({ id, key }) => [byKey.get(key)].flatMap((found) => (found ? [[id, found]] : []))))
  },
  async send(deposit) {
    const outcome = await ask(wallets, deposit, 'payBack')
    if (outcome.kind === 'unavailable') return { kind: SURELY_UNDONE.has(outcome.fault) ? 'later' : 'unknown' }
    return finish(wallets, deposit, outcome)
  },
  async lookUp(deposit) {
    const outcome = await ask(wallets, deposit, 'findPayBack')
    return outcome.kind === 'unavailable' ? { kind: 'unknown' } : finish(wallets, deposit, outcome)
  },
})

async function ask(
  { cardGateways }: WalletServices,
  { gateway, authority, refId }: DepositRow,
  call: 'payBack' | 'findPayBack',
): Promise<PayBackOutcome> {
  const asked = cardGateways.of(gateway)
  if (!asked || authority === undefined || refId === undefined) return { kind: 'unavailable', fault: 'ACCOUNT_REFUSED' }
  return asked[call]({ authority, refId })
}

const ROWS_MAX = 100

/**
 * Looks for payments that somebody has paid back on the gateway's own site, and moves them out of suspense. It never orders anything.
 */
export async function findPaidByHand(
  wallets: WalletServices,
  { minAgeMs, stopping }: { minAgeMs: number; stopping?: AbortSignal },
): Promise<void> {
  const before = new Date(wallets.now().getTime() - minAgeMs)
  const look = async (deposit: DepositRow) => {
    const outcome = await ask(wallets, deposit, 'findPayBack')
    if (outcome.kind === 'known' && outcome.state === 'PAID_BACK') await finish(wallets, deposit, outcome)
  }
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const held: DepositRow[] = await heldDeposits(wallets.database, { before, afterId, most: ROWS_MAX })
    await eachItem(held, look, {
      ...{
        log: wallets.log,
        label: ({ id }) => ({ deposit: id }),
        failure: 'a held payment could not be looked up',
        stopping,
      },
    })
    if (stopping?.aborted) return
    afterId = held.at(-1)?.id
  }
}

type Found = Extract<Outcome, { kind: 'sent' | 'refused' | 'unknown' }>

/** The ledger follows the gateway, and the row follows the ledger, so that a restart between them repeats what is missing. */
async function finish(
  wallets: WalletServices,
  deposit: DepositRow,
  { state }: Extract<PayBackOutcome, { kind: 'known' }>,
): Promise<Found> {
  const { database, now, log } = wallets
  const { id } = deposit
  switch (state) {
    case 'PENDING':
    case 'NOT_PAID_BACK':
      return { kind: 'unknown' }
    case 'REFUSED':
      if (await endPayBack(database, { id, end: 'REFUSED' }))
        log.error({ deposit: id }, "the gateway refuses to pay another's card back; a person must do it")
      return { kind: 'refused' }
    case 'PAID_BACK':
      await returnDeposit(wallets, deposit)
      await database.transaction(async (tx) => {
        if (await endPayBack(tx, { id, end: 'DONE' }))
          await depositNotice(tx, deposit, { kind: 'DEPOSIT_PAID_BACK', of: 'PAID_BACK', at: now() })
      })
      return { kind: 'sent' }
  }
}
