import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import type { KnownNetwork } from '#domain/networks.ts'
import { amount as units } from '#domain/units.ts'
import { followedWithdrawals } from '../../store/wallets/outgoing-transfers.ts'
import { areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { inChainUnits } from '../../wallets/chains/chain-units.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { CustodyWatch } from './read-custody.ts'

interface AskedDraft {
  readonly network: KnownNetwork
  readonly coin: string
  readonly amount: string
  /** The withdrawal that is to be paid; absent: the hot wallet is. */
  readonly withdrawal: number | undefined
}

/**
 * A payment from cold storage, which people carry to the machine that signs it. Refuses WITHDRAWALS_STOPPED for a withdrawal, CUSTODY_UNAVAILABLE,
 * COIN_NOT_FOUND, WITHDRAWAL_NOT_WAITING, and COLD_REFUSED, for instance without cold storage or with too few coins there.
 */
export async function draftPayment(
  { accounts: { database }, catalogue, custody }: Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>,
  watch: Pick<CustodyWatch, 'status'>,
  asked: AskedDraft,
): Promise<{ readonly draft: string; readonly from: string; readonly to: string } | Rejected> {
  if (asked.withdrawal !== undefined && (await areWithdrawalsStopped(database))) return rejected('WITHDRAWALS_STOPPED')
  const coin = catalogue.coinBySymbol.get(asked.coin)
  const served = (await watch.status())?.networks.find(({ network }) => network === asked.network)
  if (!served || !custody) return rejected('CUSTODY_UNAVAILABLE')
  const carried = served.coins.find(({ symbol }) => symbol === asked.coin)
  if (!coin || !carried) return rejected('COIN_NOT_FOUND')
  const rows =
    asked.withdrawal === undefined
      ? []
      : await followedWithdrawals(database, { networks: [asked.network], most: ROWS_MAX })
  const row = rows.find(({ id, coinId, txid }) => id === asked.withdrawal && coinId === coin.id && txid === undefined)
  if (asked.withdrawal !== undefined && !row) return rejected('WITHDRAWAL_NOT_WAITING')
  const paid = row ? formatDecimal(units(row.amount - row.networkFee), coin.decimals) : asked.amount
  const to = row?.address ?? served.hotAddress
  const sum = inChainUnits(units(parseDecimal(paid, coin.decimals) ?? 0n), carried.decimals, coin)
  const payment = { network: asked.network, coin: carried.symbol, to, tag: row?.tag, amount: sum.toString() }
  const reply = await custody.ask('draft', payment)
  if (reply.kind === 'unavailable') return rejected('CUSTODY_UNAVAILABLE')
  if (reply.kind === 'refused') return rejected('COLD_REFUSED')
  return { draft: JSON.stringify(reply.result.draft), from: reply.result.from, to }
}

const ROWS_MAX = 100
