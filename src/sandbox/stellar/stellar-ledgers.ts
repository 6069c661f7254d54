import { createHash } from 'node:crypto'
import {
  Account,
  Asset,
  FeeBumpTransaction,
  Keypair,
  Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base'
import { fromCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

export const PASSPHRASE = 'Kimia sandbox of Stellar'
export const BASE_FEE = 100n
export const BASE_RESERVE = 5_000_000n
const DECIMALS = 7
const SUPPLY = 1_000_000_000_000_000_000n
const SECOND_MS = 1_000
/** The key that owns all coins of the first ledger. It is public: nothing on this network is worth anything. */
const FAUCET = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 0x7a))

export interface StellarHolder {
  readonly balance: bigint
  /** The number of its last transaction. */
  readonly sequence: bigint
  readonly needsMemo: boolean
}

export interface LedgerTransaction {
  readonly hash: string
  readonly envelope: string
  readonly transaction: Transaction
  readonly succeeded: boolean
}

export interface SandboxLedger {
  readonly index: number
  readonly hash: string
  /** Milliseconds since 1970, in whole seconds. */
  readonly closedAt: number
  readonly transactions: readonly LedgerTransaction[]
}

/** A ledger as it is kept between two runs. */
export interface KeptLedger {
  readonly closedAt: number
  readonly transactions: readonly string[]
}

interface Options {
  readonly clock?: () => number
  /** The ledgers of an earlier run, without the first. */
  readonly kept?: readonly KeptLedger[]
  readonly onLedger?: (ledger: KeptLedger) => void
}

interface Waiting {
  readonly hash: string
  readonly envelope: string
  readonly transaction: Transaction
}

/** The ledgers of a network of Stellar's kind in memory, each closed when its owner says so. */
export class SandboxStellarLedgers {
  readonly #clock: () => number
  readonly #accounts = new Map<string, StellarHolder>([
    [FAUCET.publicKey(), { balance: SUPPLY, sequence: 0n, needsMemo: false }],
  ])
  readonly #ledgers: SandboxLedger[] = [{ index: 1, hash: hashOf(PASSPHRASE), closedAt: 0, transactions: [] }]
  readonly #found = new Map<string, { ledger: SandboxLedger; transaction: LedgerTransaction }>()
  readonly #onLedger: (ledger: KeptLedger) => void
  #pool: Waiting[] = []
  #notBefore = 0

  constructor({ clock = Date.now, kept = [], onLedger = () => undefined }: Options = {}) {
    this.#clock = clock
    this.#onLedger = () => undefined
    for (const { closedAt, transactions } of kept) {
      this.#pool = transactions.map(readEnvelope)
      this.#closeAt(closedAt)
    }
    this.#onLedger = onLedger
  }

  get head(): SandboxLedger {
    const head = this.#ledgers.at(-1)
    if (!head) throw new Error('there is a first ledger')
    return head
  }

  get pool(): readonly Waiting[] {
    return this.#pool
  }

  ledgerAt(index: number): SandboxLedger | undefined {
    return this.#ledgers[index - 1]
  }

  account(address: string): StellarHolder | undefined {
    return this.#accounts.get(address)
  }

  find(hash: string) {
    return this.#found.get(hash)
  }

  /** The successful transactions of all ledgers with their places, oldest first. */
  history() {
    return this.#ledgers.flatMap((ledger) =>
      ledger.transactions.map((transaction, place) => ({ ledger, transaction, place })),
    )
  }

  /** Takes a transaction into the pool, which has one of each account. */
  submit(envelope: string): {
    readonly status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' | 'ERROR'
    readonly reason: string
  } {
    const waiting = readEnvelope(envelope)
    if (this.#pool.some(({ hash }) => hash === waiting.hash)) return { status: 'DUPLICATE', reason: '' }
    const reason = this.#refusalOf(waiting.transaction, this.head.closedAt)
    if (reason) return { status: 'ERROR', reason }
    const isBusy = this.#pool.some(({ transaction }) => transaction.source === waiting.transaction.source)
    if (isBusy) return { status: 'TRY_AGAIN_LATER', reason: '' }
    this.#pool.push(waiting)
    return { status: 'PENDING', reason: '' }
  }

  /** Why a ledger that closes at a time cannot hold a transaction. */
  #refusalOf(transaction: Transaction, at: number): string | undefined {
    const { source, sequence, fee, timeBounds, operations } = transaction
    const account = this.#accounts.get(source)
    if (!account) return 'tx_no_source_account'
    if (!isSignedBySource(transaction)) return 'tx_bad_auth'
    const until = (parseDecimal(timeBounds?.maxTime ?? '0', 0) ?? 0n) * fromCount(SECOND_MS)
    if (until !== 0n && until < fromCount(at)) return 'tx_too_late'
    if (parseDecimal(sequence, 0) !== account.sequence + 1n) return 'tx_bad_seq'
    if ((parseDecimal(fee, 0) ?? 0n) < BASE_FEE * fromCount(operations.length)) return 'tx_insufficient_fee'
    return account.balance < BASE_FEE ? 'tx_insufficient_balance' : undefined
  }

  /** Closes ledgers. The transactions of the pool get into the first, unless it stays empty. */
  close(count = 1, { empty = false } = {}): void {
    for (let closed = 0; closed < count; closed += 1) {
      const waiting = this.#pool
      if (empty) this.#pool = []
      const at = Math.max(this.#clock(), this.#notBefore, this.head.closedAt + SECOND_MS)
      this.#closeAt(Math.ceil(at / SECOND_MS) * SECOND_MS)
      if (empty) this.#pool = waiting
    }
  }

  #closeAt(closedAt: number): void {
    const transactions = this.#pool
      .filter(({ transaction }) => !this.#refusalOf(transaction, closedAt))
      .map((each): LedgerTransaction => ({ ...each, succeeded: this.#execute(each.transaction) }))
    this.#pool = []
    const index = this.head.index + 1
    const hash = hashOf([this.head.hash, closedAt, ...transactions.map((each) => each.hash)].join())
    const ledger = { index, hash, closedAt, transactions }
    this.#ledgers.push(ledger)
    for (const transaction of transactions) this.#found.set(transaction.hash, { ledger, transaction })
    this.#onLedger({ closedAt, transactions: transactions.map(({ envelope }) => envelope) })
  }

  /** Takes the fee and the sequence number, and pays where nothing is against it. */
  #execute({ source, operations: [operation] }: Transaction): boolean {
    this.#change(source, ({ balance, sequence }) => ({ balance: balance - BASE_FEE, sequence: sequence + 1n }))
    if (operation?.type === 'createAccount') {
      const amount = parseDecimal(operation.startingBalance, DECIMALS) ?? 0n
      if (this.#accounts.has(operation.destination) || amount < 2n * BASE_RESERVE) return false
      return this.#move({ source, to: operation.destination, amount })
    }
    if (operation?.type === 'pathPaymentStrictReceive') {
      const { destination: to, destAmount } = operation
      return this.#accounts.has(to) && this.#move({ source, to, amount: parseDecimal(destAmount, DECIMALS) ?? 0n })
    }
    if (operation?.type !== 'payment' || !this.#accounts.has(operation.destination)) return false
    // Trust in other assets is not kept here: everybody has enough of each.
    if (!operation.asset.isNative()) return true
    return this.#move({ source, to: operation.destination, amount: parseDecimal(operation.amount, DECIMALS) ?? 0n })
  }

  #move({ source, to, amount }: { source: string; to: string; amount: bigint }): boolean {
    const left = (this.#accounts.get(source)?.balance ?? 0n) - amount
    if (left < 2n * BASE_RESERVE) return false
    this.#change(source, () => ({ balance: left }))
    this.#change(to, ({ balance }) => ({ balance: balance + amount }))
    return true
  }

  #change(address: string, change: (account: StellarHolder) => Partial<StellarHolder>): void {
    const first = fromCount(this.head.index + 1) << 32n
    const account = this.#accounts.get(address) ?? { balance: 0n, sequence: first, needsMemo: false }
    this.#accounts.set(address, { ...account, ...change(account) })
  }

  /** Leaves out the ledgers of a time. */
  skip(ms: number): void {
    this.#notBefore = this.head.closedAt + ms
  }

  /** Forgets the transactions that wait for a ledger. */
  dropPool(): void {
    this.#pool = []
  }

  /** Lets an account refuse payments without a memo, as SEP-29 has it. */
  requireMemo(address: string): void {
    this.#change(address, () => ({ needsMemo: true }))
  }

  /** Pays coins, or another asset, also by a path through others, and closes a ledger with it. Returns the transaction's hash. */
  pay(
    to: string,
    amount: bigint,
    {
      memo = Memo.none(),
      asset = Asset.native(),
      byPath = false,
    }: { memo?: Memo; asset?: Asset; byPath?: boolean } = {},
  ): string {
    const { sequence = 0n } = this.#accounts.get(FAUCET.publicKey()) ?? {}
    const text = formatDecimal(amount, DECIMALS)
    const path = { sendAsset: asset, sendMax: text, destination: to, destAsset: asset, destAmount: text, path: [] }
    const payment = { destination: to, asset, amount: text }
    const operation = this.#accounts.has(to)
      ? byPath
        ? Operation.pathPaymentStrictReceive(path)
        : Operation.payment(payment)
      : Operation.createAccount({ destination: to, startingBalance: text })
    const source = new Account(FAUCET.publicKey(), sequence.toString())
    const timebounds = { minTime: 0, maxTime: 0 }
    const options = { fee: BASE_FEE.toString(), networkPassphrase: PASSPHRASE, timebounds }
    const transaction = new TransactionBuilder(source, options).addOperation(operation).addMemo(memo).build()
    transaction.sign(FAUCET)
    const { reason } = this.submit(transaction.toXDR())
    if (reason !== '') throw new Error(reason)
    this.close()
    return transaction.hash().toString('hex')
  }

  balance = (address: string): bigint => this.#accounts.get(address)?.balance ?? 0n
}

/** @throws Error where the text is no transaction */
function readEnvelope(envelope: string): Waiting {
  const transaction = TransactionBuilder.fromXDR(envelope, PASSPHRASE)
  if (transaction instanceof FeeBumpTransaction) throw new Error('this sandbox does not have such transactions')
  return { hash: transaction.hash().toString('hex'), envelope, transaction }
}

/** Whether the key of the source account itself has signed exactly this for this network. */
function isSignedBySource(transaction: Transaction): boolean {
  const [signature, ...others] = transaction.signatures
  if (!signature || others.length > 0) return false
  return Keypair.fromPublicKey(transaction.source).verify(transaction.hash(), signature.signature())
}

const hashOf = (names: string): string => createHash('sha256').update(names).digest('hex')
