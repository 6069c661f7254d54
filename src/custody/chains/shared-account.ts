import { type BlockId, type CustodyResult, SCAN_BLOCKS_MAX } from '#contract/custody.ts'
import { indexOfTag, readTag, type TaggedNetwork, tagOfIndex } from '#domain/tags.ts'
import type { Chain, ServedCoin, Sighting, Transfer } from './chain.ts'

interface LedgerTransaction {
  readonly fee: bigint
  /** Absent: it waits. */
  readonly inLedger: { readonly height: number; readonly succeeded: boolean } | undefined
}

export interface PaidCoins {
  readonly from: string
  readonly to: string
  readonly tag: string | undefined
  readonly amount: bigint
}

/** The calls of a node of a network whose users share an account. Its ledgers are final. */
interface LedgerNode<Head extends BlockId> {
  readonly head: () => Promise<Head>
  readonly ledger: (height: number) => Promise<BlockId>
  /** `undefined` for an address that is no account. */
  readonly account: (address: string) => Promise<{ readonly balance: bigint } | undefined>
  /** `undefined` for one that the node does not know. */
  readonly transaction: (txid: string) => Promise<LedgerTransaction | undefined>
  /** The payments of a successful transaction in the network's coin. */
  readonly paidBy: (txid: string) => Promise<readonly PaidCoins[]>
  readonly submit: (raw: string) => Promise<{ readonly accepted: boolean; readonly words: string }>
}

interface Account<Head extends BlockId> {
  readonly node: LedgerNode<Head>
  readonly network: TaggedNetwork
  readonly address: string
  readonly coin: ServedCoin
  /** The payments to the account in some ledgers. @throws NodeError where the node does not have all of them */
  readonly paymentsIn: (
    ledgers: { readonly from: number; readonly to: number },
    at: { readonly issued: number; readonly head: Head },
  ) => Promise<readonly Omit<Transfer, 'blockHash'>[]>
}

/**
 * The parts of a chain whose users share one account, for each account costs a reserve: a payment names its user by a tag, which is made
 * of the user's index. Coins alone are served.
 */
export function sharedAccount<Head extends BlockId>({ node, network, address, coin, paymentsIn }: Account<Head>) {
  const tip = async (): Promise<BlockId> => {
    const { height, hash } = await node.head()
    return { height, hash }
  }
  const find = async (txid: string): Promise<Sighting> => {
    const found = await node.transaction(txid)
    if (!found) return 'missing'
    if (!found.inLedger) return 'pending'
    const { height, succeeded } = found.inLedger
    const { height: top } = await node.head()
    return { height, confirmations: Math.max(top - height + 1, 1), fee: found.fee, reverted: !succeeded }
  }
  return {
    hotAddress: address,
    coins: [coin],
    transactionsExpire: true,
    tip,
    addressOf: () => address,
    tagOf: tagOfIndex,
    readTag: (text) => readTag(network, text),
    isOwn: (each) => each === address,
    balances: async () => {
      const [at, held] = await Promise.all([tip(), node.account(address)])
      return { at, coins: [{ ...coin, hot: (held?.balance ?? 0n).toString(), deposits: '0' }] }
    },
    find,
    inspect: async ({ txid, to, tag }) => {
      const seen = await find(txid)
      if (typeof seen === 'string' || seen.reverted) return undefined
      const own = (await node.paidBy(txid)).filter(({ from }) => from === address)
      if (own.length === 0) return undefined
      const amount = own.reduce((sum, each) => (each.to === to && each.tag === tag ? sum + each.amount : sum), 0n)
      const { height, confirmations, fee } = seen
      return { height, confirmations, fee, amount }
    },
    broadcast: async ({ txid, raw }) => {
      const { accepted, words } = await node.submit(raw)
      // A repeat is refused, for its number is used or its time is over; the transaction itself is the proof.
      return accepted || (await node.transaction(txid)) ? 'accepted' : { refused: words }
    },
    scan: async ({ after, issued }): Promise<CustodyResult<'scan'>> => {
      const head = await node.head()
      const { height, hash } = head
      const part = { tip: { height, hash } }
      const last = Math.min(height, Math.max(after, 0) + SCAN_BLOCKS_MAX)
      if (last <= after)
        return { ...part, scanned: await hashOf(node, Math.min(after, height)), more: false, transfers: [] }
      const payments = await paymentsIn({ from: Math.max(after + 1, 1), to: last }, { issued, head })
      const hashes = new Map<number, string>()
      for (const at of new Set([...payments.map((payment) => payment.height), last]))
        hashes.set(at, (await hashOf(node, at)).hash)
      const hashAt = (at: number) => hashes.get(at) ?? ''
      const transfers = payments.map((payment) => ({ ...payment, blockHash: hashAt(payment.height) }))
      return { ...part, scanned: { height: last, hash: hashAt(last) }, more: last < height, transfers }
    },
  } satisfies Partial<Chain>
}

async function hashOf(node: Pick<LedgerNode<BlockId>, 'ledger'>, at: number): Promise<BlockId> {
  const { height, hash } = await node.ledger(at)
  return { height, hash }
}

/** The tag of a payment, and the index that it names if that is issued. */
export function ownerOf(tag: string, issued: number): Pick<Transfer, 'tag' | 'index'> {
  const index = indexOfTag(tag)
  return { tag, ...(index !== undefined && index < issued && { index }) }
}
