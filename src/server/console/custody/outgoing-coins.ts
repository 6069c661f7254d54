import type * as z from 'zod/mini'
import type { CustodyResult } from '#contract/custody.ts'
import type { CustodyApproval, getOutgoingCoins } from '#contract/operations-custody.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { amount } from '#domain/units.ts'
import { type FollowedWithdrawal, followedWithdrawals, saveSignature } from '../../store/wallets/outgoing-transfers.ts'
import { lockWithdrawal } from '../../store/wallets/withdrawals.ts'
import { inChainUnits } from '../../wallets/chains/chain-units.ts'
import { intentOf } from '../../wallets/chains/send-withdrawals.ts'
import { coinOf } from '../../wallets/own-withdrawals.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue'>
type OnWire = z.input<typeof getOutgoingCoins.response>['content'][number]

const ROWS_MAX = 100

/** The withdrawals over chains that are on their way, or wait for custody. */
export async function listOutgoing(
  { accounts: { database }, catalogue }: Services,
  status: CustodyResult<'status'> | undefined,
): Promise<OnWire[]> {
  const rows = await followedWithdrawals(database, { networks: KNOWN_NETWORKS, most: ROWS_MAX })
  return rows.map((row) => {
    const coin = coinOf(catalogue, row.coinId)
    return {
      ...{ id: String(row.id), userId: String(row.userId), network: row.network, coin: coin.symbol },
      ...{ amount: formatDecimal(amount(row.amount - row.networkFee), coin.decimals), address: row.address },
      tag: row.tag ?? null,
      ...{
        state: row.state,
        createdAt: row.createdAt.toISOString(),
        refusal: row.refusal ?? null,
        isForCold: row.coldAt !== undefined,
      },
      ...{ txid: row.txid ?? null, confirmations: row.confirmations ?? null },
      ...{ confirmationsNeeded: row.confirmationsNeeded ?? null, signedBy: [...row.signedBy] },
      signInput: signInputOf(row, { coin, status }) ?? null,
    }
  })
}

/** The refusals that signatures can lift. */
const ASKS_FOR_SIGNATURES = ['APPROVALS_NEEDED', 'APPROVAL_INVALID']

function signInputOf(
  row: FollowedWithdrawal,
  { coin, status }: { coin: ReturnType<typeof coinOf>; status: CustodyResult<'status'> | undefined },
): string | undefined {
  if (!ASKS_FOR_SIGNATURES.includes(row.refusal ?? '')) return undefined
  const served = status?.networks.find(({ network }) => network === row.network)
  const carried = served?.coins.find(({ symbol }) => symbol === coin.symbol)
  if (!served || !carried) return undefined
  const units = inChainUnits(amount(row.amount - row.networkFee), carried.decimals, coin).toString()
  const { network, address: to, tag } = row
  const intent = { id: intentOf(row), network, coin: coin.symbol, to, ...(tag !== undefined && { tag }), amount: units }
  return JSON.stringify({ intent, chain: served.chain, decimals: carried.decimals })
}

/**
 * Keeps signatures for a payment that custody has refused for want of them; custody alone can check them. Refuses WITHDRAWAL_NOT_WAITING, and
 * NOTHING_TO_CHANGE for signatures that are here already.
 */
export function keepSignatures(
  { accounts: { database, now } }: Services,
  { id, approvals }: { readonly id: number; readonly approvals: readonly CustodyApproval[] },
  act: Act,
): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    const at = now()
    const withdrawal = await lockWithdrawal(tx, id)
    const isWaiting = withdrawal?.state === 'APPROVED' || withdrawal?.state === 'SIGNED'
    if (!withdrawal || !isWaiting || withdrawal.givenUpAs) return rejected('WITHDRAWAL_NOT_WAITING')
    const kept: string[] = []
    for (const approval of approvals)
      if (await saveSignature(tx, { id, ...approval, givenBy: act.operatorId, at })) kept.push(approval.operator)
    if (kept.length === 0) return rejected('NOTHING_TO_CHANGE')
    const details = { withdrawal: id, signedBy: kept.join(', ') }
    await recordAct(tx, act, { at, kind: 'OUTGOING_SIGNED', userId: withdrawal.userId, details })
    return undefined
  })
}
