import * as z from 'zod/mini'
import { proposeLostPayment, proposeRelease } from '#contract/operations-restore.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Route, route } from '../http/route.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import { closeRestore, findOpenRestore, type OpenRestore } from '../store/back-up/restores.ts'
import { readBackingRows } from '../store/console/overview.ts'
import type { Queryable, Transaction } from '../store/database.ts'
import { differenceOf, type NetworkBalances } from '../wallets/chains/compare-custody.ts'
import { type Act, actOf } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import type { CustodyWatch } from './custody/read-custody.ts'
import { proposePayment } from './lost-payments.ts'
import { type Approved, idOfProposed } from './proposals/proposal.ts'
import { proposeSetting, readSetting } from './proposals/setting.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>

/** After a restore two admins compare the books with custody, gateways and banks before money leaves again. */
export function restoreRoutes(services: Services, watch: Pick<CustodyWatch, 'balances'>): Route[] {
  return [
    route(proposeRelease, async (call) => idOfProposed(await proposeComparison(services, watch, actOf(call)))),
    route(proposeLostPayment, async (call) => {
      const { reason: _, ...payment } = call.body
      return idOfProposed(await proposePayment(services, payment, actOf(call)))
    }),
  ]
}

/** The restore on the first page, while it is open. */
export async function restoreOnWire(database: Queryable) {
  const restore = await findOpenRestore(database)
  return restore
    ? { restoredAt: restore.restoredAt.toISOString(), stateAt: restore.stateAt.toISOString(), source: restore.source }
    : null
}

/**
 * Proposes that money may leave and programs may call again. The proposal has the figures of this moment, which the second operator compares anew.
 * Refuses NOTHING_TO_CHANGE, CUSTODY_UNAVAILABLE where the server has custody and no network answers, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
async function proposeComparison(
  { accounts: { database, now }, catalogue, custody }: Services,
  watch: Pick<CustodyWatch, 'balances'>,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const restore = await findOpenRestore(database)
  if (!restore) return rejected('NOTHING_TO_CHANGE')
  const networks = custody ? (await watch.balances()).networks : []
  if (custody && !networks.some(({ answered }) => answered)) return rejected('CUSTODY_UNAVAILABLE')
  const figures = { ...(await ledgerFigures({ database, catalogue })), networks: networks.map(custodyFigures) }
  return database.transaction((tx) =>
    proposeSetting(
      tx,
      {
        ...{ kind: 'CONFIRM_RESTORE', subject: 'restore', before: undefined },
        after: { restore: restore.id, restoredTo: restore.stateAt.toISOString(), ...figures },
      },
      { act, at: now() },
    ),
  )
}

const sumsText = (sums: readonly (readonly [symbol: string, decimals: number, units: bigint | undefined])[]): string =>
  sums
    .filter(([, , units]) => units !== 0n)
    .map(([symbol, decimals, units]) => `${units === undefined ? '–' : formatDecimal(units, decimals)} ${symbol}`)
    .join(', ') || '0'

/** The sums that the restored ledger owes its customers, and those that lie with card gateways and banks by its account. */
async function ledgerFigures({ database, catalogue }: Pick<Services, 'catalogue'> & { database: Queryable }) {
  const rows = await readBackingRows(database)
  const text = (part: 'owed' | 'gateway') =>
    sumsText(
      catalogue.coins.flatMap(({ id, symbol, decimals }) => {
        const row = rows.find(({ coinId }) => coinId === id)
        return row ? [[symbol, decimals, row[part]] as const] : []
      }),
    )
  return { ledgerOwed: text('owed'), ledgerOutside: text('gateway') }
}

const custodyFigures = ({ network, coins }: NetworkBalances) => {
  const text = (unitsOf: (balance: NetworkBalances['coins'][number]) => bigint | undefined) =>
    sumsText(coins.map((balance) => [balance.coin.symbol, balance.coin.decimals, unitsOf(balance)] as const))
  return {
    tokenType: network,
    custodyCounted: text(({ counted }) => counted?.all),
    custodyLedger: text(({ ledger }) => ledger.hot + ledger.cold),
    custodyDifference: text(differenceOf),
  }
}

const Comparison = z.object({ restore: z.int(), restoredTo: z.string() })

/** Opens the gate. Refuses NOTHING_TO_CHANGE, also if another restore has followed. */
export async function confirmProposedRestore(
  tx: Transaction,
  { payload }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, Comparison)
  const id: OpenRestore['id'] = after.restore
  return (await closeRestore(tx, { id, at })) ? { details: changes } : rejected('NOTHING_TO_CHANGE')
}
