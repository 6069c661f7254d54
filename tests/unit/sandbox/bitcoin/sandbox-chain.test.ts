import { Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { HOT, openAccount } from '#custody/account.ts'
import { BitcoinAddresses } from '#custody/chains/bitcoin/bitcoin-addresses.ts'
import { parametersOf } from '#custody/chains/bitcoin/bitcoin-parameters.ts'
import { transactionOptions } from '#custody/chains/bitcoin/plan-bitcoin.ts'
import { signBitcoin } from '#custody/chains/bitcoin/sign-bitcoin.ts'
import { CHAINS } from '#sandbox/bitcoin/chain-rules.ts'
import { RpcError } from '#sandbox/bitcoin/pool.ts'
import { type KeptBlock, SandboxBitcoinChain } from '#sandbox/bitcoin/sandbox-chain.ts'
import { legacyDigest, verifyInputs, witnessDigest } from '#sandbox/bitcoin/verify-inputs.ts'
import { readTransaction } from '#sandbox/bitcoin/wire-transaction.ts'

const NAMES = ['BTC', 'LTC', 'BCH', 'DOGE'] as const
type Name = (typeof NAMES)[number]
const SEED = new Uint8Array(32).fill(9)
const WHOLE = 100_000_000n

/** A chain on which an account has coins, and what it signs. */
function chainWithCoins(name: Name) {
  const parameters = parametersOf(name, 'regtest')
  const account = openAccount(SEED, parameters.path)
  const addresses = new BitcoinAddresses(account, parameters, '/nonexistent')
  const chain = new SandboxBitcoinChain(CHAINS[name])
  const txid = chain.pay(addresses.hot, 5n * WHOLE)
  chain.mine()
  interface Change {
    readonly amount?: bigint
    readonly sequence?: number
    readonly n?: number
  }
  const sign = ({ amount = 4n * WHOLE, sequence = 0xfffffffd, n = 0 }: Change = {}): string => {
    const tx = new Transaction(transactionOptions(parameters))
    const script = addresses.scriptOf(HOT)
    const coin =
      name === 'DOGE'
        ? { nonWitnessUtxo: chain.find(txid)?.transaction.raw ?? '' }
        : { witnessUtxo: { script, amount: 5n * WHOLE } }
    tx.addInput({ txid, index: n, sequence, ...coin })
    tx.addOutput({ script: addresses.scriptOf({ branch: 0, index: 3 }), amount })
    const unsigned = Buffer.from(tx.toPSBT()).toString('base64')
    return signBitcoin({ unsigned, keys: [HOT] }, { account, parameters }).raw
  }
  return { chain, sign, txid, hot: addresses.hot, script: Buffer.from(addresses.scriptOf(HOT)).toString('hex') }
}

/** An amount as a transaction has it. */
function inBytes(value: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes.toString('hex')
}

/** The code and the words of a refusal. */
function refusalOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`
    throw error
  }
}

describe.each(NAMES)('a node of %s', (name) => {
  test('takes a signed transaction once, and refuses it with any changed part', () => {
    const { chain, sign } = chainWithCoins(name)
    const raw = sign()
    const bytes = Buffer.from(raw, 'hex')
    const wordsOf = (hex: string) => refusalOf(() => chain.broadcast(hex)) ?? 'taken'
    const reasons = [...bytes.keys()].map((at) => {
      const forged = Buffer.from(bytes)
      forged.writeUInt8(forged.readUInt8(at) ^ 1, at)
      return wordsOf(forged.toString('hex'))
    })
    for (const [at, reason] of reasons.entries()) expect(reason, `byte ${at}`).toMatch(/^-2[256] /)
    expect(reasons.filter((each) => each.startsWith('-26 mandatory-script-verify-flag-failed')).length).toBeGreaterThan(
      80,
    )
    expect(chain.pool).toEqual([])
    const txid = chain.broadcast(raw)
    expect(chain.broadcast(raw)).toBe(txid)
    chain.mine()
    expect(wordsOf(raw)).toBe('-27 Transaction outputs already in utxo set')
  })

  test('refuses coins that are spent or never were, an output above its inputs, a fee too low, and dust', () => {
    const { chain, sign, hot } = chainWithCoins(name)
    const wordsOf = (raw: string) => refusalOf(() => chain.broadcast(raw))
    const more = sign({ amount: 4n * WHOLE }).replace(inBytes(4n * WHOLE), inBytes(5n * WHOLE + 1n))
    expect(wordsOf(more)).toMatch(/^-26 bad-txns-in-belowout, value in \(5\) < /)
    expect(wordsOf(sign({ amount: 5n * WHOLE - 10n }))).toMatch(/^-26 min relay fee not met, 10 < /)
    expect(wordsOf(sign({ amount: 100n }))).toBe('-26 dust')
    expect(wordsOf('00')).toMatch(/^-22 TX decode failed/)
    chain.broadcast(sign({ sequence: 0xffffffff }))
    expect(wordsOf(sign({ amount: 3n * WHOLE }))).toBe('-26 txn-mempool-conflict')
    chain.mine()
    expect(wordsOf(sign({ amount: 3n * WHOLE }))).toBe('-25 bad-txns-inputs-missingorspent')
    expect(chain.rules.scriptOf(hot)).not.toBe('')
  })

  test('keeps its blocks, of which a shorter branch is gone after a restart', () => {
    const kept: KeptBlock[] = []
    const onBlock = (block: KeptBlock) => void kept.push(structuredClone(block))
    const { sign, hot } = chainWithCoins(name)
    const chain = new SandboxBitcoinChain(CHAINS[name], { onBlock })
    const lost = chain.pay(hot, WHOLE)
    const [block = ''] = chain.mine(2)
    chain.invalidate(block, { losesTransactions: true })
    const stays = chain.pay(hot, 2n * WHOLE)
    chain.mine(2)
    const again = new SandboxBitcoinChain(CHAINS[name], { kept })
    expect(again.head).toEqual(chain.head)
    expect([again.find(lost), again.find(stays)?.transaction.txid]).toEqual([undefined, stays])
    again.pay(hot, 3n * WHOLE)
    expect(again.mine()).toHaveLength(1)
    expect(refusalOf(() => again.broadcast(sign()))).toBe('-25 bad-txns-inputs-missingorspent')
  })
})

test('a fee that is raised by too little, or for a final transaction, replaces nothing', () => {
  const { chain, sign } = chainWithCoins('BTC')
  const first = chain.broadcast(sign({ amount: 5n * WHOLE - 1_000n }))
  expect(refusalOf(() => chain.broadcast(sign({ amount: 5n * WHOLE - 1_050n })))).toMatch(/^-26 insufficient fee/)
  expect(chain.pool.map(({ txid }) => txid)).toEqual([first])
  const second = chain.broadcast(sign({ amount: 5n * WHOLE - 2_000n, sequence: 0xffffffff }))
  expect(chain.pool.map(({ txid }) => txid)).toEqual([second])
  expect(refusalOf(() => chain.broadcast(sign({ amount: 4n * WHOLE })))).toBe('-26 txn-mempool-conflict')
})

test('a signature of Bitcoin is worth nothing on Bitcoin Cash, nor the other way round', () => {
  const [cash, doge] = [chainWithCoins('BCH'), chainWithCoins('DOGE')]
  const coins = [{ value: 5n * WHOLE, script: cash.script }]
  const onCash = readTransaction(cash.sign())
  expect(verifyInputs(onCash, coins, CHAINS.BCH)).toBeUndefined()
  expect(verifyInputs(onCash, coins, CHAINS.DOGE)).toBe('Signature hash type missing or not understood')
  // Both have the same account on test networks, so that only the digest tells them apart.
  expect(doge.script).toBe(cash.script)
  const onDoge = readTransaction(doge.sign())
  expect(verifyInputs(onDoge, coins, CHAINS.DOGE)).toBeUndefined()
  expect(verifyInputs(onDoge, coins, CHAINS.BCH)).toBeTypeOf('string')
})

describe('digests', () => {
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

  test('of segwit are those that BIP143 publishes', () => {
    const tx = readTransaction(
      '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
    )
    const coins = [
      { value: 625_000_000n, script: '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac' },
      { value: 600_000_000n, script: '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1' },
    ]
    expect(hexOf(witnessDigest(tx, { at: 1, coins }))).toBe(
      'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
    )
  })

  test('without segwit are those of a transaction that another wallet publishes', () => {
    const script = '76a9142a539adfd7aefcc02e0196b4ccf76aea88a1f47088ac'
    const tx = readTransaction(
      `010000000131820866b6f840db0eeec1b5ecc44092869ebc72d4ff5e76b46690eb4eca2415010000008a473044022074ddd327544e982d8dd53514406a77a96de47f40c186e58cafd650dd71ea522702204f67c558cc8e771581c5dda630d0dfff60d15e43bf13186669392936ec539d030141047e000cc16c9a4d38cb1572b9dc34c1452626aa170b46150d0e806be1b42517f0832c8a58f543128083ffb8632bae94dd5f3e1e89fad0a17f64ed8bbbb90b5753ffffffff0280f0fa02000000001976a9149f9a7abd600c0caa03983a77c8c3df8e062cb2fa88ace1677f0600000000${'19'}${script}00000000`,
    )
    expect(tx.txid).toBe('0189910c263c4d416d5c5c2cf70744f9f6bcd5feaf0b149b02e5d88afbe78992')
    expect(hexOf(legacyDigest(tx, { at: 0, script }))).toBe(
      'fd2f20da1c28b008abcce8a8ac7e1a7687fc944e001a24fc3aacb6a7570a3d0f',
    )
    expect(verifyInputs(tx, [{ value: 159_000_000n, script }], CHAINS.DOGE)).toBeUndefined()
  })
})
