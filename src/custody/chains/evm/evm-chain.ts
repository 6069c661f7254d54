import { getAddress, isAddress } from 'ethers/address'
import { SigningKey } from 'ethers/crypto'
import { Transaction } from 'ethers/transaction'
import { type Account, HOT } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { NodeRefusal, type Rpc } from '../../json-rpc.ts'
import { type EvmPolicy, feesOf } from '../../policy.ts'
import { readAccountBalances } from '../account-balances.ts'
import type { Chain, NetworkName, ServedCoin, Sighting, Signed } from '../chain.ts'
import { signEvmMessage } from '../signed-message.ts'
import type { EvmAddresses } from './evm-addresses.ts'
import { openEvmNode } from './evm-node.ts'
import { inspectEvm } from './inspect-evm.ts'
import { planPayment, planReplacement, planSweep, tokenBalance } from './plan-evm.ts'
import { scanEvm } from './scan-evm.ts'

/** The account of all EVM networks. */
export const EVM_PATH = "m/44'/60'/0'"

interface Opening {
  readonly network: NetworkName
  readonly policy: EvmPolicy
  readonly account: Account
  readonly addresses: EvmAddresses
  readonly rpc: Rpc
}

/** A chain of the Ethereum kind, known by its chain id: its own coin, and tokens of ERC-20. */
export function openEvmChain({ network, policy, account, addresses, rpc }: Opening): Chain {
  const { chainId, legacyFees, traces, confirmations, coins } = policy
  const node = openEvmNode(rpc, chainId)
  const fees = feesOf(policy, coins[0]?.decimals ?? 0)
  const parts = { node, addresses, chainId, legacyFees, feeMax: fees.feeMax }
  return {
    network,
    id: `${chainId}`,
    draftChain: `${chainId}`,
    extendedPublicKey: account.extendedPublicKey,
    hotAddress: addresses.hot,
    confirmations,
    ...fees,
    coins,
    tip: async () => {
      const { number, hash } = await node.head('latest')
      return { height: number, hash }
    },
    addressOf: (index) => addresses.of(index),
    readAddress: readEvmAddress(coins),
    isOwn: (address) => address === addresses.hot || addresses.indexOf(address.toLowerCase()) !== undefined,
    scan: (span) => scanEvm({ node, addresses, coins, traces }, span),
    async balances(issued) {
      const { number: height, hash } = await node.head('latest')
      const held = ({ contract }: ServedCoin, of: string) =>
        contract === undefined ? node.balance(of) : tokenBalance(node, { contract, of })
      const accounts = { coins, hot: addresses.hot, issued, addressOf: (index: number) => addresses.of(index), held }
      return { at: { height, hash }, coins: await readAccountBalances(accounts) }
    },
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: ({ plan }) => planReplacement(parts, plan),
    planSweep: (from, coin, spent) => planSweep(parts, { from, coin, spent }),
    sign: (plan) => signEvm(plan, account),
    attest: (message) => signEvmMessage(message, account.privateKeyOf(HOT)),
    readSigned(raw) {
      const { hash, serialized } = Transaction.from(raw)
      if (hash === null) throw new Error('the transaction is not signed')
      return { txid: hash, raw: serialized }
    },
    async broadcast({ txid, raw }) {
      try {
        await node.send(raw)
        return 'accepted'
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error
        // "Already known" and "nonce too low" are words alone; the transaction itself is the proof.
        return (await node.has(txid)) ? 'accepted' : { refused: error.message }
      }
    },
    find: (txid) => find(node, txid),
    inspect: (asked) => inspectEvm({ node, from: addresses.hot }, asked),
  }
}

/** Refuses the zero address and the contracts of our coins, from which nothing comes back. */
function readEvmAddress(coins: readonly ServedCoin[]): Chain['readAddress'] {
  const lost = new Set([`0x${'0'.repeat(40)}`, ...coins.flatMap(({ contract = '' }) => [contract.toLowerCase()])])
  return (text) =>
    /^0x[0-9a-fA-F]{40}$/.test(text) && isAddress(text) && !lost.has(text.toLowerCase()) ? getAddress(text) : undefined
}

export function signEvm({ unsigned, keys: [place] }: Pick<Plan, 'unsigned' | 'keys'>, account: Account): Signed {
  if (!place) throw new Error('a plan without a key')
  const transaction = Transaction.from(unsigned)
  transaction.signature = new SigningKey(account.privateKeyOf(place)).sign(transaction.unsignedHash)
  const { hash, serialized } = transaction
  if (hash === null) throw new Error('a signed transaction has a hash')
  return { txid: hash, raw: serialized }
}

async function find(node: ReturnType<typeof openEvmNode>, txid: string): Promise<Sighting> {
  const receipt = await node.receipt(txid)
  if (!receipt) return (await node.has(txid)) ? 'pending' : 'missing'
  const { blockNumber: height, gasUsed, effectiveGasPrice, status } = receipt
  const tip = await node.head('latest')
  return {
    height,
    confirmations: Math.max(tip.number - height + 1, 0),
    fee: gasUsed * effectiveGasPrice,
    reverted: status !== 1,
  }
}
