import { fromCount } from '#domain/counts.ts'
import { divide, formatDecimal } from '#domain/decimal.ts'
import type { ChainRules } from './chain-rules.ts'
import type { CoinSet } from './coin-set.ts'
import { type Coin, verifyInputs } from './verify-inputs.ts'
import { outpoint, readTransaction, type WireTransaction } from './wire-transaction.ts'

/** An answer of the node that is no result, with the code of Bitcoin Core. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const DECODE_FAILED = -22
const MISSING = -25
const REJECTED = -26
const IN_CHAIN = -27
const rejected = (reason: string) => new RpcError(REJECTED, reason)

/** Sequences from which a transaction does not let itself be replaced. */
const FINAL_SEQUENCE = 0xfffffffe
const DECIMALS = 8

interface Entry {
  readonly tx: WireTransaction
  readonly fee: bigint
}

/** Transactions that wait for a block, parents before their children. */
export class Pool {
  readonly #rules: ChainRules
  readonly #coins: CoinSet
  #entries = new Map<string, Entry>()
  /** The transaction that spends a coin. */
  #spenders = new Map<string, string>()

  constructor(rules: ChainRules, coins: CoinSet) {
    this.#rules = rules
    this.#coins = coins
  }

  get transactions(): WireTransaction[] {
    return [...this.#entries.values()].map(({ tx }) => tx)
  }

  get fees(): bigint {
    return [...this.#entries.values()].reduce((sum, { fee }) => sum + fee, 0n)
  }

  find(txid: string): WireTransaction | undefined {
    return this.#entries.get(txid)?.tx
  }

  /** Takes the bytes of a transaction, or has them already. @throws RpcError */
  accept(raw: string): string {
    const tx = this.#decode(raw)
    if (this.#entries.has(tx.txid)) return tx.txid
    if (this.#coins.hasOutputOf(tx)) throw new RpcError(IN_CHAIN, 'Transaction outputs already in utxo set')
    this.#add(tx)
    return tx.txid
  }

  /** Forgets everything, and takes those of some transactions that could be in the next block. */
  refill(transactions: readonly WireTransaction[]): void {
    this.#entries = new Map()
    this.#spenders = new Map()
    for (const tx of transactions) {
      try {
        if (!this.#coins.hasOutputOf(tx)) this.#add(tx)
      } catch (error) {
        // Its coins went with a block, or are spent by another one.
        if (!(error instanceof RpcError)) throw error
      }
    }
  }

  #decode(raw: string): WireTransaction {
    try {
      const tx = readTransaction(raw)
      if (this.#rules.hasWitness || tx.witnesses.length === 0) return tx
    } catch {
      // Refused below.
    }
    throw new RpcError(DECODE_FAILED, 'TX decode failed. Make sure the tx has at least one input.')
  }

  #add(tx: WireTransaction): void {
    this.#checkForm(tx)
    const spent = tx.spends.map((name) => this.#coinAt(name))
    const coins = spent.filter((coin) => coin !== undefined)
    if (coins.length < spent.length) throw new RpcError(MISSING, 'bad-txns-inputs-missingorspent')
    const fee = this.#feeOf(tx, coins)
    const conflicts = new Set(tx.spends.flatMap((name) => this.#spenders.get(name) ?? []))
    if (conflicts.size > 0) this.#checkReplacement({ tx, fee }, conflicts)
    const fault = verifyInputs(tx, coins, this.#rules)
    if (fault !== undefined) throw rejected(`mandatory-script-verify-flag-failed (${fault})`)
    for (const txid of conflicts) this.#remove(txid)
    this.#entries.set(tx.txid, { tx, fee })
    for (const name of tx.spends) this.#spenders.set(name, tx.txid)
  }

  #checkForm({ isCoinbase, spends, outputs }: WireTransaction): void {
    if (outputs.length === 0) throw rejected('bad-txns-vout-empty')
    if (isCoinbase) throw rejected('coinbase')
    if (new Set(spends).size < spends.length) throw rejected('bad-txns-inputs-duplicate')
    const isDust = ({ value, script }: Coin) => !script.startsWith(DATA) && value < this.#rules.dust(script)
    if (outputs.some(isDust)) throw rejected('dust')
  }

  #coinAt(name: string): Coin | undefined {
    const [txid = '', n = ''] = name.split(':')
    const found = this.#coins.get(name)
    return found ?? this.#entries.get(txid)?.tx.outputs.find((_, place) => `${place}` === n)
  }

  #feeOf({ outputs, size }: WireTransaction, coins: readonly Coin[]): bigint {
    const [before, after] = [sumOf(coins), sumOf(outputs)]
    const text = (value: bigint) => formatDecimal(value, DECIMALS)
    if (before < after) throw rejected(`bad-txns-in-belowout, value in (${text(before)}) < value out (${text(after)})`)
    const [fee, least] = [before - after, this.#relayFee(size)]
    if (fee < least) throw rejected(`min relay fee not met, ${fee} < ${least}`)
    return fee
  }

  #relayFee(size: number): bigint {
    return divide(fromCount(size) * this.#rules.relayFee, 1_000n, 'up')
  }

  /** Replacing by fee, as BIP125 has it. */
  #checkReplacement({ tx, fee }: Entry, conflicts: ReadonlySet<string>): void {
    const old = [...conflicts].flatMap((txid) => this.#entries.get(txid) ?? [])
    const isFinal = old.some((each) =>
      each.tx.plain.inputs.every(({ sequenceNumber }) => sequenceNumber >= FINAL_SEQUENCE),
    )
    if (!this.#rules.replaces || isFinal) throw rejected('txn-mempool-conflict')
    const least = old.reduce((sum, each) => sum + each.fee, this.#relayFee(tx.size))
    if (fee < least) throw rejected(`insufficient fee, rejecting replacement ${tx.txid}; ${fee} < ${least}`)
  }

  /** Takes a transaction out, with all that spend its outputs. */
  #remove(txid: string): void {
    const entry = this.#entries.get(txid)
    if (!entry) return
    this.#entries.delete(txid)
    for (const name of entry.tx.spends) this.#spenders.delete(name)
    for (const n of entry.tx.outputs.keys()) {
      const child = this.#spenders.get(outpoint(txid, n))
      if (child !== undefined) this.#remove(child)
    }
  }
}

/** OP_RETURN: an output of data, which holds nothing. */
const DATA = '6a'

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)
