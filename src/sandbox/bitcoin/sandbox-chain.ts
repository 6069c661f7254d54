import { createHash } from 'node:crypto'
import { fromCount } from '#domain/counts.ts'
import type { ChainRules } from './chain-rules.ts'
import { CoinSet } from './coin-set.ts'
import { Pool } from './pool.ts'
import { ANYONE } from './verify-inputs.ts'
import { readTransaction, type WireTransaction, writeTransaction } from './wire-transaction.ts'

export interface SandboxBlock {
  readonly height: number
  readonly hash: string
  readonly previous: string
  readonly time: number
  readonly transactions: readonly WireTransaction[]
}

/** A block as it is kept between two runs. It takes the place of the block of its height and of all above. */
export interface KeptBlock {
  readonly height: number
  readonly hash: string
  readonly time: number
  readonly transactions: readonly string[]
}

interface Options {
  readonly clock?: () => number
  /** The blocks of an earlier run, without the first. */
  readonly kept?: readonly KeptBlock[]
  readonly onBlock?: (block: KeptBlock) => void
}

/** More than is ever given away. */
const SUPPLY = 1_000_000_000_000_000_000n
const SUBSIDY = 5_000_000_000n
/** The hash of nobody's key. */
const NOBODY = `76a914${'00'.repeat(20)}88ac`
const NO_HASH = '00'.repeat(32)
const NO_INDEX = 0xffffffff

/** A chain of Bitcoin's family in memory, whose owner asks for each block. */
export class SandboxBitcoinChain {
  readonly rules: ChainRules
  readonly #clock: () => number
  readonly #onBlock: (block: KeptBlock) => void
  readonly #coins = new CoinSet()
  readonly #pool: Pool
  readonly #blocks: SandboxBlock[] = []
  readonly #found = new Map<string, SandboxBlock>()
  /** Blocks that were declared invalid, each with those that were above it. */
  readonly #invalid = new Map<string, SandboxBlock[]>()
  #mined = 0
  /** The coins that are left to give away. */
  #faucet: { readonly txid: string; readonly n: number; readonly value: bigint }

  constructor(rules: ChainRules, { clock = Date.now, kept = [], onBlock = () => undefined }: Options = {}) {
    this.rules = rules
    this.#clock = clock
    this.#onBlock = onBlock
    this.#pool = new Pool(rules, this.#coins)
    const supply = coinbase('00', [{ value: SUPPLY, script: ANYONE }])
    this.#connect({ height: 0, hash: rules.firstBlock, previous: NO_HASH, time: 0, transactions: [supply] })
    this.#faucet = { txid: supply.txid, n: 0, value: SUPPLY }
    for (const { transactions, ...block } of kept) {
      while (this.head.height >= block.height) this.#disconnect()
      this.#connect({ ...block, previous: this.head.hash, transactions: transactions.map(readTransaction) })
    }
    this.#mined = kept.length
    for (const each of this.#blocks) this.#followFaucet(each.transactions)
  }

  get head(): SandboxBlock {
    const head = this.#blocks.at(-1)
    if (!head) throw new Error('the chain has a first block')
    return head
  }

  get pool(): readonly WireTransaction[] {
    return this.#pool.transactions
  }

  blockAt(height: number): SandboxBlock | undefined {
    return this.#blocks[height]
  }

  blockOf(hash: string): SandboxBlock | undefined {
    return this.#blocks.find((block) => block.hash === hash)
  }

  /** A transaction of the pool, or one with its block. */
  find(txid: string): { transaction: WireTransaction; block?: SandboxBlock } | undefined {
    const waiting = this.#pool.find(txid)
    if (waiting) return { transaction: waiting }
    const block = this.#found.get(txid)
    const transaction = block?.transactions.find((each) => each.txid === txid)
    return block && transaction && { transaction, block }
  }

  /** Takes a transaction into the pool. Returns its id. @throws RpcError where it could not be in the next block */
  broadcast(raw: string): string {
    return this.#pool.accept(raw)
  }

  /** Makes blocks, whose coins go to a script. Transactions of the pool get into the first, unless it stays empty. */
  mine(blocks = 1, { script = NOBODY, empty = false } = {}): string[] {
    return Array.from({ length: blocks }, () => this.#mineOne(script, empty))
  }

  #mineOne(script: string, empty: boolean): string {
    const waiting = this.#pool.transactions
    const value = SUBSIDY + (empty ? 0n : this.#pool.fees)
    this.#mined += 1
    const first = coinbase(`08${fromCount(this.#mined).toString(16).padStart(16, '0')}`, [{ value, script }])
    const transactions = [first, ...(empty ? [] : waiting)]
    const { head } = this
    const time = Math.max(this.#clock(), head.time + 1)
    const names = [head.hash, time, ...transactions.map(({ txid }) => txid)].join()
    const hash = createHash('sha256').update(names).digest('hex')
    const block = { height: head.height + 1, hash, previous: head.hash, time, transactions }
    this.#connect(block)
    this.#pool.refill(empty ? waiting : [])
    this.#keep(block)
    return hash
  }

  /** Takes a block and all above it out of the chain. Their transactions wait again, or are lost. */
  invalidate(hash: string, { losesTransactions = false } = {}): boolean {
    const block = this.blockOf(hash)
    if (!block || block.height === 0) return false
    const dropped: SandboxBlock[] = []
    while (this.head.height >= block.height) dropped.unshift(this.#disconnect())
    this.#invalid.set(hash, dropped)
    const back = losesTransactions ? [] : dropped.flatMap(({ transactions }) => transactions)
    this.#pool.refill([...back.filter(({ isCoinbase }) => !isCoinbase), ...this.#pool.transactions])
    this.#restoreFaucet()
    return true
  }

  /** Brings blocks back that were declared invalid, where they are the longer chain. */
  reconsider(hash: string): void {
    const [first, ...others] = this.#invalid.get(hash) ?? []
    if (!first) return
    this.#invalid.delete(hash)
    const end = others.at(-1) ?? first
    if (end.height <= this.head.height || this.blockAt(first.height - 1)?.hash !== first.previous) return
    const dropped: SandboxBlock[] = []
    while (this.head.height >= first.height) dropped.unshift(this.#disconnect())
    for (const block of [first, ...others]) {
      this.#connect(block)
      this.#keep(block)
    }
    const waiting = [...dropped.flatMap(({ transactions }) => transactions), ...this.#pool.transactions]
    this.#pool.refill(waiting.filter(({ isCoinbase }) => !isCoinbase))
    this.#restoreFaucet()
  }

  /** Pays coins of the first block in the next one. Returns the transaction's id. */
  pay(address: string, value: bigint): string {
    const fee = this.rules.relayFee
    const { txid, n } = this.#faucet
    const rest = { value: this.#faucet.value - value - fee, script: ANYONE }
    const tx = writeTransaction({
      inputs: [{ txid, n }],
      outputs: [{ value, script: this.rules.scriptOf(address) }, rest],
    })
    this.broadcast(tx.raw)
    this.#followFaucet([tx])
    return tx.txid
  }

  #followFaucet(transactions: readonly WireTransaction[]): void {
    for (const { txid, outputs } of transactions)
      for (const [n, { value, script }] of outputs.entries()) if (script === ANYONE) this.#faucet = { txid, n, value }
  }

  #restoreFaucet(): void {
    for (const { transactions } of this.#blocks) this.#followFaucet(transactions)
    this.#followFaucet(this.#pool.transactions)
  }

  #connect(block: SandboxBlock): void {
    this.#coins.connect(block)
    this.#blocks.push(block)
    for (const { txid } of block.transactions) this.#found.set(txid, block)
  }

  #disconnect(): SandboxBlock {
    const block = this.head
    this.#blocks.pop()
    this.#coins.disconnect(block)
    for (const { txid } of block.transactions) this.#found.delete(txid)
    return block
  }

  #keep({ height, hash, time, transactions }: SandboxBlock): void {
    this.#onBlock({ height, hash, time, transactions: transactions.map(({ raw }) => raw) })
  }
}

const coinbase = (script: string, outputs: WireTransaction['outputs']): WireTransaction =>
  writeTransaction({ inputs: [{ txid: NO_HASH, n: NO_INDEX, script }], outputs })
