import { encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs'
import { describe, expect, test } from 'vitest'
import { type KeptLedger, NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'

const KEYS = deriveKeypair('sEdTM1uX8pu2do5XvTnutH6HsouMaM2')
const OTHER_KEYS = deriveKeypair('snoPBrXtMeMyMHUVTgbuqAfg1SUTb')
const OWNER = deriveAddress(KEYS.publicKey)
const SOMEBODY = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'

/** Ledgers on which the owner of the keys has coins. */
function ledgersWithOwner(options: ConstructorParameters<typeof SandboxXrpLedgers>[0] = {}) {
  const ledgers = new SandboxXrpLedgers(options)
  ledgers.pay(OWNER, 100_000_000n)
  ledgers.close()
  return ledgers
}

function paymentOn(ledgers: SandboxXrpLedgers, change: object = {}, { keys = KEYS, isChanged = false } = {}): string {
  const fields = {
    ...{ TransactionType: 'Payment', NetworkID: NETWORK_ID, Account: OWNER, Destination: SOMEBODY, Amount: '7000000' },
    ...{ Fee: '10', Sequence: ledgers.account(OWNER)?.sequence, SigningPubKey: keys.publicKey },
    ...change,
  }
  const TxnSignature = sign(encodeForSigning(fields), keys.privateKey)
  return encode({ ...fields, ...(isChanged && { Amount: '7000001' }), TxnSignature })
}

describe('the sandbox of XRP', () => {
  test('takes a payment that its account has signed, its fee and its number, once', () => {
    const ledgers = ledgersWithOwner()
    const blob = paymentOn(ledgers)
    expect(ledgers.submit(blob)).toEqual({ result: 'tesSUCCESS', accepted: true })
    ledgers.close()
    expect(ledgers.balance(SOMEBODY)).toBe(7_000_000n)
    expect(ledgers.balance(OWNER)).toBe(92_999_990n)
    expect(ledgers.submit(blob)).toEqual({ result: 'tefPAST_SEQ', accepted: false })
  })

  test('refuses a signature of another key, and one over other fields', () => {
    const ledgers = ledgersWithOwner()
    for (const how of [{ keys: OTHER_KEYS }, { isChanged: true }])
      expect(() => ledgers.submit(paymentOn(ledgers, {}, how))).toThrow('Invalid signature')
    ledgers.close()
    expect(ledgers.balance(SOMEBODY)).toBe(0n)
  })

  test('refuses what no ledger can hold', () => {
    const ledgers = ledgersWithOwner()
    const refused: [string, object][] = [
      ['telWRONG_NETWORK', { NetworkID: 2000 }],
      ['telREQUIRES_NETWORK_ID', { NetworkID: undefined }],
      ['telINSUF_FEE_P', { Fee: '9' }],
      ['tefMAX_LEDGER', { LastLedgerSequence: ledgers.head.index }],
      ['temREDUNDANT', { Destination: OWNER }],
      ['temDISABLED', { TransactionType: 'AccountSet', Destination: undefined, Amount: undefined }],
    ]
    for (const [code, change] of refused)
      expect(ledgers.submit(paymentOn(ledgers, change)), code).toEqual({ result: code, accepted: false })
  })

  test('takes the fee alone of a payment that breaks the reserve, makes too small an account, or lacks a tag', () => {
    const ledgers = ledgersWithOwner()
    const resultOf = (change: object) => {
      ledgers.submit(paymentOn(ledgers, change))
      ledgers.close()
      return ledgers.head.transactions[0]?.result
    }
    expect(resultOf({ Amount: '99500000' })).toBe('tecUNFUNDED_PAYMENT')
    expect(resultOf({ Amount: '999999' })).toBe('tecNO_DST_INSUF_XRP')
    expect(resultOf({})).toBe('tesSUCCESS')
    ledgers.requireTag(SOMEBODY)
    expect(resultOf({})).toBe('tecDST_TAG_NEEDED')
    expect(resultOf({ DestinationTag: 0 })).toBe('tesSUCCESS')
    expect(ledgers.balance(OWNER)).toBe(100_000_000n - 14_000_000n - 50n)
  })

  test('keeps what comes too early until its turn, and drops what has expired', () => {
    const ledgers = ledgersWithOwner()
    const next = ledgers.account(OWNER)?.sequence ?? 0
    const late = { Sequence: next + 1, LastLedgerSequence: ledgers.head.index + 2 }
    expect(ledgers.submit(paymentOn(ledgers, late))).toEqual({ result: 'terQUEUED', accepted: true })
    ledgers.close()
    expect(ledgers.pool).toHaveLength(1)
    ledgers.submit(paymentOn(ledgers, { Amount: '8000000' }))
    ledgers.close()
    expect(ledgers.balance(SOMEBODY)).toBe(15_000_000n)
    ledgers.submit(paymentOn(ledgers, { Sequence: next + 5, LastLedgerSequence: ledgers.head.index + 1 }))
    ledgers.close()
    expect(ledgers.pool).toEqual([])
  })

  test('has the same ledgers after a restart', () => {
    const kept: KeptLedger[] = []
    const before = ledgersWithOwner({ onLedger: (ledger) => kept.push(ledger) })
    before.submit(paymentOn(before))
    before.close(3)
    const after = new SandboxXrpLedgers({ kept })
    expect(after.head.hash).toBe(before.head.hash)
    expect(after.balance(SOMEBODY)).toBe(7_000_000n)
  })
})
