import { Transaction } from '@scure/btc-signer'
import type { CustodyResult } from '#contract/custody.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type Account, depositPlace, HOT } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeRefusal, type Rpc } from '../../json-rpc.ts'
import { type BitcoinPolicy, feesOf } from '../../policy.ts'
import { Refused } from '../../refused.ts'
import type { Chain, NetworkName, Sighting } from '../chain.ts'
import { signBitcoinMessage } from '../signed-message.ts'
import { BitcoinAddresses } from './bitcoin-addresses.ts'
import { type BitcoinNode, openBitcoinNode } from './bitcoin-node.ts'
import { BITCOIN_DECIMALS, type BitcoinParameters } from './bitcoin-parameters.ts'
import { CoinIndex } from './coin-index.ts'
import { inspectBitcoin } from './inspect-bitcoin.ts'
import { type BitcoinParts, outputsOf, planPayment, planReplacement, transactionOptions } from './plan-bitcoin.ts'
import { scanBitcoin } from './scan-bitcoin.ts'
import { readUnsigned, signBitcoin } from './sign-bitcoin.ts'

interface Opening {
  readonly network: NetworkName
  readonly policy: BitcoinPolicy
  readonly parameters: BitcoinParameters
  readonly account: Account
  readonly rpc: Rpc
  /** The files that keep coins and addresses of the chain between two runs. */
  readonly files: { readonly coins: string; readonly addresses: string }
}

/** A chain of Bitcoin's family, with payments from the coins of all our addresses, so that nothing has to be swept. */
export function openBitcoinChain({ network, policy, parameters, account, rpc, files }: Opening): Chain {
  const { firstBlock, birthHeight, confirmations, symbol } = policy
  const node = openBitcoinNode(rpc, { firstBlock, ...parameters })
  const addresses = new BitcoinAddresses(account, parameters, files.addresses)
  const index = new CoinIndex({ node, addresses, file: files.coins, firstBlock, birthHeight })
  const fees = feesOf(policy, BITCOIN_DECIMALS)
  const parts = { node, addresses, index, policy, parameters, feeMax: fees.feeMax }
  return {
    network,
    id: firstBlock,
    draftChain: policy.chain,
    extendedPublicKey: account.extendedPublicKey,
    hotAddress: addresses.hot,
    confirmations,
    ...fees,
    coins: [{ symbol, decimals: BITCOIN_DECIMALS }],
    tip: async () => {
      const height = await node.height()
      return { height, hash: await node.hashAt(height) }
    },
    addressOf: (at) => addresses.of(depositPlace(at)),
    readAddress: (text) => addresses.read(text),
    isOwn: (address) => addresses.has(address),
    async scan(span) {
      const result = await scanBitcoin({ node, addresses, symbol }, span)
      await index.follow(span.issued)
      return result
    },
    balances: (issued) => readBalances(parts, issued),
    plan: (payment, spent) => planPayment(parts, payment, spent),
    ...(parameters.replaces && {
      async planReplacement(version, spent) {
        const plan = await planReplacement(parts, version, spent)
        if (!(plan instanceof Refused)) index.dropPending(version.txid)
        return plan
      },
    }),
    sign: (plan) => signBitcoin(plan, { account, parameters }),
    attest: (message) => signBitcoinMessage(message, { key: account.privateKeyOf(HOT), ...parameters }),
    readSigned: (raw) => ({ txid: readRaw(raw, parameters).id, raw }),
    async broadcast({ txid, raw }) {
      try {
        await node.send(raw)
        index.addPending(txid, outputsOf(readRaw(raw, parameters)))
        return 'accepted'
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error
        return (await node.confirmations(txid)) === undefined ? { refused: error.message } : 'accepted'
      }
    },
    inspect: (asked) => inspectBitcoin({ node, addresses }, asked),
    async find(txid, plan) {
      const sighting = await find(node, { txid, plan })
      if (sighting === 'pending') index.addPending(txid, outputsOf(readUnsigned(plan.unsigned, parameters)))
      return sighting
    },
  }
}

const readRaw = (raw: string, parameters: BitcoinParameters): Transaction =>
  Transaction.fromRaw(Buffer.from(raw, 'hex'), transactionOptions(parameters))

async function find(node: BitcoinNode, { txid, plan }: { txid: string; plan: Plan }): Promise<Sighting> {
  const confirmations = await node.confirmations(txid)
  if (confirmations === undefined) return 'missing'
  if (confirmations <= 0) return 'pending'
  const height = (await node.height()) - confirmations + 1
  return { height, confirmations, fee: parseDecimal(plan.fee, 0) ?? 0n, reverted: false }
}

async function readBalances({ index, policy }: BitcoinParts, issued: number): Promise<CustodyResult<'balances'>> {
  const at = await index.follow(issued)
  const sumOf = (branch: number) =>
    index.coins
      .filter((coin) => coin.branch === branch)
      .reduce((sum, { value }) => sum + (parseDecimal(value, 0) ?? 0n), 0n)
      .toString()
  const coin = { symbol: policy.symbol, decimals: BITCOIN_DECIMALS }
  return { at, coins: [{ ...coin, hot: sumOf(HOT.branch), deposits: sumOf(depositPlace(0).branch) }] }
}
