import { NodeError } from '../../json-rpc.ts'
import { feesOf, type StellarPolicy } from '../../policy.ts'
import type { Chain, NetworkName, ServedCoin, Transfer } from '../chain.ts'
import { ownerOf, sharedAccount } from '../shared-account.ts'
import { signStellarMessage } from '../signed-message.ts'
import { checkReceiver, planPayment, planReplacement } from './plan-stellar.ts'
import { isStellarAddress, type StellarAccount } from './stellar-account.ts'
import { openStellarNode, type StellarIncoming } from './stellar-node.ts'
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

/** The chain of Stellar, where a payment names its user by the memo. Coins of an account that is merged into ours are not seen. */
export function openStellarChain(opening: Opening): Chain {
  const { network, policy, account, address: server, lifetimeMs = LIFETIME_MS } = opening
  const { passphrase, confirmations, symbol } = policy
  const { address, publicKey } = account
  const coin = { symbol, decimals: STELLAR_DECIMALS }
  const node = openStellarNode(server, passphrase)
  const fees = feesOf(policy, STELLAR_DECIMALS)
  const parts = { node, address, passphrase, feeMax: fees.feeMax, lifetimeMs }
  const shared = sharedAccount({
    ...{ node, network: 'XLM', address, coin },
    paymentsIn: async (ledgers, { issued, head }) => {
      if (ledgers.from < head.oldest) throw new NodeError('the node does not have all ledgers that are asked for')
      return (await node.payments(address, ledgers)).map((each) => ({ ...transferOf(each, { issued, coin }), address }))
    },
  })
  return {
    ...shared,
    network,
    id: passphrase,
    draftChain: passphrase,
    extendedPublicKey: publicKey,
    confirmations,
    ...fees,
    readAddress: (text) => (isStellarAddress(text) ? text : undefined),
    checkReceiver: (payment) => checkReceiver(parts, payment),
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: (version) => planReplacement(parts, version),
    sign: ({ unsigned }) => signStellar(unsigned, { account, passphrase }),
    attest: (message) => signStellarMessage(message, account.sign),
    readSigned: (raw) => readSignedStellar(raw, passphrase),
  }
}

function transferOf(
  { txid, height, position, from, tag, asset, amount }: StellarIncoming,
  { issued, coin }: { readonly issued: number; readonly coin: ServedCoin },
): Omit<Transfer, 'blockHash' | 'address'> {
  const owner = tag === undefined ? {} : ownerOf(tag, issued)
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
