import { type CustodyResult, SCAN_BLOCKS_MAX } from '#contract/custody.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { isMemoId, readTag } from '#domain/tags.ts'
import { NodeError } from '../../json-rpc.ts'
import { feesOf, type StellarPolicy } from '../../policy.ts'
import type { Chain, NetworkName, ServedCoin, Sighting, Signed, Transfer } from '../chain.ts'
import { checkReceiver, planPayment, planReplacement } from './plan-stellar.ts'
import { isStellarAddress, type StellarAccount } from './stellar-account.ts'
import { openStellarNode, type StellarIncoming, type StellarNode } from './stellar-node.ts'
import { readSignedStellar, STELLAR_DECIMALS, signStellar } from './stellar-transaction.ts'

/** The sooner a transaction expires, the sooner a lost one is signed anew. */
const LIFETIME_MS = 120_000
/** A draft of cold storage is carried to another machine. */
export const STELLAR_COLD_LIFETIME_MS = 12 * 3_600_000

interface Opening {
  readonly network: NetworkName
  readonly policy: StellarPolicy
  readonly account: StellarAccount
  /** Of the Horizon server. */
  readonly address: string
  readonly lifetimeMs?: number
}

/**
 * The chain of Stellar. An account costs a reserve, so that there is one for all: a payment names its user by the memo, which is the user's
 * index. A closed ledger is final, and coins alone are served.
 */
export function openStellarChain(opening: Opening): Chain {
  const { network, policy, account, address: server, lifetimeMs = LIFETIME_MS } = opening
  const { passphrase, confirmations, symbol } = policy
  const { address, publicKey } = account
  const coin = { symbol, decimals: STELLAR_DECIMALS }
  const node = openStellarNode(server, passphrase)
  const fees = feesOf(policy, STELLAR_DECIMALS)
  const parts = { node, address, passphrase, feeMax: fees.feeMax, lifetimeMs }
  const tip = async () => {
    const { height, hash } = await node.head()
    return { height, hash }
  }
  return {
    network,
    id: passphrase,
    draftChain: passphrase,
    extendedPublicKey: publicKey,
    hotAddress: address,
    confirmations,
    ...fees,
    coins: [coin],
    transactionsExpire: true,
    tip,
    addressOf: () => address,
    tagOf: (index) => `${index}`,
    readTag: (text) => readTag('XLM', text),
    readAddress: (text) => (isStellarAddress(text) ? text : undefined),
    isOwn: (each) => each === address,
    checkReceiver: (payment) => checkReceiver(parts, payment),
    scan: (span) => scan(node, { ...span, address, coin }),
    balances: async () => {
      const [at, held] = await Promise.all([tip(), node.account(address)])
      return { at, coins: [{ ...coin, hot: (held?.balance ?? 0n).toString(), deposits: '0' }] }
    },
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: (version) => planReplacement(parts, version),
    sign: ({ unsigned }) => signStellar(unsigned, { account, passphrase }),
    readSigned: (raw) => readSignedStellar(raw, passphrase),
    broadcast: (signed) => broadcast(node, signed),
    find: (txid) => find(node, txid),
  }
}

interface Scan {
  readonly after: number
  readonly issued: number
  readonly address: string
  readonly coin: ServedCoin
}

/** The payments to the account in the ledgers after one. Coins that arrive in another way, such as by an exchange on the way, are not seen. */
async function scan(node: StellarNode, { after, issued, address, coin }: Scan): Promise<CustodyResult<'scan'>> {
  const { height, hash, oldest } = await node.head()
  const tip = { height, hash }
  const first = Math.max(after + 1, 1)
  const last = Math.min(height, Math.max(after, 0) + SCAN_BLOCKS_MAX)
  if (last <= after) return { tip, scanned: await blockAt(node, Math.min(after, height)), more: false, transfers: [] }
  if (first < oldest) throw new NodeError('the node does not have all ledgers that are asked for')
  const found = await node.payments(address, { from: first, to: last })
  const hashes = new Map<number, string>()
  for (const at of new Set([...found.map((each) => each.height), last])) hashes.set(at, (await node.ledger(at)).hash)
  const hashAt = (at: number) => hashes.get(at) ?? ''
  const transfers = found.map(
    (each): Transfer => ({
      ...transferOf(each, { issued, coin }),
      ...{ address, blockHash: hashAt(each.height) },
    }),
  )
  return { tip, scanned: { height: last, hash: hashAt(last) }, more: last < height, transfers }
}

async function blockAt(node: StellarNode, height: number) {
  const { hash } = await node.ledger(height)
  return { height, hash }
}

function transferOf(
  { txid, height, position, from, tag, asset, amount }: StellarIncoming,
  { issued, coin }: Pick<Scan, 'issued' | 'coin'>,
): Omit<Transfer, 'blockHash' | 'address'> {
  const index = tag === undefined ? undefined : indexOf(tag)
  const owner = { ...(tag !== undefined && { tag }), ...(index !== undefined && index < issued && { index }) }
  const place = {
    txid,
    position,
    ...(from !== undefined && { from: [from] }),
    height,
    ...owner,
    amount: amount.toString(),
  }
  const { symbol, decimals } = coin
  return asset === undefined ? { ...place, coin: symbol, decimals } : { ...place, contract: asset }
}

const INDEX_MAX = 2n ** 31n - 1n

/** The index that a memo names, whether it was sent as a number or as text. */
function indexOf(tag: string): number | undefined {
  const number = isMemoId(tag) ? parseDecimal(tag, 0) : undefined
  return number === undefined || number > INDEX_MAX ? undefined : toCount(number)
}

async function broadcast(node: StellarNode, { txid, raw }: Signed): ReturnType<Chain['broadcast']> {
  const { accepted, words } = await node.submit(Buffer.from(raw, 'hex').toString('base64'))
  // A repeat is refused for its used number; the transaction itself is the proof.
  return accepted || (await node.transaction(txid)) ? 'accepted' : { refused: words }
}

/** Horizon shows no transaction before it is in a ledger: one that waits is missing, and is given to the node again. */
async function find(node: StellarNode, txid: string): Promise<Sighting> {
  const found = await node.transaction(txid)
  if (!found) return 'missing'
  const { height, fee, succeeded } = found
  const tip = await node.head()
  return { height, confirmations: Math.max(tip.height - height + 1, 1), fee, reverted: !succeeded }
}
