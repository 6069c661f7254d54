import { createHash } from 'node:crypto'
import { fromCount } from '#domain/counts.ts'
import { Invalid, type Outcome, TronState } from './tron-state.ts'
import {
  addressHex,
  addressOfKey,
  addressText,
  readTransaction,
  signerOf,
  signTransaction,
  TRANSFER_CONTRACT,
  TRIGGER_SMART_CONTRACT,
  type WireTransaction,
} from './tron-wire.ts'

/** The key that owns all coins of the first block. It is public: nothing on this chain is worth anything. */
const FAUCET_KEY = `0x${'7a'.repeat(32)}`
const FAUCET = addressOfKey(FAUCET_KEY)
/** A test token with Tether's six decimals, and one that nobody knows. */
export const TETHER_CONTRACT = addressText(`41${'a1'.repeat(20)}`)
export const STRANGE_CONTRACT = addressText(`41${'b2'.repeat(20)}`)
const SUPPLY = 1_000_000_000_000_000n

const BLOCK_MS = 3_000
const EXPIRATION_MS_MAX = 86_400_000
const HEIGHTS_APART = 65_536

export interface SandboxTransaction {
  readonly wire: WireTransaction
  readonly signedHex: string
  readonly outcome: Outcome
}

export interface SandboxBlock {
  readonly height: number
  readonly id: string
  readonly parentId: string
  readonly timestamp: number
  readonly transactions: readonly SandboxTransaction[]
  readonly state: TronState
}

/** A block as it is kept between two runs. */
export interface KeptBlock {
  readonly timestamp: number
  readonly transactions: readonly string[]
}

interface Options {
  readonly clock?: () => number
  /** Confirmations from which a block is final: 19 of the main network's 27 producers. */
  readonly solidAfter?: number
  /** The blocks of an earlier run, without the first. */
  readonly kept?: readonly KeptBlock[]
  readonly onBlock?: (block: KeptBlock) => void
}

/** A chain of TRON's kind in memory, with one producer, whom its owner asks for each block. */
export class SandboxTronChain {
  readonly #clock: () => number
  readonly #solidAfter: number
  readonly #onBlock: (block: KeptBlock) => void
  readonly #blocks: SandboxBlock[]
  readonly #found = new Map<string, SandboxBlock>()
  #pool: { wire: WireTransaction; signedHex: string }[] = []
  #notBefore = 0
  #forks = 0
  #given = 0

  constructor({ clock = Date.now, solidAfter = 19, kept = [], onBlock = () => undefined }: Options = {}) {
    this.#clock = clock
    this.#solidAfter = solidAfter
    this.#blocks = [firstBlock()]
    this.#onBlock = () => undefined
    for (const { timestamp, transactions } of kept) {
      this.#pool = transactions.map((signedHex) => ({
        wire: readTransaction(Buffer.from(signedHex, 'hex')),
        signedHex,
      }))
      this.#append(timestamp)
    }
    this.#onBlock = onBlock
  }

  get head(): SandboxBlock {
    const head = this.#blocks.at(-1)
    if (!head) throw new Error('the chain has a first block')
    return head
  }

  get solid(): SandboxBlock {
    return this.blockAt(Math.max(this.head.height - this.#solidAfter + 1, 0)) ?? this.head
  }

  get pool(): readonly WireTransaction[] {
    return this.#pool.map(({ wire }) => wire)
  }

  blockAt(height: number): SandboxBlock | undefined {
    return this.#blocks[height]
  }

  find(txid: string): { block: SandboxBlock; transaction: SandboxTransaction } | undefined {
    const block = this.#found.get(txid)
    const transaction = block?.transactions.find(({ wire }) => wire.txid === txid)
    return block && transaction && { block, transaction }
  }

  /** Takes a transaction into the pool, if it could be in the next block. @throws Invalid */
  broadcast(signedHex: string): WireTransaction {
    const wire = readTransaction(Buffer.from(signedHex, 'hex'))
    if (wire.owner === '') throw new Invalid('CONTRACT_VALIDATE_ERROR', 'Contract validate error : No contract!')
    if (this.find(wire.txid) || this.pool.some(({ txid }) => txid === wire.txid))
      throw new Invalid('DUP_TRANSACTION_ERROR', 'Dup transaction.')
    this.#check(wire)
    const state = this.head.state.copy()
    for (const each of this.pool) state.execute(each, this.head.timestamp)
    state.execute(wire, this.head.timestamp)
    this.#pool.push({ wire, signedHex })
    return wire
  }

  #check(wire: WireTransaction): void {
    const [signature = '', ...others] = wire.signatures
    const signer = signerOf(wire.txid, signature)
    if (signer !== wire.owner || others.length > 0)
      throw new Invalid('SIGERROR', 'Validate signature error: the signature is not of the owner')
    const { head } = this
    if (!this.#isReference(wire)) throw new Invalid('TAPOS_ERROR', 'Tapos check error.')
    if (wire.expiration <= head.timestamp || wire.expiration > head.timestamp + EXPIRATION_MS_MAX) {
      const times = `transaction expiration time is ${wire.expiration}, but headBlockTime is ${head.timestamp}`
      throw new Invalid('TRANSACTION_EXPIRATION_ERROR', `Transaction expired, ${times}`)
    }
  }

  /** Whether the block that a transaction refers to is on this chain. */
  #isReference({ refBlockBytes, refBlockHash }: WireTransaction): boolean {
    if (refBlockBytes.length !== 4) return false
    const low = Buffer.from(refBlockBytes, 'hex').readUInt16BE()
    const { height } = this.head
    const block = this.#blocks[height - ((height - low + HEIGHTS_APART) % HEIGHTS_APART)]
    return block?.id.slice(16, 32) === refBlockHash
  }

  /** Makes blocks. Transactions of the pool get into the first, unless it stays empty. */
  produce(blocks = 1, { empty = false } = {}): void {
    for (let made = 0; made < blocks; made += 1) {
      const waiting = this.#pool
      if (empty) this.#pool = []
      this.#append(Math.max(this.#clock(), this.#notBefore, this.head.timestamp + BLOCK_MS))
      if (empty) this.#pool = waiting
    }
  }

  /** Leaves out the blocks of a time. */
  skip(ms: number): void {
    this.#notBefore = this.head.timestamp + ms
  }

  /** Forgets the transactions that wait for a block. */
  dropPool(): void {
    this.#pool = []
  }

  /** Replaces the newest blocks by one more, of which only the pool's transactions are. Final blocks stay. */
  reorganise(blocks: number, { losesTransactions = false } = {}): void {
    if (this.head.height - blocks < this.solid.height) throw new RangeError('a final block stays')
    const dropped = this.#blocks.splice(-blocks).flatMap(({ transactions }) => transactions)
    for (const { wire } of dropped) this.#found.delete(wire.txid)
    this.#forks += 1
    const waiting = losesTransactions ? [] : dropped.map(({ wire, signedHex }) => ({ wire, signedHex }))
    this.#pool = [...waiting, ...this.#pool]
    this.produce(blocks + 1)
  }

  /** Pays coins in the next block. Returns the transaction's id. */
  pay(to: string, amount: bigint): string {
    return this.#give({ type: TRANSFER_CONTRACT, target: addressHex(to), value: amount })
  }

  /** Pays tokens in the next block. Returns the transaction's id. */
  payToken(to: string, amount: bigint, { contract = TETHER_CONTRACT, feeLimit = 100_000_000n } = {}): string {
    const data = `a9059cbb${addressHex(to).slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    return this.#give({ type: TRIGGER_SMART_CONTRACT, target: addressHex(contract), data, feeLimit })
  }

  #give(
    change: Pick<Parameters<typeof signTransaction>[1], 'type' | 'target' | 'value' | 'data' | 'feeLimit'>,
  ): string {
    const { id } = this.solid
    const reference = { refBlockBytes: id.slice(12, 16), refBlockHash: id.slice(16, 32) }
    const times = { expiration: this.head.timestamp + EXPIRATION_MS_MAX / 2, timestamp: this.#clock() + this.#given }
    this.#given += 1
    return this.broadcast(signTransaction(FAUCET_KEY, { ...change, ...reference, ...times, owner: FAUCET })).txid
  }

  /** Gives an account energy, as staked coins do. */
  stake(address: string, energy: bigint): void {
    this.head.state.stake(addressHex(address), energy)
  }

  balance = (address: string): bigint => this.head.state.account(addressHex(address))?.balance ?? 0n
  token = (address: string): bigint => this.head.state.token(addressHex(TETHER_CONTRACT), addressHex(address))

  #append(timestamp: number): void {
    const parent = this.head
    const state = parent.state.copy()
    const transactions = this.#pool.flatMap(({ wire, signedHex }): SandboxTransaction[] => {
      try {
        this.#check(wire)
        return [{ wire, signedHex, outcome: state.execute(wire, parent.timestamp) }]
      } catch (error) {
        // It expired while it waited, or its sender has spent the coins meanwhile.
        if (error instanceof Invalid) return []
        throw error
      }
    })
    this.#pool = []
    const height = parent.height + 1
    const names = [parent.id, timestamp, this.#forks, ...transactions.map(({ wire }) => wire.txid)].join()
    const block = { height, id: idOf(height, names), parentId: parent.id, timestamp, transactions, state }
    this.#blocks.push(block)
    for (const { wire } of transactions) this.#found.set(wire.txid, block)
    this.#onBlock({ timestamp, transactions: transactions.map(({ signedHex }) => signedHex) })
  }
}

/** The height in eight bytes, and 24 of the block's hash. */
const idOf = (height: number, names: string): string =>
  `${fromCount(height).toString(16).padStart(16, '0')}${createHash('sha256').update(names).digest('hex').slice(0, 48)}`

function firstBlock(): SandboxBlock {
  const state = new TronState()
  state.credit(FAUCET, SUPPLY)
  for (const contract of [TETHER_CONTRACT, STRANGE_CONTRACT]) state.mint(addressHex(contract), FAUCET, SUPPLY)
  const parentId = '0'.repeat(64)
  return { height: 0, id: FIRST_BLOCK, parentId, timestamp: 0, transactions: [], state }
}

/** The hash of the sandbox's first block. */
export const FIRST_BLOCK = idOf(0, 'kimia sandbox of TRON')
