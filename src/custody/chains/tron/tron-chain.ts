import { createHash } from 'node:crypto'
import { SigningKey } from 'ethers/crypto'
import { type Account, depositPlace, HOT, type KeyPlace } from '../../account.ts'
import type { Plan } from '../../journal-records.ts'
import { feesOf, type TronPolicy } from '../../policy.ts'
import { readAccountBalances } from '../account-balances.ts'
import type { Chain, NetworkName, ServedCoin, Sighting, Signed } from '../chain.ts'
import { signTronMessage } from '../signed-message.ts'
import { inspectTron } from './inspect-tron.ts'
import { balanceOf, planPayment, planReplacement, planSweep } from './plan-tron.ts'
import { openTronScan } from './scan-tron.ts'
import { type TronAddresses, toBase58, toHex } from './tron-addresses.ts'
import { bytesOf, encodeSigned, hexOf, rawOfSigned } from './tron-codec.ts'
import type { TronHttp } from './tron-http.ts'
import { openTronNode, type TronNode, wordsOf } from './tron-node.ts'

export const TRON_PATH = "m/44'/195'/0'"

/** A transaction of the hot wallet is sent at once: the sooner it expires, the sooner a lost one is signed anew. */
const LIFETIME_MS = 120_000
/** A draft of cold storage is carried to another machine. The chain takes a day at most. */
export const COLD_LIFETIME_MS = 12 * 3_600_000

interface Opening {
  readonly network: NetworkName
  readonly policy: TronPolicy
  readonly account: Account
  readonly addresses: TronAddresses
  readonly http: TronHttp
  readonly lifetimeMs?: number
}

/** The chain of TRON, known by its first block: its own coin, and tokens of TRC-20. */
export function openTronChain(opening: Opening): Chain {
  const { network, policy, account, addresses, http, lifetimeMs = LIFETIME_MS } = opening
  const { firstBlock, confirmations, coins } = policy
  const node = openTronNode(http, firstBlock)
  const fees = feesOf(policy, coins[0]?.decimals ?? 0)
  const parts = { node, addresses, coins, feeMax: fees.feeMax, lifetimeMs }
  return {
    network,
    id: firstBlock,
    draftChain: firstBlock,
    extendedPublicKey: account.extendedPublicKey,
    hotAddress: toBase58(addresses.hot),
    confirmations,
    ...fees,
    coins,
    transactionsExpire: true,
    tip: async () => {
      const { height, hash } = await node.head()
      return { height, hash }
    },
    addressOf: (index) => toBase58(addresses.of(depositPlace(index))),
    readAddress: (text) =>
      toHex(text) === undefined || coins.some(({ contract }) => contract === text) ? undefined : text,
    isOwn: (address) => address === toBase58(addresses.hot) || addresses.indexOf(toHex(address) ?? '') !== undefined,
    scan: openTronScan({ node, addresses, coins }),
    async balances(issued) {
      const { height, hash } = await node.head()
      const held = ({ contract }: ServedCoin, place: KeyPlace) => balanceOf(node, { contract, of: addresses.of(place) })
      const accounts = { coins, hot: HOT, issued, addressOf: depositPlace, held }
      return { at: { height, hash }, coins: await readAccountBalances(accounts) }
    },
    plan: (payment, spent) => planPayment(parts, payment, spent),
    planReplacement: (version, spent) => planReplacement(parts, version, spent),
    planSweep: (from, coin, spent) => planSweep(parts, { from, coin, spent }),
    sign: (plan) => signTron(plan, account),
    attest: (message) => signTronMessage(message, account.privateKeyOf(HOT)),
    readSigned: (raw) => ({ txid: idOf(rawOfSigned(bytesOf(raw))), raw }),
    broadcast: (signed) => broadcast(node, signed),
    find: (txid) => find(node, { txid, confirmations }),
    inspect: (asked) =>
      inspectTron(
        { node, from: addresses.hot, depthOf: ({ height }) => depthOf(node, { height, confirmations }) },
        asked,
      ),
  }
}

const idOf = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex')

export function signTron({ unsigned, keys: [place] }: Pick<Plan, 'unsigned' | 'keys'>, account: Account): Signed {
  if (!place) throw new Error('a plan without a key')
  const raw = bytesOf(unsigned)
  const txid = idOf(raw)
  const { r, s, v } = new SigningKey(account.privateKeyOf(place)).sign(`0x${txid}`)
  const signature = bytesOf(`${r.slice(2)}${s.slice(2)}${v.toString(16)}`)
  return { txid, raw: hexOf(encodeSigned(raw, signature)) }
}

async function broadcast(node: TronNode, { txid, raw }: Signed): ReturnType<Chain['broadcast']> {
  const answer = await node.send(raw)
  if (answer.result && answer.txid === txid) return 'accepted'
  // "Dup transaction" is words alone, and what a busy node did is unknown; the transaction itself is the proof.
  if ((await node.info(txid)) || (await node.isPending(txid))) return 'accepted'
  return { refused: `${answer.code ?? 'the node did not take it'}: ${wordsOf(answer.message ?? '')}` }
}

/** An outcome counts as final in a block that no reorganisation can undo, whatever its depth. */
async function find(
  node: TronNode,
  { txid, confirmations }: { txid: string; confirmations: number },
): Promise<Sighting> {
  const info = await node.info(txid)
  if (!info) return (await node.isPending(txid)) ? 'pending' : 'missing'
  const { height, fee, succeeded } = info
  return { height, confirmations: await depthOf(node, { height, confirmations }), fee, reverted: !succeeded }
}

async function depthOf(
  node: TronNode,
  { height, confirmations }: { height: number; confirmations: number },
): Promise<number> {
  const [tip, solid] = await Promise.all([node.head(), node.solidHead()])
  const depth = Math.max(tip.height - height + 1, 0)
  return height <= solid.height ? depth : Math.min(depth, confirmations - 1)
}
