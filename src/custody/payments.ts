import type { CustodyParams, CustodyResult, Fence, PaymentIntent, SendState } from '#contract/custody.ts'
import { canonicalIntent } from '#contract/custody-approvals.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { depositPlace } from './account.ts'
import type { Chain, NetworkName, Payment, ServedCoin } from './chains/chain.ts'
import { checkLimits } from './check-limits.ts'
import { checkFence } from './fence.ts'
import { type Journal, type JournaledIntent, toFinest } from './journal.ts'
import type { IntentRecord, Plan } from './journal-records.ts'
import type { Policy } from './policy.ts'
import { Refused, refused } from './refused.ts'
import { findState, signAndBroadcast, unknownState } from './settle.ts'

export interface Custody {
  readonly journal: Journal
  readonly policy: Policy
  readonly chains: ReadonlyMap<NetworkName, Chain>
  /** The same chains as cold storage sees them: custody has no keys of them. */
  readonly cold: ReadonlyMap<NetworkName, Chain>
  /** Runs one after the other what plans transactions of a network: two plans must not choose the same nonce or coin. */
  readonly inTurn: <Result>(network: NetworkName, work: () => Promise<Result>) => Promise<Result>
  /** Of the request that is answered; absent: it has none. */
  readonly fence?: Fence | undefined
}

/**
 * Accepts a payment and sends it; a repeat under the same id sends the same transaction. Refuses in this order: NETWORK_NOT_CONFIGURED,
 * STOPPED, INTENT_DIFFERS, COIN_NOT_SERVED, TAG_NOT_SUPPORTED, TAG_INVALID, ADDRESS_INVALID, OWN_ADDRESS,
 * AMOUNT_INVALID, the limits, what the chain's plan refuses, TOO_LATE, LEASE_LOST and FEE_TOO_HIGH.
 */
export async function sendPayment(custody: Custody, params: CustodyParams<'send'>): Promise<SendState | Refused> {
  const { journal, chains, inTurn } = custody
  const { approvals, until = Number.POSITIVE_INFINITY, ...payment } = params
  const chain = chains.get(payment.network)
  if (!chain) return refused('NETWORK_NOT_CONFIGURED')
  return inTurn(payment.network, async () => {
    if (journal.stopped) return refused('STOPPED')
    const known = journal.find(payment.id)
    if (known) return isSame(known, payment) ? signAndBroadcast(custody, known.id) : refused('INTENT_DIFFERS')
    const read = readOutside(chain, payment)
    if (read instanceof Refused) return read
    // Once before the node is asked, so that a forbidden payment costs no calls.
    const early = checkPolicy(custody, { payment, approvals, chain, ...read })
    if (early instanceof Refused) return early
    const plan = await chain.plan(read, journal.spentOn(chain.network))
    if (plan instanceof Refused) return plan
    // Once more in the turn of the event loop that writes: what was accepted meanwhile counts.
    const approvedBy = checkPolicy(custody, { payment, approvals, chain, ...read })
    if (approvedBy instanceof Refused) return approvedBy
    if (journal.stopped) return refused('STOPPED')
    if (journal.now() >= until) return refused('TOO_LATE')
    const refusal = checkBeforeWriting(custody, { chain, plan })
    if (refusal) return refusal
    const { id, network, coin, to, tag, amount } = payment
    const { decimals } = read.coin
    const intent = { id, network, coin, to, ...(tag !== undefined && { tag }), amount, decimals }
    const kind = isCold(custody, payment.network, read.to) ? 'cold' : 'payment'
    journal.append({ type: 'intent', kind, ...intent, approvedBy, plan })
    return signAndBroadcast(custody, id)
  })
}

function isSame(known: JournaledIntent, given: PaymentIntent): boolean {
  const { network, coin, to, tag, amount } = given
  return (
    (known.kind === 'payment' || known.kind === 'cold') &&
    [known.network, known.coin, known.to, known.tag, known.amount].every(
      (each, place) => each === [network, coin, to, tag, amount][place],
    )
  )
}

/** Reads a payment to an address of others. Refuses what `readPayment` refuses, and OWN_ADDRESS. */
export function readOutside(chain: Chain, payment: WrittenPayment): Payment | Refused {
  const read = readPayment(chain, payment)
  return read instanceof Refused || !chain.isOwn(read.to) ? read : refused('OWN_ADDRESS')
}

type WrittenPayment = Pick<PaymentIntent, 'coin' | 'to' | 'tag' | 'amount'>

/** Checks the form of a payment. Refuses COIN_NOT_SERVED, TAG_NOT_SUPPORTED, TAG_INVALID, ADDRESS_INVALID and AMOUNT_INVALID. */
function readPayment(
  chain: Chain,
  { coin: symbol, to: text, tag: typed, amount: units }: WrittenPayment,
): Payment | Refused {
  const coin = chain.coins.find((each) => each.symbol === symbol)
  if (!coin) return refused('COIN_NOT_SERVED')
  if (typed !== undefined && !chain.readTag) return refused('TAG_NOT_SUPPORTED')
  const tag = typed === undefined ? undefined : chain.readTag?.(typed)
  if (typed !== undefined && tag === undefined) return refused('TAG_INVALID')
  const to = chain.readAddress(text)
  if (to === undefined) return refused('ADDRESS_INVALID')
  const amount = parseDecimal(units, 0)
  return amount === undefined || amount === 0n ? refused('AMOUNT_INVALID') : { coin, to, tag, amount }
}

/**
 * Checks a payment that may be asked for later; one to an address of the exchange itself never is, and is told apart. Refuses
 * NETWORK_NOT_CONFIGURED, what `readPayment` and `checkReceiver` refuse, and OWN_ADDRESS for cold storage.
 */
export async function checkPayment(
  custody: Custody,
  { network, ...payment }: CustodyParams<'check'>,
): Promise<CustodyResult<'check'> | Refused> {
  const chain = custody.chains.get(network)
  if (!chain) return refused('NETWORK_NOT_CONFIGURED')
  const read = readPayment(chain, payment)
  if (read instanceof Refused) return read
  const { to, tag } = read
  // Nobody would be credited for it there.
  if (isCold(custody, network, to)) return refused('OWN_ADDRESS')
  const written = { to, ...(tag !== undefined && { tag }) }
  if (chain.isOwn(to)) return { ...written, own: true }
  return (await chain.checkReceiver?.(read)) ?? written
}

interface Asked {
  readonly payment: PaymentIntent
  readonly approvals: CustodyParams<'send'>['approvals']
  readonly chain: Chain
  readonly coin: ServedCoin
  readonly to: string
}

const isCold = ({ cold }: Custody, network: NetworkName, to: string) => cold.get(network)?.hotAddress === to

/** Coins go to the policy's own cold storage without limits and operators, since nobody can steal them there. Fees have their own limit. */
function checkPolicy(custody: Custody, { payment, approvals, chain, coin, to }: Asked): string[] | Refused {
  if (isCold(custody, chain.network, to)) return []
  const { journal, policy } = custody
  const at = journal.now()
  const { decimals } = coin
  return checkLimits(
    {
      coin: payment.coin,
      amount: toFinest(parseDecimal(payment.amount, 0) ?? 0n, decimals),
      at,
      past: journal.paymentsOf(payment.coin, at),
      approvals,
      canonical: canonicalIntent(payment, { chain: chain.id, decimals }),
    },
    policy,
  )
}

/**
 * In the turn of the event loop that writes a plan: another process may have asked while the node was. Sweeps and raised fees move no coins out,
 * but they cost some: asked for without end, they would empty the hot wallet. Refuses LEASE_LOST and FEE_TOO_HIGH.
 */
function checkBeforeWriting(
  { journal, fence }: Custody,
  { chain, plan }: { chain: Chain; plan: Plan },
): Refused | undefined {
  const old = fence && checkFence(journal, fence)
  if (old) return old
  const sum = journal.feesOn(chain.network, journal.now()) + (parseDecimal(plan.fee, 0) ?? 0n)
  return sum > chain.feePerDay ? refused('FEE_TOO_HIGH', 'more than a day may cost') : undefined
}

/**
 * Looks up the state of an intent. Sends again the bytes that a node has lost, and signs anew where they have expired, unless all sending is
 * stopped.
 */
export async function findPayment(custody: Custody, { id }: CustodyParams<'find'>): Promise<SendState | Refused> {
  const intent = custody.journal.find(id)
  if (!intent) return unknownState(id)
  return custody.inTurn(intent.network, () => lookUp(custody, id))
}

async function lookUp(custody: Custody, id: string): Promise<SendState> {
  const { journal, chains } = custody
  const found = await findState(custody, id)
  const network = journal.find(id)?.network
  const chain = network && chains.get(network)
  if (!chain?.transactionsExpire || journal.stopped || !mayBeReplaced(found)) return found
  const renewed = await signNextVersion(custody, { id, chain })
  if (!(renewed instanceof Refused)) return renewed
  // Until it expires it is under way, which is no news.
  return renewed.code === 'NOT_REPLACEABLE' ? found : { ...found, reason: renewed.code }
}

const mayBeReplaced = ({ state }: SendState): boolean => state !== 'CONFIRMED' && state !== 'FAILED'

/**
 * Signs the same payment with a higher fee, or anew where its transaction has expired. Refuses UNKNOWN_INTENT, STOPPED, NOT_REPLACEABLE,
 * FEE_TOO_HIGH.
 */
export async function replacePayment(custody: Custody, { id }: CustodyParams<'replace'>): Promise<SendState | Refused> {
  const { journal, chains, inTurn } = custody
  const intent = journal.find(id)
  if (!intent) return refused('UNKNOWN_INTENT')
  const chain = chains.get(intent.network)
  if (!chain) return refused('NETWORK_NOT_CONFIGURED')
  return inTurn(intent.network, async () => {
    if (journal.stopped) return refused('STOPPED')
    const now = await findState(custody, id)
    return mayBeReplaced(now) ? signNextVersion(custody, { id, chain }) : refused('NOT_REPLACEABLE')
  })
}

async function signNextVersion(
  custody: Custody,
  { id, chain }: { id: string; chain: Chain },
): Promise<SendState | Refused> {
  const { journal } = custody
  const newest = journal.find(id)?.versions.at(-1)
  if (!chain.planReplacement || newest?.txid === undefined) return refused('NOT_REPLACEABLE')
  const version = { plan: newest.plan, txid: newest.txid }
  const plan = await chain.planReplacement(version, journal.spentOn(chain.network))
  if (plan instanceof Refused) return plan
  const refusal = checkBeforeWriting(custody, { chain, plan })
  if (refusal) return refusal
  if (journal.stopped) return refused('STOPPED')
  journal.append({ type: 'replacement', id, plan })
  return signAndBroadcast(custody, id)
}

/**
 * Moves what a deposit address holds of a coin into the hot wallet. Where the address lacks coins for the fee, they are sent first and the
 * sweep is refused with GAS_ON_ITS_WAY, to be asked for again.
 */
export async function sweep(custody: Custody, asked: CustodyParams<'sweep'>): Promise<SendState | Refused> {
  const { journal, chains, inTurn } = custody
  const { id, network, index, coin: symbol } = asked
  const chain = chains.get(network)
  if (!chain) return refused('NETWORK_NOT_CONFIGURED')
  const coin = chain.coins.find((each) => each.symbol === symbol)
  const [own] = chain.coins
  if (!coin || !own) return refused('COIN_NOT_SERVED')
  return inTurn(network, async () => {
    if (journal.stopped) return refused('STOPPED')
    const known = journal.find(id)
    if (known) {
      const isSame = known.kind === 'sweep' && known.network === network && known.coin === symbol
      return isSame && known.versions[0]?.plan.keys[0]?.index === index
        ? signAndBroadcast(custody, id)
        : refused('INTENT_DIFFERS')
    }
    const planned = await chain.planSweep?.(depositPlace(index), coin, journal.spentOn(network))
    if (!planned) return refused('NOTHING_TO_SWEEP', 'deposits of this network are spent where they are')
    if (planned instanceof Refused) return planned
    if (planned.kind === 'gas') return fundGas(custody, { id, chain, index, amount: planned.amount })
    const { plan, amount } = planned
    const refusal = checkBeforeWriting(custody, { chain, plan })
    if (refusal) return refusal
    return accept(custody, { kind: 'sweep', id, network, coin, to: chain.hotAddress, amount, plan })
  })
}

interface Accepted extends Pick<IntentRecord, 'kind' | 'id' | 'network' | 'to'> {
  readonly coin: ServedCoin
  readonly amount: bigint
  readonly plan: Plan
}

/** Writes an intent of custody's own: it moves coins between its own addresses alone, so no limit counts it. */
function accept(custody: Custody, { coin, amount, ...intent }: Accepted): Promise<SendState> {
  const { symbol, decimals } = coin
  custody.journal.append({
    type: 'intent',
    ...intent,
    coin: symbol,
    amount: amount.toString(),
    decimals,
    approvedBy: [],
  })
  return signAndBroadcast(custody, intent.id)
}

/** Sends coins for the fee of a sweep, once for each sweep, within the most that a fee may be. */
async function fundGas(
  custody: Custody,
  { id, chain, index, amount }: { id: string; chain: Chain; index: number; amount: bigint },
): Promise<Refused> {
  const [coin] = chain.coins
  const gasId = `${id}:gas`
  if (!coin) return refused('COIN_NOT_SERVED')
  if (custody.journal.find(gasId)) {
    await lookUp(custody, gasId)
    return refused('GAS_ON_ITS_WAY')
  }
  if (amount > chain.feeMax) return refused('FEE_TOO_HIGH', `${amount}`)
  const to = chain.addressOf(index)
  const plan = await chain.plan({ coin, to, amount }, custody.journal.spentOn(chain.network))
  if (plan instanceof Refused) return plan
  const refusal = checkBeforeWriting(custody, { chain, plan })
  if (refusal) return refusal
  await accept(custody, { kind: 'gas', id: gasId, network: chain.network, coin, to, amount, plan })
  return refused('GAS_ON_ITS_WAY')
}
