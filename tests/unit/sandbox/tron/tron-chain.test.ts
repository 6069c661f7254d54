import { describe, expect, test } from 'vitest'
import { type KeptBlock, SandboxTronChain } from '#sandbox/tron/tron-chain.ts'
import { Invalid } from '#sandbox/tron/tron-state.ts'
import { addressOfKey, addressText, readTransaction, signerOf, signTransaction } from '#sandbox/tron/tron-wire.ts'

const KEY = '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54'
/** A transfer of tokens that another wallet signed with this key. */
const SIGNED = [
  '0acd010a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5aae01081f12a9010a31',
  Buffer.from('type.googleapis.com/protocol.TriggerSmartContract').toString('hex'),
  '12740a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c72244',
  `a9059cbb${'0'.repeat(22)}41dbd7c53729b3310e1843083000fa84abad996961${'0'.repeat(61)}3e870d889a4a9e62c1241`,
  'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc58',
  '35e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a40355b7697f5954b88c01',
].join('')
const OWNER = addressOfKey(`0x${KEY}`)
const SOMEBODY = addressText(`41${'5'.repeat(40)}`)

/** A chain on which the owner of the key has coins. */
function chainWithOwner(options: ConstructorParameters<typeof SandboxTronChain>[0] = {}) {
  const chain = new SandboxTronChain({ solidAfter: 3, clock: () => 1_700_000_000_000, ...options })
  chain.pay(addressText(OWNER), 100_000_000n)
  chain.produce(4)
  return chain
}
type Fields = Partial<Parameters<typeof signTransaction>[1]>
const transferOn = ({ solid, head }: SandboxTronChain, change: Fields = {}, key = KEY) =>
  signTransaction(`0x${key}`, {
    type: 1,
    owner: OWNER,
    target: `41${'5'.repeat(40)}`,
    value: 7_000_000n,
    expiration: head.timestamp + 60_000,
    timestamp: head.timestamp,
    refBlockBytes: solid.id.slice(12, 16),
    refBlockHash: solid.id.slice(16, 32),
    ...change,
  })
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Invalid ? error.code : String(error)
  }
}

describe('the sandbox of TRON', () => {
  test('reads a transaction of another wallet, and recovers its signer', () => {
    const wire = readTransaction(Buffer.from(SIGNED, 'hex'))
    expect(wire).toMatchObject({
      txid: '0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058',
      owner: OWNER,
      expiration: 1_539_331_479_000,
      type: 31,
      typeUrl: 'type.googleapis.com/protocol.TriggerSmartContract',
    })
    expect(addressText(OWNER)).toBe('TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')
    expect(signerOf(wire.txid, wire.signatures[0] ?? '')).toBe(OWNER)
  })

  test('takes a transaction once, with the signature of its owner alone', () => {
    const chain = chainWithOwner()
    const signed = transferOn(chain)
    const forged = transferOn(chain, {}, '7b'.repeat(32))
    const changed = signed.replace('18c09fab03', '18c09fab04')
    expect(changed).not.toBe(signed)
    const unsigned = signed.slice(0, -2 * 67)
    for (const wrong of [forged, changed, unsigned, `${signed}${signed.slice(-2 * 67)}`])
      expect(codeOf(() => chain.broadcast(wrong))).toBe('SIGERROR')
    chain.broadcast(signed)
    expect(codeOf(() => chain.broadcast(signed))).toBe('DUP_TRANSACTION_ERROR')
    chain.produce()
    expect(codeOf(() => chain.broadcast(signed))).toBe('DUP_TRANSACTION_ERROR')
    expect(chain.balance(SOMEBODY)).toBe(7_000_000n)
    expect(chain.balance(addressText(OWNER))).toBe(100_000_000n - 7_000_000n - 1_100_000n)
  })

  test('refuses a transaction of another chain, of another time and without funds, each by its code', () => {
    const chain = chainWithOwner()
    const { timestamp } = chain.head
    const wrong: [string, Fields][] = [
      ['TAPOS_ERROR', { refBlockHash: '1'.repeat(16) }],
      ['TAPOS_ERROR', { refBlockBytes: 'ffff' }],
      ['TRANSACTION_EXPIRATION_ERROR', { expiration: timestamp }],
      ['TRANSACTION_EXPIRATION_ERROR', { expiration: timestamp + 86_400_001 }],
      ['CONTRACT_VALIDATE_ERROR', { value: 200_000_000n }],
      ['CONTRACT_VALIDATE_ERROR', { target: OWNER }],
      ['BANDWITH_ERROR', { value: 98_950_000n }],
      ['CONTRACT_VALIDATE_ERROR', { type: 31, value: 0n, data: 'a9059cbb' }],
    ]
    for (const [code, change] of wrong)
      expect(
        codeOf(() => chain.broadcast(transferOn(chain, change))),
        code,
      ).toBe(code)
    expect(chain.pool).toEqual([])
  })

  test('forgets what expires while it waits, and lets free bandwidth come back within a day', () => {
    const chain = chainWithOwner()
    chain.broadcast(transferOn(chain))
    chain.skip(90_000)
    chain.produce(2, { empty: true })
    chain.produce()
    expect(chain.balance(SOMEBODY)).toBe(0n)
    const feeOf = (value: bigint) => {
      const { txid } = chain.broadcast(transferOn(chain, { value }))
      chain.produce()
      return chain.find(txid)?.transaction.outcome.fee
    }
    expect([feeOf(1n), feeOf(2n), feeOf(3n)]).toEqual([1_100_000n, 0n, 0n])
    expect(feeOf(4n)).toBeGreaterThan(200_000n)
    chain.skip(86_400_000)
    chain.produce()
    expect(feeOf(5n)).toBe(0n)
  })

  test('is the same chain again from the blocks that it gave away, and keeps final blocks in a reorganisation', () => {
    const kept: KeptBlock[] = []
    const chain = chainWithOwner({ onBlock: (block) => kept.push(block) })
    chain.broadcast(transferOn(chain))
    chain.produce(2)
    const again = new SandboxTronChain({ solidAfter: 3, kept: JSON.parse(JSON.stringify(kept)) })
    expect(again.head.id).toBe(chain.head.id)
    expect(again.balance(SOMEBODY)).toBe(7_000_000n)
    expect(() => chain.reorganise(3)).toThrow('final')
    const { id } = chain.head
    chain.reorganise(2)
    expect(chain.blockAt(chain.head.height - 1)?.id).not.toBe(id)
    expect(chain.balance(SOMEBODY)).toBe(7_000_000n)
  })
})
