import { Transaction } from 'ethers/transaction'
import { concat, toBeHex } from 'ethers/utils'
import { divide } from '#domain/decimal.ts'
import { HOT, type KeyPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeError, NodeRefusal } from '../../json-rpc.ts'
import { Refused, refused } from '../../refused.ts'
import type { Payment, ServedCoin, SweepPlan } from '../chain.ts'
import type { EvmAddresses } from './evm-addresses.ts'
import { type EvmFees, priceOf, raiseFees, readFees } from './evm-fees.ts'
import type { EvmNode } from './evm-node.ts'

export interface EvmParts {
  readonly node: EvmNode
  readonly addresses: EvmAddresses
  readonly chainId: number
  readonly legacyFees: boolean
  /** In wei. */
  readonly feeMax: bigint
}

/** transfer(address,uint256) */
const TRANSFER = '0xa9059cbb'
/** balanceOf(address) */
const BALANCE_OF = '0x70a08231'

const word = (value: bigint | string): string => toBeHex(value, 32)

export const tokenBalance = (node: EvmNode, { contract, of }: { contract: string; of: string }): Promise<bigint> =>
  node.read({ to: contract, data: concat([BALANCE_OF, word(of)]) })

/** A payment from the hot wallet. Refuses ADDRESS_INVALID, FEE_TOO_HIGH and NOT_ENOUGH_FUNDS. */
export async function planPayment(parts: EvmParts, payment: Payment, spent: ReadonlySet<string>) {
  return planFrom(parts, { from: HOT, payment, spent })
}

/** A version of the same payment with higher fees. */
export async function planReplacement(parts: EvmParts, plan: Plan): Promise<Plan | Refused> {
  const old = Transaction.from(plan.unsigned)
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice, to, data, value, gasLimit, nonce } = old
  const now = await readFees(parts.node, parts.legacyFees)
  const fees = raiseFees(
    old.type === 2
      ? { type: 2, maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n }
      : { type: 0, gasPrice: gasPrice ?? 0n },
    now,
  )
  const fee = gasLimit * priceOf(fees)
  if (fee > parts.feeMax) return refused('FEE_TOO_HIGH', `${fee} wei`)
  const unsigned = Transaction.from({ chainId: parts.chainId, nonce, to, data, value, gasLimit, ...fees })
  return { ...plan, unsigned: unsigned.unsignedSerialized, fee: fee.toString() }
}

/** Moves the whole balance of a deposit address. Refuses NOTHING_TO_SWEEP, besides the refusals of a payment. */
export async function planSweep(
  parts: EvmParts,
  { from, coin, spent }: { from: KeyPlace; coin: ServedCoin; spent: ReadonlySet<string> },
): Promise<SweepPlan | Refused> {
  const { node, addresses } = parts
  const of = addresses.of(from.index)
  const coins = await node.balance(of)
  const fees = await readFees(node, parts.legacyFees)
  if (coin.contract === undefined) {
    const amount = coins - TRANSFER_GAS * priceOf(fees)
    if (amount <= 0n) return refused('NOTHING_TO_SWEEP')
    const plan = await planFrom(parts, { from, payment: { coin, to: addresses.hot, amount }, spent, fees })
    return plan instanceof Refused ? plan : { kind: 'sweep', plan, amount }
  }
  const amount = await tokenBalance(node, { contract: coin.contract, of })
  if (amount === 0n) return refused('NOTHING_TO_SWEEP')
  const payment = { coin, to: addresses.hot, amount }
  const gas = await estimate(parts, { from: of, payment })
  if (gas instanceof Refused) return gas
  // The price may rise until the coins for it arrive.
  const needed = gas * priceOf(fees) * 2n
  if (coins < gas * priceOf(fees)) return { kind: 'gas', amount: needed - coins }
  const plan = await planFrom(parts, { from, payment, spent, fees })
  return plan instanceof Refused ? plan : { kind: 'sweep', plan, amount }
}

const TRANSFER_GAS = 21_000n

interface Wanted {
  readonly from: KeyPlace
  readonly payment: Payment
  readonly spent: ReadonlySet<string>
  readonly fees?: EvmFees
}

async function planFrom(parts: EvmParts, { from, payment, spent, ...given }: Wanted): Promise<Plan | Refused> {
  const { node, addresses, chainId, feeMax } = parts
  const sender = from.branch === HOT.branch ? addresses.hot : addresses.of(from.index)
  const { coin, amount } = payment
  const coins = await node.balance(sender)
  const held = coin.contract === undefined ? coins : await tokenBalance(node, { contract: coin.contract, of: sender })
  if (held < amount) return refused('NOT_ENOUGH_FUNDS', `${held} of ${coin.symbol}`)
  const gasLimit = await estimate(parts, { from: sender, payment })
  if (gasLimit instanceof Refused) return gasLimit
  const fees = given.fees ?? (await readFees(node, parts.legacyFees))
  const fee = gasLimit * priceOf(fees)
  if (fee > feeMax) return refused('FEE_TOO_HIGH', `${fee} wei`)
  if (coins < fee + (coin.contract === undefined ? amount : 0n)) return refused('NOT_ENOUGH_FUNDS', `${coins} for fees`)
  const nonce = nextNonce({ from, spent, confirmed: await node.nonce(sender) })
  const unsigned = Transaction.from({ chainId, nonce, gasLimit, ...fees, ...bodyOf(payment) })
  return {
    unsigned: unsigned.unsignedSerialized,
    keys: [from],
    spends: [nonceName(from, nonce)],
    fee: fee.toString(),
  }
}

const bodyOf = ({ coin, to, amount }: Payment) =>
  coin.contract === undefined
    ? { to, value: amount, data: '0x' }
    : { to: coin.contract, value: 0n, data: concat([TRANSFER, word(to), word(amount)]) }

/** Plain coins to a plain account cost a fixed amount; all else gets a quarter more than the estimate, since state may change before it runs. */
async function estimate(
  { node }: EvmParts,
  { from, payment }: { from: string; payment: Payment },
): Promise<bigint | Refused> {
  try {
    const gas = await node.estimateGas({ from, ...bodyOf(payment) })
    return gas <= TRANSFER_GAS ? TRANSFER_GAS : divide(gas * 5n, 4n, 'up')
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error
    return refused('ADDRESS_INVALID', `the transfer would not go through: ${error.message}`)
  }
}

const nonceName = ({ branch, index }: KeyPlace, nonce: number): string => `${branch}/${index}#${nonce}`

/**
 * The nonce after the last one in the journal: the node is asked only for an account that the journal does not know, since it may lag behind
 * and a nonce used twice replaces a payment. Throws where the chain is ahead of the journal: somebody else has the key, or the journal is old.
 */
function nextNonce({ from, spent, confirmed }: { from: KeyPlace; spent: ReadonlySet<string>; confirmed: number }) {
  let next = confirmed
  while (spent.has(nonceName(from, next))) next += 1
  if (next === confirmed && confirmed > 0 && isKnown(from, spent) && !spent.has(nonceName(from, confirmed - 1)))
    throw new NodeError('the chain has transactions of this account that the journal does not have')
  return next
}

const isKnown = ({ branch, index }: KeyPlace, spent: ReadonlySet<string>): boolean =>
  [...spent].some((each) => each.startsWith(`${branch}/${index}#`))
