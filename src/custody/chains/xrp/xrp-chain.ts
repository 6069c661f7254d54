import { createHash } from 'node:crypto'
import { isValidClassicAddress } from 'ripple-address-codec'
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, sign as signText } from 'ripple-keypairs'
import { type CustodyResult, SCAN_BLOCKS_MAX } from '#contract/custody.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { readTag } from '#domain/tags.ts'
import type { Account } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import type { Rpc } from '../../json-rpc.ts'
import { feesOf, type XrpPolicy } from '../../policy.ts'
import type { Chain, NetworkName, ServedCoin, Sighting, Signed, Transfer } from '../chain.ts'
import { checkReceiver, planPayment, planReplacement, XRP_PLACE } from './plan-xrp.ts'
import { openXrpNode, SUCCESS, type XrpNode, type XrpPayment } from './xrp-node.ts'

export const XRP_PATH = "m/44'/144'/0'"
export const XRP_DECIMALS = 6

/** About two minutes: the sooner a transaction expires, the sooner a lost one is signed anew. */
const LIFETIME_LEDGERS = 30
/** A draft of cold storage is carried to another machine: about twelve hours. */
export const COLD_LIFETIME_LEDGERS = 11_000

interface Opening {
  readonly network: NetworkName
  readonly policy: XrpPolicy
  readonly account: Account
  readonly rpc: Rpc
  readonly lifetimeLedgers?: number
}

/**
 * The chain of XRP. An account costs a reserve, so that there is one for all: a payment names its user by the destination tag, which is the
 * user's index. A validated ledger is final, and coins alone are served.
 */
export function openXrpChain({ network, policy, account, rpc, lifetimeLedgers = LIFETIME_LEDGERS }: Opening): Chain {
  const { networkId, confirmations, symbol } = policy
  const coin = { symbol, decimals: XRP_DECIMALS }
  const node = openXrpNode(rpc, networkId)
  const fees = feesOf(policy, XRP_DECIMALS)
  const publicKey = hexOf(account.publicKeyOf(XRP_PLACE))
  const address = deriveAddress(publicKey)
  const parts = { node, address, publicKey, networkId, feeMax: fees.feeMax, lifetimeLedgers }
  const tip = async () => {
    const { height, hash } = await node.state()
    return { height, hash }
  }
  return {
    network,
    id: `${networkId}`,
    draftChain: `${networkId}`,
    extendedPublicKey: account.extendedPublicKey,
    hotAddress: address,
    confirmations,
    ...fees,
    coins: [coin],
    transactionsExpire: true,
    tip,
    addressOf: () => address,
    tagOf: (index) => `${index}`,
    readTag: (text) => readTag('XRP', text),
    readAddress: (text) => (isValidClassicAddress(text) ? text : undefined),
    isOwn: (each) => each === address,
    checkReceiver: (payment) => checkReceiver(parts, payment),
    scan: (span) => scan(node, { ...span, address, coin }),
    balances: async () => {
      const [at, held] = await Promise.all([tip(), node.account(address)])
      return { at, coins: [{ ...coin, hot: (held?.balance ?? 0n).toString(), deposits: '0' }] }
    },
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: (version) => planReplacement(parts, version),
    sign: (plan) => signXrp(plan, account),
    readSigned,
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

/** The payments to the account in the ledgers after one. Coins that arrive in another way, such as by an escrow, are not seen. */
async function scan(node: XrpNode, { after, issued, address, coin }: Scan): Promise<CustodyResult<'scan'>> {
  const { height, hash } = await node.state()
  const tip = { height, hash }
  const last = Math.min(height, Math.max(after, 0) + SCAN_BLOCKS_MAX)
  if (last <= after) return { tip, scanned: await node.ledger(Math.min(after, height)), more: false, transfers: [] }
  const found = await node.payments(address, { from: Math.max(after + 1, 1), to: last })
  const hashes = new Map<number, string>()
  for (const at of new Set([...found.map((payment) => payment.height), last]))
    hashes.set(at, (await node.ledger(at)).hash)
  const hashAt = (at: number) => hashes.get(at) ?? ''
  const transfers = found.map((each) => ({ ...transferOf(each, { issued, coin }), blockHash: hashAt(each.height) }))
  return { tip, scanned: { height: last, hash: hashAt(last) }, more: last < height, transfers }
}

function transferOf(
  { txid, height, from, to, tag, delivered }: XrpPayment,
  { issued, coin }: Pick<Scan, 'issued' | 'coin'>,
): Omit<Transfer, 'blockHash'> {
  const owner = { ...(tag !== undefined && { tag: `${tag}`, ...(tag < issued && { index: tag }) }) }
  const place = { txid, position: 0, from: [from], address: to, height, ...owner }
  if (typeof delivered === 'string') return { ...place, coin: coin.symbol, decimals: coin.decimals, amount: delivered }
  const contract = 'currency' in delivered ? `${delivered.currency}.${delivered.issuer}` : delivered.mpt_issuance_id
  return { ...place, contract, amount: wholeOf(delivered.value) }
}

/** The whole units of an issued currency, whose values have an exponent where they are large or small. */
const wholeOf = (value: string): string => (parseDecimal(value.split('.')[0] ?? '', 0) ?? 0n).toString()

export function signXrp({ unsigned, keys: [place] }: Pick<Plan, 'unsigned' | 'keys'>, account: Account): Signed {
  if (!place) throw new Error('a plan without a key')
  const transaction = decode(unsigned)
  // The package marks keys of secp256k1 by a zero byte.
  const signature = signText(encodeForSigning(transaction), `00${hexOf(account.privateKeyOf(place))}`)
  return readSigned(encode({ ...transaction, TxnSignature: signature }))
}

/** Marks the bytes of a transaction, so that their hash is that of nothing else. */
const TRANSACTION_PREFIX = '54584e00'

function readSigned(raw: string): Signed {
  const blob = raw.toLowerCase()
  if (typeof decode(blob).TxnSignature !== 'string') throw new Error('the transaction is not signed')
  const hash = createHash('sha512')
    .update(Buffer.from(`${TRANSACTION_PREFIX}${blob}`, 'hex'))
    .digest('hex')
  return { txid: hash.slice(0, 64).toUpperCase(), raw: blob }
}

async function broadcast(node: XrpNode, { txid, raw }: Signed): ReturnType<Chain['broadcast']> {
  const { accepted, words } = await node.submit(raw)
  // A repeat is refused as too late; the transaction itself is the proof.
  return accepted || (await node.transaction(txid)) ? 'accepted' : { refused: words }
}

async function find(node: XrpNode, txid: string): Promise<Sighting> {
  const found = await node.transaction(txid)
  if (!found) return 'missing'
  if (!found.inLedger) return 'pending'
  const { height, result } = found.inLedger
  const tip = await node.state()
  return { height, confirmations: Math.max(tip.height - height + 1, 1), fee: found.fee, reverted: result !== SUCCESS }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
