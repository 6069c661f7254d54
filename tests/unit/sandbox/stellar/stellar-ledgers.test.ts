import { Account, Asset, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-base'
import { describe, expect, test } from 'vitest'
import { type KeptLedger, PASSPHRASE, SandboxStellarLedgers } from '#sandbox/stellar/stellar-ledgers.ts'

const OWNER = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1))
const SOMEBODY = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 2)).publicKey()
const XLM = 10_000_000n
const START = 1_700_000_000_000

function ledgersWithOwner(options: ConstructorParameters<typeof SandboxStellarLedgers>[0] = {}) {
  const ledgers = new SandboxStellarLedgers({ clock: () => START, ...options })
  ledgers.pay(OWNER.publicKey(), 100n * XLM)
  return ledgers
}

interface Change {
  readonly amount?: string
  readonly fee?: string
  readonly sequence?: bigint
  readonly maxTime?: number
  readonly key?: Keypair
  readonly passphrase?: string
  readonly opens?: boolean
}

function paymentOn(ledgers: SandboxStellarLedgers, change: Change = {}): string {
  const { amount = '7', fee = '100', maxTime = 0, key = OWNER, passphrase = PASSPHRASE, opens = false } = change
  const { sequence = ledgers.account(OWNER.publicKey())?.sequence ?? 0n } = change
  const operation = opens
    ? Operation.createAccount({ destination: SOMEBODY, startingBalance: amount })
    : Operation.payment({ destination: SOMEBODY, asset: Asset.native(), amount })
  const source = new Account(OWNER.publicKey(), sequence.toString())
  const options = { fee, networkPassphrase: passphrase, timebounds: { minTime: 0, maxTime } }
  const transaction = new TransactionBuilder(source, options).addOperation(operation).build()
  transaction.sign(key)
  return transaction.toXDR()
}

describe('the sandbox of Stellar', () => {
  test('takes a payment that its account has signed, its fee and its number, once', () => {
    const ledgers = ledgersWithOwner()
    const envelope = paymentOn(ledgers, { opens: true })
    expect(ledgers.submit(envelope).status).toBe('PENDING')
    expect(ledgers.submit(envelope).status).toBe('DUPLICATE')
    expect(ledgers.submit(paymentOn(ledgers, { opens: true, amount: '8' })).status).toBe('TRY_AGAIN_LATER')
    ledgers.close()
    expect(ledgers.balance(SOMEBODY)).toBe(7n * XLM)
    expect(ledgers.balance(OWNER.publicKey())).toBe(93n * XLM - 100n)
    expect(ledgers.submit(envelope)).toEqual({ status: 'ERROR', reason: 'tx_bad_seq' })
  })

  test('refuses a signature of another key or for another network, and what no ledger can hold', () => {
    const ledgers = ledgersWithOwner()
    const refused: [string, Change][] = [
      ['tx_bad_auth', { key: Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)) }],
      ['tx_bad_auth', { passphrase: 'Test SDF Network ; September 2015' }],
      ['tx_bad_seq', { sequence: 5n }],
      ['tx_too_late', { maxTime: START / 1_000 - 1 }],
      ['tx_insufficient_fee', { fee: '99' }],
    ]
    for (const [reason, change] of refused)
      expect(ledgers.submit(paymentOn(ledgers, change)), reason).toEqual({ status: 'ERROR', reason })
  })

  test('takes the fee alone of a payment to nobody, of too small an account, and of one that breaks the reserve', () => {
    const ledgers = ledgersWithOwner()
    const changes: Change[] = [{}, { opens: true, amount: '0.9999999' }, { opens: true, amount: '99.5' }]
    for (const change of changes) {
      ledgers.submit(paymentOn(ledgers, change))
      ledgers.close()
      expect(ledgers.head.transactions[0]?.succeeded, JSON.stringify(change)).toBe(false)
    }
    expect(ledgers.balance(OWNER.publicKey())).toBe(100n * XLM - 300n)
  })

  test('drops what has expired while it waited, and has the same ledgers after a restart', () => {
    const kept: KeptLedger[] = []
    const before = ledgersWithOwner({ onLedger: (ledger) => kept.push(ledger) })
    before.submit(paymentOn(before, { opens: true, maxTime: START / 1_000 + 60 }))
    before.skip(61_000)
    before.close()
    expect(before.head.transactions).toEqual([])
    before.submit(paymentOn(before, { opens: true }))
    before.close()
    const after = new SandboxStellarLedgers({ kept })
    expect(after.head.hash).toBe(before.head.hash)
    expect(after.balance(SOMEBODY)).toBe(7n * XLM)
  })
})
