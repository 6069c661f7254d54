import { setTimeout as delay } from 'node:timers/promises'
import type { CustodyResult } from '#contract/custody.ts'
import type { Coin } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { accountOf } from '#domain/ledger.ts'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'
import { readWalletSums, type WalletSum } from '../../store/console/overview.ts'
import { unbookedColdPayments } from '../../store/wallets/cold-payments.ts'
import { countIssued } from '../../store/wallets/deposit-addresses.ts'
import { type PendingSum, sumPending } from '../../store/wallets/incoming-transfers.ts'
import { type UnbookedTransfer, unbookedTransfers } from '../../store/wallets/outgoing-transfers.ts'
import { networkFeeOf } from './book-network-fee.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { inLedgerUnits } from './chain-units.ts'
import { intentOf as intentOfColdMove } from './move-to-cold.ts'
import { intentOf as intentOfWithdrawal } from './send-withdrawals.ts'
import { gasIntentOf, intentOf as intentOfSweep } from './sweep-deposits.ts'

/** Longer than custody waits for a node, so that one silent node does not make custody look silent. */
export const STATUS_MS_MAX = 12_000
/** Counting the coins of many addresses takes a node a while. */
const BALANCES_MS_MAX = 20_000

/** One coin in one network, in base units of the ledger. */
export interface CustodyBalance {
  readonly coin: Coin
  /** Absent if custody did not answer for the network, or does not serve the coin there. */
  readonly counted:
    | { readonly hot: bigint; readonly deposits: bigint; readonly cold: bigint | undefined; readonly all: bigint }
    | undefined
  readonly ledger: { readonly hot: bigint; readonly cold: bigint }
  readonly pending: bigint
  /** Has left the wallet, with the fees of sweeps, and leaves the ledger when it is final. */
  readonly outgoing: bigint
}

export interface NetworkBalances {
  readonly network: KnownNetwork
  readonly answered: boolean
  readonly coins: readonly CustodyBalance[]
}

/** `undefined` if there is no answer in time. */
export const within = <Answer>(asked: Promise<Answer> | undefined, msMax: number): Promise<Answer | undefined> =>
  Promise.race([asked, delay(msMax, undefined, { ref: false })])

/** The counted coins without the ledger's and those that are on their way; `undefined` if custody has not counted them. */
export const differenceOf = ({ counted, ledger, pending, outgoing }: CustodyBalance): bigint | undefined =>
  counted && counted.all + outgoing - ledger.hot - ledger.cold - pending

/**
 * Custody's count beside the books, for all networks that custody serves or the ledger has coins in: the one comparison of the console, of the
 * command and of the job that stops sending. A network that does not answer in time does not keep the others from being read.
 *
 * While nodes count, payments go on. Each is read in the order in which it can make custody seem to have more than it should for a moment, and
 * never less: what custody sends before the books, deposits after them, and the count last. Whether a payment is in the count is said by its block.
 */
export async function compareCustody(
  services: CountServices,
  status: CustodyResult<'status'> | undefined,
): Promise<NetworkBalances[]> {
  const { database, catalogue } = services
  const issued = await countIssued(database)
  const unbooked = await unbookedTransfers(database)
  const sums = await readWalletSums(database)
  const pending = await sumPending(database)
  const counts = await Promise.all(
    (status?.networks ?? []).map(async (network) => {
      const count = await within(countNetwork(services, network, { issued, unbooked }), BALANCES_MS_MAX)
      return [network.network, count] as const
    }),
  )
  const served = new Map(counts)
  return KNOWN_NETWORKS.flatMap((network) => {
    const found = { network, count: served.get(network), sums, pending }
    const coins = catalogue.coins.flatMap((coin) => balanceOf(coin, found))
    return served.has(network) || coins.length > 0 ? [{ network, answered: found.count !== undefined, coins }] : []
  })
}

interface CountServices extends Pick<ChainServices, 'database' | 'catalogue' | 'now'> {
  /** Absent on a server that is not connected to custody. */
  readonly custody: ChainServices['custody'] | undefined
}

interface NetworkCount {
  readonly coins: CustodyResult<'balances'>['coins']
  /** By the id of the coin, what has left the wallet up to the counted block and is in the books. */
  readonly outgoing: ReadonlyMap<number, bigint>
}

/** `undefined` where custody cannot say all of it. */
async function countNetwork(
  { custody, database, catalogue, now }: CountServices,
  network: NetworkStatus,
  { issued, unbooked }: { issued: number; unbooked: readonly UnbookedTransfer[] },
): Promise<NetworkCount | undefined> {
  const reply = await custody?.ask('balances', { network: network.network, issued })
  if (!custody || reply?.kind !== 'answered') return undefined
  const { at, coins } = reply.result
  // A payment that was begun while the node counted may be in the count, too.
  const begun = (await unbookedTransfers(database)).filter((each) => !unbooked.some((known) => isSame(known, each)))
  const outgoing = new Map<number, bigint>()
  const add = (coinId: number, units: bigint) => outgoing.set(coinId, (outgoing.get(coinId) ?? 0n) + units)
  for (const transfer of [...unbooked, ...begun].filter((each) => each.network === network.network))
    for (const id of INTENTS[transfer.kind](transfer)) {
      const found = await custody.ask('find', { id })
      if (found.kind !== 'answered') return undefined
      const { height, state } = found.result
      if (height === undefined || height > at.height) continue
      const { coin, fee } = networkFeeOf({ catalogue }, network, found.result) ?? {}
      if (coin && fee !== undefined) add(coin.id, fee)
      if (state === 'CONFIRMED') add(transfer.coinId, transfer.units)
    }
  // Custody has seen them in blocks.
  for (const payment of (await unbookedColdPayments(database, now())).filter(
    (each) => each.network === network.network,
  )) {
    const own = catalogue.coinBySymbol.get(network.coins[0]?.symbol ?? '')
    if (own) add(own.id, payment.fee)
    if (payment.withdrawalId !== undefined) add(payment.coinId, payment.amount)
  }
  return { coins, outgoing }
}

const isSame = (one: UnbookedTransfer, other: UnbookedTransfer) => one.kind === other.kind && one.id === other.id

const INTENTS: Readonly<Record<UnbookedTransfer['kind'], (transfer: UnbookedTransfer) => string[]>> = {
  WITHDRAWAL: (transfer) => [intentOfWithdrawal(transfer)],
  SWEEP: (transfer) => [intentOfSweep(transfer), gasIntentOf(transfer)],
  COLD_MOVE: (transfer) => [intentOfColdMove(transfer)],
}

interface Found {
  readonly network: KnownNetwork
  readonly count: NetworkCount | undefined
  readonly sums: readonly WalletSum[]
  readonly pending: readonly PendingSum[]
}

/** Of a coin that is not listed the ledger has no accounts: it is left out. */
function balanceOf(coin: Coin, { network, count, sums, pending }: Found): CustodyBalance[] {
  const row = count?.coins.find(({ symbol }) => symbol === coin.symbol)
  const outside = (role: 'hot' | 'cold') =>
    -sums.reduce((sum, { ownerId, coinId, units }) => {
      const account = accountOf(toCount(ownerId))
      return coinId === coin.id && account?.role === role && account.of === network ? sum + units : sum
    }, 0n)
  const ledger = { hot: outside('hot'), cold: outside('cold') }
  const waiting = pending.find(({ network: of, coinId }) => of === network && coinId === coin.id)?.units ?? 0n
  if (!row && ledger.hot === 0n && ledger.cold === 0n && waiting === 0n) return []
  const outgoing = count?.outgoing.get(coin.id) ?? 0n
  return [{ coin, counted: row && countedOf(row, coin), ledger, pending: waiting, outgoing }]
}

/** A chain may count in finer units than the ledger: they are summed before the rest of a unit is cut. `undefined` for unreadable figures. */
function countedOf(row: CustodyResult<'balances'>['coins'][number], coin: Coin): CustodyBalance['counted'] {
  const [hot, deposits, cold] = [row.hot, row.deposits, row.cold ?? '0'].map((text) => parseDecimal(text, 0))
  if (hot === undefined || deposits === undefined || cold === undefined) return undefined
  const cut = (units: bigint) => inLedgerUnits(units, row.decimals, coin)
  return {
    ...{ hot: cut(hot), deposits: cut(deposits), all: cut(hot + deposits + cold) },
    cold: row.cold === undefined ? undefined : cut(cold),
  }
}
