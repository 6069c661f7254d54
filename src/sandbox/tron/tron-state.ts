import { fromCount, toCount } from '#domain/counts.ts'
import { larger, smaller } from '#domain/units.ts'
import { TRANSFER_CONTRACT, TRIGGER_SMART_CONTRACT, type WireTransaction } from './tron-wire.ts'

/** Prices in sun, as the chain's committee sets them. */
export const PRICES = { byte: 1_000n, energy: 100n, accountBandwidth: 100_000n, newAccount: 1_000_000n }
export const FREE_BANDWIDTH = 600
const FEE_LIMIT_MAX = 15_000_000_000n
const DAY_MS = 86_400_000
const RESULT_BYTES = 64
/** Energy of a token's transfer to an address that holds some, and to one that holds none; and of one that is reverted. */
const ENERGY = { known: 64_285n, fresh: 130_285n, reverted: 4_000n }
const TRANSFER = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/
const BALANCE_OF = /^70a082310{24}([0-9a-f]{40})$/
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface Account {
  readonly balance: bigint
  readonly freeUsed: number
  readonly freeUsedAt: number
  readonly lastUsed: number
  /** Of staked coins; it does not come back in a sandbox. */
  readonly energy: bigint
}

const NEW_ACCOUNT: Account = { balance: 0n, freeUsed: 0, freeUsedAt: 0, lastUsed: 0, energy: 0n }

/** The outcome of a transaction in a block. */
export interface Outcome {
  readonly fee: bigint
  readonly contractRet: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
  readonly energyUsed: bigint
  readonly energyFee: bigint
  readonly netFee: bigint
  readonly netUsage: number
  readonly log: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

/** A transaction that a node does not take into a block, with the code of its answer. */
export class Invalid extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const invalid = (message: string) => new Invalid('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${message}`)

/** Accounts and tokens after a block. */
export class TronState {
  readonly #accounts: Map<string, Account>
  /** Balances by contract and holder. */
  readonly #tokens: Map<string, Map<string, bigint>>

  constructor(accounts: Iterable<[string, Account]> = [], tokens: Iterable<[string, Map<string, bigint>]> = []) {
    this.#accounts = new Map(accounts)
    this.#tokens = new Map([...tokens].map(([contract, balances]) => [contract, new Map(balances)]))
  }

  copy(): TronState {
    return new TronState(this.#accounts, this.#tokens)
  }

  account(address: string): Account | undefined {
    return this.#accounts.get(address)
  }

  isContract(address: string): boolean {
    return this.#tokens.has(address)
  }

  token(contract: string, holder: string): bigint {
    return this.#tokens.get(contract)?.get(holder) ?? 0n
  }

  /** Makes coins out of nothing. */
  credit(address: string, amount: bigint): void {
    this.#change(address, (account) => ({ balance: account.balance + amount }))
  }

  mint(contract: string, holder: string, amount: bigint): void {
    const balances = this.#tokens.get(contract) ?? new Map<string, bigint>()
    balances.set(holder, (balances.get(holder) ?? 0n) + amount)
    this.#tokens.set(contract, balances)
  }

  stake(address: string, energy: bigint): void {
    this.#change(address, () => ({ energy }))
  }

  /** Free bandwidth that was used, which comes back within a day. */
  freeUsed(address: string, at: number): number {
    const { freeUsed, freeUsedAt } = this.#accounts.get(address) ?? NEW_ACCOUNT
    return Math.ceil((freeUsed * Math.max(DAY_MS - (at - freeUsedAt), 0)) / DAY_MS)
  }

  /** The result and the energy of a call without its effects; `undefined` if there is no such contract. */
  tryCall({ owner, contract, data }: { owner: string; contract: string; data: string }) {
    if (!this.isContract(contract)) return undefined
    const holder = BALANCE_OF.exec(data)?.[1]
    if (holder !== undefined)
      return { returned: hexWord(this.token(contract, `41${holder}`)), energy: 935n, isReverted: false }
    const call = this.#transferOf({ owner, contract, data })
    // Tether's contract returns false for a transfer that succeeds.
    return { returned: call.isReverted ? '' : hexWord(0n), energy: call.energy, isReverted: call.isReverted }
  }

  /** Executes a transaction after a block of a time. @throws Invalid where it does not get into a block, which changes nothing */
  execute(transaction: WireTransaction, at: number): Outcome {
    switch (transaction.type) {
      case TRANSFER_CONTRACT:
        return this.#transfer(transaction, at)
      case TRIGGER_SMART_CONTRACT:
        return this.#call(transaction, at)
      default:
        throw invalid('this sandbox does not have such contracts')
    }
  }

  #transfer(transaction: WireTransaction, at: number): Outcome {
    const { owner, target, value } = transaction
    const sender = this.#accounts.get(owner)
    if (!sender) throw invalid('Validate TransferContract error, no OwnerAccount.')
    if (owner === target) throw invalid('Cannot transfer TRX to yourself.')
    if (value <= 0n) throw invalid('Amount must be greater than 0.')
    if (this.isContract(target)) throw invalid('Cannot transfer TRX to a smartContract.')
    const isNew = !this.#accounts.has(target)
    if (sender.balance < value + (isNew ? PRICES.newAccount : 0n))
      throw invalid('Validate TransferContract error, balance is not sufficient.')
    const net = isNew ? { fee: PRICES.accountBandwidth, usage: 0 } : this.#bandwidthOf(transaction, at)
    const fee = net.fee + (isNew ? PRICES.newAccount : 0n)
    if (sender.balance < value + fee) throw new Invalid('BANDWITH_ERROR', 'Account resource insufficient error.')
    this.#use({ owner, usage: net.usage, at })
    this.#change(owner, ({ balance }) => ({ balance: balance - value - fee }))
    this.credit(target, value)
    return { fee, contractRet: 'SUCCESS', energyUsed: 0n, energyFee: 0n, netFee: net.fee, netUsage: net.usage, log: [] }
  }

  #call(transaction: WireTransaction, at: number): Outcome {
    const { owner, target: contract, feeLimit, data } = transaction
    const sender = this.#accounts.get(owner)
    if (!sender) throw invalid(`account ${owner} does not exist`)
    if (!this.isContract(contract)) throw invalid('No contract or not a smart contract')
    if (feeLimit > FEE_LIMIT_MAX) throw invalid(`feeLimit must be >= 0 and <= ${FEE_LIMIT_MAX}`)
    const net = this.#bandwidthOf(transaction, at)
    if (sender.balance < net.fee) throw new Invalid('BANDWITH_ERROR', 'Account resource insufficient error.')
    const call = this.#transferOf({ owner, contract, data })
    const payable = smaller(feeLimit / PRICES.energy, sender.energy + (sender.balance - net.fee) / PRICES.energy)
    const isShort = call.energy > payable
    const energyUsed = isShort ? payable : call.energy
    const energyFee = larger(energyUsed - sender.energy, 0n) * PRICES.energy
    this.#use({ owner, usage: net.usage, at })
    this.#change(owner, ({ balance, energy }) => ({
      balance: balance - net.fee - energyFee,
      energy: larger(energy - energyUsed, 0n),
    }))
    const costs = { fee: net.fee + energyFee, energyUsed, energyFee, netFee: net.fee, netUsage: net.usage }
    if (isShort || call.isReverted) return { ...costs, contractRet: isShort ? 'OUT_OF_ENERGY' : 'REVERT', log: [] }
    this.mint(contract, owner, -call.amount)
    this.mint(contract, call.to, call.amount)
    const topics = [TRANSFER_TOPIC, owner.slice(2).padStart(64, '0'), call.to.slice(2).padStart(64, '0')]
    return {
      ...costs,
      contractRet: 'SUCCESS',
      log: [{ address: contract.slice(2), topics, data: hexWord(call.amount) }],
    }
  }

  #transferOf({ owner, contract, data }: { owner: string; contract: string; data: string }) {
    const [, to, word = ''] = TRANSFER.exec(data) ?? []
    const amount = Buffer.from(word, 'hex').reduce((sum, byte) => sum * 256n + fromCount(byte), 0n)
    if (to === undefined || amount > this.token(contract, owner))
      return { isReverted: true, energy: ENERGY.reverted, to: '', amount: 0n }
    const isFresh = this.token(contract, `41${to}`) === 0n
    return { isReverted: false, energy: isFresh ? ENERGY.fresh : ENERGY.known, to: `41${to}`, amount }
  }

  /** Bandwidth is free as far as one of its kinds suffices, else each byte is paid. */
  #bandwidthOf({ owner, size }: WireTransaction, at: number): { fee: bigint; usage: number } {
    const bytes = size + RESULT_BYTES
    const isFree = this.freeUsed(owner, at) + bytes <= FREE_BANDWIDTH
    return isFree ? { fee: 0n, usage: bytes } : { fee: fromCount(bytes) * PRICES.byte, usage: 0 }
  }

  #use({ owner, usage, at }: { owner: string; usage: number; at: number }): void {
    const freeUsed = this.freeUsed(owner, at) + usage
    this.#change(owner, () => ({ freeUsed, freeUsedAt: at, lastUsed: at }))
  }

  #change(address: string, change: (account: Account) => Partial<Account>): void {
    const account = this.#accounts.get(address) ?? NEW_ACCOUNT
    this.#accounts.set(address, { ...account, ...change(account) })
  }
}

const hexWord = (value: bigint): string => value.toString(16).padStart(64, '0')

/** Sun as the number that a node writes. */
export const onWire = (sun: bigint): number => toCount(sun)
