import { createHash } from 'node:crypto'
import { parseDecimal } from '#domain/decimal.ts'
import { smaller } from '#domain/units.ts'
import { FAUCET, isSignedByAccount, readBlob, signAsFaucet, type XrpWire } from './xrp-wire.ts'

/** Networks above 1024 have their number in each transaction. */
export const NETWORK_ID = 21_467
export const RESERVE = { base: 1_000_000n, each: 200_000n }
export const BASE_FEE = 10n
const SUPPLY = 100_000_000_000_000_000n
const DROPS_DECIMALS = 6
/** Sequence numbers of a new account begin with the ledger that makes it. */
const FIRST_SEQUENCE = 1

export const REQUIRES_TAG = 0x20000
const PARTIAL_PAYMENT = 0x20000

export interface XrpAccount {
  readonly balance: bigint
  readonly sequence: number
  readonly flags: number
}

export interface LedgerTransaction {
  readonly wire: XrpWire
  readonly result: string
  /** In drops; absent for a transaction that paid nothing. */
  readonly delivered: bigint | undefined
}

export interface SandboxLedger {
  readonly index: number
  readonly hash: string
  readonly transactions: readonly LedgerTransaction[]
}

/** A ledger as it is kept between two runs. */
export interface KeptLedger {
  readonly transactions: readonly string[]
}

interface Options {
  /** The ledgers of an earlier run, without the first. */
  readonly kept?: readonly KeptLedger[]
  readonly onLedger?: (ledger: KeptLedger) => void
}

/** The answer to a transaction that is submitted. */
export interface Submission {
  readonly result: string
  readonly accepted: boolean
}

/** The ledgers of a network of XRP's kind in memory, each closed and validated when its owner says so. */
export class SandboxXrpLedgers {
  readonly #accounts = new Map<string, XrpAccount>([[FAUCET, { balance: SUPPLY, sequence: FIRST_SEQUENCE, flags: 0 }]])
  readonly #ledgers: SandboxLedger[] = [{ index: 1, hash: hashOf('kimia sandbox of XRP'), transactions: [] }]
  readonly #found = new Map<string, { ledger: SandboxLedger; transaction: LedgerTransaction }>()
  readonly #onLedger: (ledger: KeptLedger) => void
  #pool: XrpWire[] = []

  constructor({ kept = [], onLedger = () => undefined }: Options = {}) {
    this.#onLedger = () => undefined
    for (const { transactions } of kept) {
      this.#pool = transactions.map(readBlob)
      this.close()
    }
    this.#onLedger = onLedger
  }

  /** The newest validated ledger. */
  get head(): SandboxLedger {
    const head = this.#ledgers.at(-1)
    if (!head) throw new Error('there is a first ledger')
    return head
  }

  get pool(): readonly XrpWire[] {
    return this.#pool
  }

  ledgerAt(index: number): SandboxLedger | undefined {
    return this.#ledgers[index - 1]
  }

  account(address: string): XrpAccount | undefined {
    return this.#accounts.get(address)
  }

  find(hash: string) {
    return this.#found.get(hash)
  }

  /** The validated transactions that name an account, oldest first. */
  historyOf(address: string, { from, to }: { from: number; to: number }) {
    return this.#ledgers
      .filter(({ index }) => index >= from && index <= to)
      .flatMap((ledger) => ledger.transactions.map((transaction) => ({ ledger, transaction })))
      .filter(({ transaction: { wire } }) => wire.Account === address || wire.Destination === address)
  }

  /** Takes a transaction into the pool, unless no ledger can hold it. */
  submit(blob: string): Submission {
    const wire = readBlob(blob)
    if (!isSignedByAccount(wire)) throw new Error('fails local checks: Invalid signature.')
    const refusal = this.#refusalOf(wire)
    if (refusal) return { result: refusal, accepted: false }
    const isKnown = this.#pool.some(({ hash }) => hash === wire.hash)
    const isTaken = this.#pool.some(({ Account, Sequence }) => Account === wire.Account && Sequence === wire.Sequence)
    if (!isKnown && isTaken) return { result: 'telCAN_NOT_QUEUE_FEE', accepted: false }
    if (!isKnown) this.#pool.push(wire)
    const next = this.#accounts.get(wire.Account)?.sequence
    return { result: wire.Sequence === next ? 'tesSUCCESS' : 'terQUEUED', accepted: true }
  }

  /** Why no ledger from now on can hold a transaction. */
  #refusalOf(wire: XrpWire): string | undefined {
    if (wire.NetworkID === undefined) return 'telREQUIRES_NETWORK_ID'
    if (wire.NetworkID !== NETWORK_ID) return 'telWRONG_NETWORK'
    if (wire.TransactionType !== 'Payment' || wire.Amount === undefined) return 'temDISABLED'
    if (wire.Destination === wire.Account) return 'temREDUNDANT'
    if (wire.Amount <= 0n) return 'temBAD_AMOUNT'
    if (wire.Fee < BASE_FEE) return 'telINSUF_FEE_P'
    const account = this.#accounts.get(wire.Account)
    if (!account) return 'terNO_ACCOUNT'
    if (wire.Sequence < account.sequence) return 'tefPAST_SEQ'
    if (wire.LastLedgerSequence !== undefined && wire.LastLedgerSequence <= this.head.index) return 'tefMAX_LEDGER'
    return account.balance < wire.Fee ? 'terINSUF_FEE_B' : undefined
  }

  /** Closes ledgers. Those transactions of the pool get into the first whose number is the next one of their account; the others wait. */
  close(count = 1, { empty = false } = {}): void {
    for (let closed = 0; closed < count; closed += 1) this.#closeOne(empty ? [] : this.#pool)
  }

  #closeOne(candidates: readonly XrpWire[]): void {
    const transactions: LedgerTransaction[] = []
    const inOrder = candidates.toSorted((one, other) => one.Sequence - other.Sequence)
    for (const wire of inOrder)
      if (!this.#refusalOf(wire) && wire.Sequence === this.#accounts.get(wire.Account)?.sequence)
        transactions.push(this.#execute(wire))
    const done = new Set(transactions.map(({ wire }) => wire.hash))
    const index = this.head.index + 1
    const hash = hashOf([this.head.hash, index, ...done].join())
    const ledger = { index, hash, transactions }
    this.#ledgers.push(ledger)
    for (const transaction of transactions) this.#found.set(transaction.wire.hash, { ledger, transaction })
    this.#pool = this.#pool.filter((wire) => !done.has(wire.hash) && !this.#refusalOf(wire))
    this.#onLedger({ transactions: transactions.map(({ wire }) => wire.blob) })
  }

  /** Takes the fee and the sequence number, and pays where nothing is against it. */
  #execute(wire: XrpWire): LedgerTransaction {
    const { Account, Destination, Fee } = wire
    this.#change(Account, ({ balance, sequence }) => ({ balance: balance - Fee, sequence: sequence + 1 }))
    const amount = amountOf(wire)
    const result = this.#resultOf(wire, amount)
    if (result !== 'tesSUCCESS') return { wire, result, delivered: undefined }
    this.#change(Account, ({ balance }) => ({ balance: balance - amount }))
    this.#change(Destination, ({ balance }) => ({ balance: balance + amount }))
    return { wire, result, delivered: amount }
  }

  #resultOf({ Account, Destination, DestinationTag }: XrpWire, amount: bigint): string {
    const sender = this.#accounts.get(Account)
    const receiver = this.#accounts.get(Destination)
    if ((sender?.balance ?? 0n) < amount + RESERVE.base) return 'tecUNFUNDED_PAYMENT'
    if (!receiver) return amount < RESERVE.base ? 'tecNO_DST_INSUF_XRP' : 'tesSUCCESS'
    return receiver.flags === REQUIRES_TAG && DestinationTag === undefined ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS'
  }

  #change(address: string, change: (account: XrpAccount) => Partial<XrpAccount>): void {
    const account = this.#accounts.get(address) ?? { balance: 0n, sequence: this.head.index + 1, flags: 0 }
    this.#accounts.set(address, { ...account, ...change(account) })
  }

  /** Forgets the transactions that wait for a ledger. */
  dropPool(): void {
    this.#pool = []
  }

  /** Lets an account refuse payments without a tag. */
  requireTag(address: string): void {
    this.#change(address, () => ({ flags: REQUIRES_TAG }))
  }

  /** Pays coins in the next ledger. Returns the transaction's hash. */
  pay(to: string, amount: bigint, tag?: number): string {
    return this.#give({ Destination: to, Amount: amount.toString(), ...tagOf(tag) })
  }

  /**
   * A payment that names an amount and delivers as much of it as its sender's own currency buys, here at one for one. It is how exchanges were
   * robbed that credited the amount.
   */
  payPartially(to: string, { amount, delivered, tag }: { amount: bigint; delivered: bigint; tag?: number }): string {
    const value = `${delivered / 10n ** 6n}`
    const SendMax = { currency: 'USD', issuer: FAUCET, value }
    return this.#give({ Destination: to, Amount: amount.toString(), SendMax, Flags: PARTIAL_PAYMENT, ...tagOf(tag) })
  }

  #give(payment: object): string {
    const waiting = this.#pool.filter(({ Account }) => Account === FAUCET).length
    const sequence = (this.#accounts.get(FAUCET)?.sequence ?? 0) + waiting
    const common = { TransactionType: 'Payment', NetworkID: NETWORK_ID, Fee: BASE_FEE.toString(), Sequence: sequence }
    const blob = signAsFaucet({ ...common, ...payment })
    this.submit(blob)
    return readBlob(blob).hash
  }

  balance = (address: string): bigint => this.#accounts.get(address)?.balance ?? 0n
}

const tagOf = (tag: number | undefined) => (tag === undefined ? {} : { DestinationTag: tag })

/** The coins that a payment moves. */
function amountOf({ Amount = 0n, SendMax, Flags }: XrpWire): bigint {
  if (Flags !== PARTIAL_PAYMENT || !SendMax) return Amount
  return smaller(Amount, parseDecimal(SendMax.value, DROPS_DECIMALS) ?? 0n)
}

const hashOf = (names: string): string => createHash('sha256').update(names).digest('hex').toUpperCase()
