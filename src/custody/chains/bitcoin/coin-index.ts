import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { z } from 'zod'
import type { BlockId } from '#contract/custody.ts'
import { HOT } from '../../account.ts'
import { NodeError } from '../../json-rpc.ts'
import type { BitcoinAddresses } from './bitcoin-addresses.ts'
import { type BitcoinNode, outpoint, type ReadBlock } from './bitcoin-node.ts'

const Coin = z.object({
  txid: z.string(),
  n: z.int(),
  value: z.string(),
  branch: z.int(),
  index: z.int(),
  height: z.int(),
  isCoinbase: z.boolean(),
})
/** An unspent output that one of our keys can spend. */
export type Coin = z.output<typeof Coin>

/** A followed block, with what it changed, so that a reorganisation can be undone. */
const Followed = z.object({
  height: z.int(),
  hash: z.string(),
  created: z.array(z.string()),
  spent: z.array(Coin),
})

const Snapshot = z.object({
  firstBlock: z.string(),
  issued: z.int(),
  blocks: z.array(Followed),
  coins: z.array(Coin),
})

interface Parts {
  readonly node: BitcoinNode
  readonly addresses: BitcoinAddresses
  /** A copy of what the chain says, to start from: without it all blocks since `birthHeight` are read again. */
  readonly file: string
  readonly firstBlock: string
  readonly birthHeight: number
}

/** The deepest reorganisation that is undone; a deeper one reads the chain again from the birth of the seed. */
const UNDO_BLOCKS = 100
/** Blocks after which the coins of a new block can be spent. */
const COINBASE_MATURITY = 100
/** Deposit addresses beyond the issued ones that are watched, since an address may be issued and paid between two questions. */
const AHEAD = 100

/** The unspent outputs of an account, which nodes without a wallet do not list: it follows the blocks. */
export class CoinIndex {
  readonly #parts: Parts
  #coins = new Map<string, Coin>()
  /** Change of transactions that no block has yet, so that a payment need not wait for the one before it. */
  readonly #pending = new Map<string, Coin>()
  #blocks: z.output<typeof Followed>[] = []
  #issued = 0
  /** One follows after the other: two at once would undo and take the same blocks twice. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    const { file, firstBlock } = parts
    const snapshot = existsSync(file) ? Snapshot.safeParse(readJson(file)).data : undefined
    if (snapshot?.firstBlock !== firstBlock) return
    this.#issued = snapshot.issued
    this.#blocks = snapshot.blocks
    for (const coin of snapshot.coins) this.#coins.set(outpoint(coin.txid, coin.n), coin)
  }

  /** Those in blocks. */
  get coins(): Coin[] {
    return [...this.#coins.values()]
  }

  /**
   * The coins that a payment may use: a deposit once it is final, coins of a new block once they are ripe, and change of our own at once,
   * since its transaction is ours and is sent again until a block has it.
   */
  spendable({ height, confirmations }: { height: number; confirmations: number }): Coin[] {
    const isReady = (coin: Coin): boolean => {
      const depth = height - coin.height + 1
      if (coin.isCoinbase && depth <= COINBASE_MATURITY) return false
      return coin.branch === HOT.branch || depth >= confirmations
    }
    return [...this.#coins.values(), ...this.#pending.values()].filter(isReady)
  }

  /** Takes note of the change of a transaction of our own that a node has. */
  addPending(txid: string, outputs: readonly Omit<ReadBlock['transactions'][0]['outputs'][0], 'n'>[]): void {
    for (const [n, { value, script }] of outputs.entries()) {
      const place = this.#parts.addresses.placeOf(script)
      const name = outpoint(txid, n)
      if (place?.branch !== HOT.branch || this.#coins.has(name)) continue
      const height = (this.#blocks.at(-1)?.height ?? 0) + 1
      this.#pending.set(name, { txid, n, value: value.toString(), ...place, height, isCoinbase: false })
    }
  }

  /** Forgets the change of a transaction that another one replaces. */
  dropPending(txid: string): void {
    for (const [name, coin] of this.#pending) if (coin.txid === txid) this.#pending.delete(name)
  }

  /** Follows the chain to its tip, which it returns. `issued` absent: as many addresses as were issued before. */
  follow(issued = 0): Promise<BlockId> {
    const turn = this.#turn.then(() => this.#follow(issued))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #follow(issued: number): Promise<BlockId> {
    const { node, addresses, birthHeight } = this.#parts
    const before = `${this.#blocks.at(-1)?.hash} ${this.#issued}`
    // Addresses that were not watched may have been paid in blocks that were read.
    if (issued > this.#issued + AHEAD) this.#forget()
    this.#issued = Math.max(this.#issued, issued)
    await addresses.derive(this.#issued + AHEAD)
    const height = await node.height()
    await this.#undoReorganised(height)
    for (let at = (this.#blocks.at(-1)?.height ?? birthHeight - 1) + 1; at <= height; at += 1)
      this.#take(await node.blockAt(at))
    const tip = this.#blocks.at(-1)
    if (!tip) throw new NodeError('the node is behind the birth of the seed')
    if (`${tip.hash} ${this.#issued}` !== before) this.#save()
    return { height: tip.height, hash: tip.hash }
  }

  async #undoReorganised(height: number): Promise<void> {
    for (let last = this.#blocks.at(-1); last; last = this.#blocks.at(-1)) {
      if (last.height <= height && (await this.#parts.node.hashAt(last.height)) === last.hash) return
      for (const each of last.created) this.#coins.delete(each)
      for (const coin of last.spent) this.#coins.set(outpoint(coin.txid, coin.n), coin)
      this.#blocks.pop()
    }
    // Nothing of the followed blocks is left: the coins from before them cannot be trusted.
    this.#forget()
  }

  #forget(): void {
    this.#blocks = []
    this.#coins.clear()
  }

  #take({ height, hash, previous, transactions }: ReadBlock): void {
    const last = this.#blocks.at(-1)
    if (last && last.hash !== previous) throw new NodeError('the chain moved while it was read')
    const created: string[] = []
    const spent: Coin[] = []
    for (const { txid, isCoinbase, spends, outputs } of transactions) {
      for (const each of spends) {
        this.#pending.delete(each)
        const coin = this.#coins.get(each)
        if (!coin) continue
        this.#coins.delete(each)
        // A coin made and spent in one block is neither before nor after it.
        const place = created.indexOf(each)
        if (place >= 0) created.splice(place, 1)
        else spent.push(coin)
      }
      for (const { n, value, script } of outputs) {
        const place = this.#parts.addresses.placeOf(script)
        if (!place) continue
        created.push(outpoint(txid, n))
        this.#pending.delete(outpoint(txid, n))
        const { branch, index } = place
        this.#coins.set(outpoint(txid, n), { txid, n, value: value.toString(), branch, index, height, isCoinbase })
      }
    }
    this.#blocks.push({ height, hash, created, spent })
    if (this.#blocks.length > UNDO_BLOCKS) this.#blocks.shift()
  }

  #save(): void {
    const { file, firstBlock } = this.#parts
    const snapshot = { firstBlock, issued: this.#issued, blocks: this.#blocks, coins: this.coins }
    const draft = openSync(`${file}.draft`, 'w', 0o600)
    try {
      writeSync(draft, JSON.stringify(snapshot satisfies z.input<typeof Snapshot>))
      fsyncSync(draft)
    } finally {
      closeSync(draft)
    }
    renameSync(`${file}.draft`, file)
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
