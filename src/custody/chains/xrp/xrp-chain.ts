import { createHash } from 'node:crypto'
import { isValidClassicAddress } from 'ripple-address-codec'
import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, sign as signText } from 'ripple-keypairs'
import { parseDecimal } from '#domain/decimal.ts'
import type { Account } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import type { Rpc } from '../../json-rpc.ts'
import { feesOf, type XrpPolicy } from '../../policy.ts'
import type { Chain, NetworkName, ServedCoin, Signed, Transfer } from '../chain.ts'
import { ownerOf, sharedAccount } from '../shared-account.ts'
import { checkReceiver, planPayment, planReplacement, XRP_PLACE } from './plan-xrp.ts'
import { openXrpNode, type XrpPayment } from './xrp-node.ts'

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
 * The chain of XRP, where a payment names its user by the destination tag. Coins that arrive in another way, such as by an escrow, are not
 * seen.
 */
export function openXrpChain({ network, policy, account, rpc, lifetimeLedgers = LIFETIME_LEDGERS }: Opening): Chain {
  const { networkId, confirmations, symbol } = policy
  const coin = { symbol, decimals: XRP_DECIMALS }
  const node = openXrpNode(rpc, networkId)
  const fees = feesOf(policy, XRP_DECIMALS)
  const publicKey = hexOf(account.publicKeyOf(XRP_PLACE))
  const address = deriveAddress(publicKey)
  const parts = { node, address, publicKey, networkId, feeMax: fees.feeMax, lifetimeLedgers }
  const shared = sharedAccount({
    ...{ node, network: 'XRP', address, coin },
    paymentsIn: async (ledgers, { issued }) =>
      (await node.payments(address, ledgers)).map((each) => transferOf(each, { issued, coin })),
  })
  return {
    ...shared,
    network,
    id: `${networkId}`,
    draftChain: `${networkId}`,
    extendedPublicKey: account.extendedPublicKey,
    confirmations,
    ...fees,
    readAddress: (text) => (isValidClassicAddress(text) ? text : undefined),
    checkReceiver: (payment) => checkReceiver(parts, payment),
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: (version) => planReplacement(parts, version),
    sign: (plan) => signXrp(plan, account),
    readSigned,
  }
}

function transferOf(
  { txid, height, from, to, tag, delivered }: XrpPayment,
  { issued, coin }: { readonly issued: number; readonly coin: ServedCoin },
): Omit<Transfer, 'blockHash'> {
  const owner = tag === undefined ? {} : ownerOf(`${tag}`, issued)
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

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
