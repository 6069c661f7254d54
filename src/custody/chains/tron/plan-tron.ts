import { fromCount } from '#domain/counts.ts'
import { divide, parseDecimal } from '#domain/decimal.ts'
import { larger } from '#domain/units.ts'
import { HOT, type KeyPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeError } from '../../json-rpc.ts'
import { Refused, refused } from '../../refused.ts'
import type { Payment, ServedCoin, SweepPlan } from '../chain.ts'
import { isExpired } from './expiry.ts'
import { type TronAddresses, toBase58, toHex } from './tron-addresses.ts'
import {
  bytesOf,
  decodeRaw,
  decodeTransfer,
  encodeArguments,
  encodeRaw,
  encodeSigned,
  encodeTransfer,
  hexOf,
  readWord,
  type TronTransaction,
  toWord,
} from './tron-codec.ts'
import type { TronNode } from './tron-node.ts'

export interface TronParts {
  readonly node: TronNode
  readonly addresses: TronAddresses
  readonly coins: readonly ServedCoin[]
  /** In sun. */
  readonly feeMax: bigint
  /** The time between a transaction's plan and its expiration. */
  readonly lifetimeMs: number
}

const TRANSFER = 'transfer(address,uint256)'
const BALANCE_OF = 'balanceOf(address)'
const SIGNATURE_BYTES = 65
/** Bytes that the chain counts for a transaction's result. */
const RESULT_BYTES = 64n
/** The balance of an address in hex. */
export async function balanceOf(node: TronNode, { contract, of }: { contract: string | undefined; of: string }) {
  if (contract === undefined) return (await node.account(of)).balance
  const call = { owner: of, contract: readHex(contract), selector: BALANCE_OF, parameter: toWord(of) }
  const { failure, returned } = await node.tryCall(call)
  const balance = failure === undefined ? readWord(returned) : undefined
  if (balance === undefined) throw new NodeError(`the contract ${contract} says no balance: ${failure ?? ''}`)
  return balance
}

/** A payment from the hot wallet. Refuses NOT_ENOUGH_FUNDS, ADDRESS_INVALID and FEE_TOO_HIGH. */
export async function planPayment(parts: TronParts, payment: Payment, spent: ReadonlySet<string>) {
  const planned = await planFrom(parts, { from: HOT, payment, spent })
  return planned instanceof Refused ? planned : checkFunds(planned)
}

/** The same payment in a transaction of later expiration. Refuses NOT_REPLACEABLE as long as the old one may get into a block. */
export async function planReplacement(
  parts: TronParts,
  { plan, txid }: { plan: Plan; txid: string },
  spent: ReadonlySet<string>,
): Promise<Plan | Refused> {
  const transaction = decodeRaw(bytesOf(plan.unsigned))
  const [from] = plan.keys
  const payment = paymentOf(transaction, parts.coins)
  if (!from || !payment) return refused('NOT_REPLACEABLE', 'its coin is not served any more')
  if (!(await isExpired(parts.node, { txid, transaction })))
    return refused('NOT_REPLACEABLE', 'it may get into a block until it expires')
  const planned = await planFrom(parts, { from, payment, spent })
  return planned instanceof Refused ? planned : checkFunds(planned)
}

/** Moves the whole balance of a deposit address. Refuses NOTHING_TO_SWEEP, besides the refusals of a payment. */
export async function planSweep(
  parts: TronParts,
  { from, coin, spent }: { from: KeyPlace; coin: ServedCoin; spent: ReadonlySet<string> },
): Promise<SweepPlan | Refused> {
  const held = await balanceOf(parts.node, { contract: coin.contract, of: parts.addresses.of(from) })
  if (held === 0n) return refused('NOTHING_TO_SWEEP')
  const to = toBase58(parts.addresses.hot)
  const whole = await planFrom(parts, { from, payment: { coin, to, amount: held }, spent })
  if (whole instanceof Refused) return whole
  if (coin.contract !== undefined) {
    if (whole.balance < whole.burned) return { kind: 'gas', amount: whole.most - whole.balance }
    return { kind: 'sweep', plan: whole.plan, amount: held }
  }
  const amount = held - whole.most
  // Less than its own fee may be is left for a later sweep.
  if (amount <= whole.most) return refused('NOTHING_TO_SWEEP')
  const rest = await planFrom(parts, { from, payment: { coin, to, amount }, spent })
  return rest instanceof Refused ? rest : { kind: 'sweep', plan: rest.plan, amount }
}

interface Wanted {
  readonly from: KeyPlace
  readonly payment: Payment
  readonly spent: ReadonlySet<string>
}

interface Planned {
  readonly plan: Plan
  /** The sender's coins, in sun. */
  readonly balance: bigint
  /** Of `balance`, the part that the payment itself moves. */
  readonly moved: bigint
  /** The most that the transaction costs, and its cost if the account's own bandwidth and energy are used up first. */
  readonly most: bigint
  readonly burned: bigint
}

function checkFunds({ plan, balance, moved, burned }: Planned): Plan | Refused {
  return balance < moved + burned ? refused('NOT_ENOUGH_FUNDS', `${balance} sun for coins and fees`) : plan
}

async function planFrom(parts: TronParts, { from, payment, spent }: Wanted): Promise<Planned | Refused> {
  const { node, addresses, feeMax, lifetimeMs } = parts
  const owner = addresses.of(from)
  const { contract } = payment.coin
  const { balance, lastUsed } = await node.account(owner)
  checkLastUsed({ lastUsed, latest: latestIn(spent, from), lifetimeMs })
  const held = contract === undefined ? balance : await balanceOf(node, { contract, of: owner })
  if (held < payment.amount) return refused('NOT_ENOUGH_FUNDS', `${held} of ${payment.coin.symbol}`)
  const prices = await node.prices()
  const energy =
    contract === undefined ? { units: 0n, feeLimit: 0n } : await estimate(parts, { owner, payment, prices })
  if (energy instanceof Refused) return energy
  const receiver = contract === undefined ? await node.account(readHex(payment.to)) : undefined
  if (receiver?.isContract) return refused('ADDRESS_INVALID', 'a contract does not take coins')
  const transaction = await compose(parts, { from, payment, spent, feeLimit: energy.feeLimit })
  const raw = encodeRaw(transaction)
  const bytes = fromCount(encodeSigned(raw, new Uint8Array(SIGNATURE_BYTES)).length) + RESULT_BYTES
  const newAccount = receiver && !receiver.exists ? prices.newAccount : 0n
  const most = energy.feeLimit + bytes * prices.byte + newAccount
  if (most > feeMax) return refused('FEE_TOO_HIGH', `${most} sun`)
  const own = await node.resources(owner)
  const hasBandwidth = own.freeBandwidth >= bytes || own.stakedBandwidth >= bytes
  const burned =
    larger(energy.feeLimit - larger(own.energy, 0n) * prices.energy, 0n) +
    (hasBandwidth ? 0n : bytes * prices.byte) +
    newAccount
  const spends = [nameOf(from, transaction.timestamp)]
  const plan = { unsigned: hexOf(raw), keys: [from], spends, fee: most.toString() }
  return { plan, balance, moved: contract === undefined ? payment.amount : 0n, most, burned }
}

/** Energy gets a quarter more than the estimate, since the state may change before the call runs. */
async function estimate(
  { node }: TronParts,
  { owner, payment, prices }: { owner: string; payment: Payment; prices: { energy: bigint } },
): Promise<{ feeLimit: bigint } | Refused> {
  const parameter = encodeArguments(argumentsOf(payment))
  const contract = readHex(payment.coin.contract ?? '')
  const { failure, energy } = await node.tryCall({ owner, contract, selector: TRANSFER, parameter })
  if (failure !== undefined) return refused('ADDRESS_INVALID', `the transfer would not go through: ${failure}`)
  return { feeLimit: divide(energy * prices.energy * 5n, 4n, 'up') }
}

const argumentsOf = ({ to, amount }: Payment) => ({ to: readHex(to), amount })

/** @throws Error for text that was to be checked before */
function readHex(address: string): string {
  const hex = toHex(address)
  if (hex === undefined) throw new Error(`${address} is no address of this network`)
  return hex
}

/** A transaction on the newest final block, so that no reorganisation makes it invalid. */
async function compose(
  { node, addresses, lifetimeMs }: TronParts,
  { from, payment, spent, feeLimit }: Wanted & { feeLimit: bigint },
): Promise<TronTransaction> {
  const [head, solid] = await Promise.all([node.head(), node.solidHead()])
  const owner = addresses.of(from)
  const { coin, to, amount } = payment
  return {
    // The last two of the eight bytes of the height, with which a hash begins, and the eight after them.
    refBlockBytes: solid.hash.slice(12, 16),
    refBlockHash: solid.hash.slice(16, 32),
    expiration: head.timestamp + lifetimeMs,
    timestamp: freeTime({ from, spent, since: head.timestamp }),
    feeLimit,
    body:
      coin.contract === undefined
        ? { kind: 'transfer', owner, to: readHex(to), amount }
        : { kind: 'call', owner, contract: readHex(coin.contract), data: encodeTransfer(argumentsOf(payment)) },
  }
}

function paymentOf({ body }: TronTransaction, coins: readonly ServedCoin[]): Payment | undefined {
  if (body.kind === 'transfer') {
    const [coin] = coins
    return coin && { coin, to: toBase58(body.to), amount: body.amount }
  }
  const coin = coins.find(({ contract }) => contract !== undefined && toHex(contract) === body.contract)
  const transfer = decodeTransfer(body.data)
  return coin && transfer && { coin, to: toBase58(transfer.to), amount: transfer.amount }
}

const nameOf = ({ branch, index }: KeyPlace, timestamp: number): string => `${branch}/${index}@${timestamp}`

/**
 * A time that no other transaction of this account has. Two payments of one amount to one address within a block would else be the same
 * bytes, of which the chain takes one.
 */
function freeTime({ from, spent, since }: { from: KeyPlace; spent: ReadonlySet<string>; since: number }): number {
  let timestamp = since
  while (spent.has(nameOf(from, timestamp))) timestamp += 1
  return timestamp
}

/** The latest time of an account's transactions in the journal; `undefined` if it has none. */
function latestIn(spent: ReadonlySet<string>, { branch, index }: KeyPlace): bigint | undefined {
  const start = `${branch}/${index}@`
  return [...spent]
    .filter((each) => each.startsWith(start))
    .map((each) => parseDecimal(each.slice(start.length), 0) ?? 0n)
    .reduce<bigint | undefined>((latest, each) => (latest === undefined || each > latest ? each : latest), undefined)
}

/**
 * Throws where the chain has a transaction of the account that is clearly later than all in the journal can be: somebody else has the key, or
 * the journal is old.
 */
function checkLastUsed({ lastUsed, latest, lifetimeMs }: LastUse): void {
  if (latest !== undefined && fromCount(lastUsed - 2 * lifetimeMs) > latest)
    throw new NodeError('the chain has transactions of this account that the journal does not have')
}

interface LastUse {
  readonly lastUsed: number
  readonly latest: bigint | undefined
  readonly lifetimeMs: number
}
