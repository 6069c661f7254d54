import { HDKey } from '@scure/bip32'
import { Address, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import type { PolicyText } from '#custody/policy.ts'
import { AMPLE, type CustodyProcess, custodyFolder, startCustody } from '#tests/setup/custody-process.ts'
import { type FaultyNode, startFaultyNode } from '#tests/setup/faulty-node.ts'
import { ensureLitecoin, type Litecoin, REGTEST_FIRST_BLOCK, startLitecoin } from '#tests/setup/litecoin.ts'

const { found: binary } = await ensureLitecoin(() => undefined)

const REGTEST = {
  kind: 'bitcoin',
  chain: 'regtest',
  firstBlock: REGTEST_FIRST_BLOCK,
  birthHeight: 0,
  confirmations: 3,
  feeMax: '0.01',
  feeRate: { min: 10, max: 1_000 },
} as const
/** Other chains of the family have the same transactions, which this node takes as its own; only their addresses are written differently. */
const POLICY: PolicyText = {
  operators: [],
  limits: { LITE_COIN: AMPLE, DOGE_COIN: AMPLE },
  networks: {
    LTC: { ...REGTEST, symbol: 'LITE_COIN' },
    DOGE: { ...REGTEST, symbol: 'DOGE_COIN' },
  },
}
/** Addresses of nobody whom custody knows: an extended key of the tests. */
const outsiders = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const outsider = (index: number) => {
  const { address } = p2wpkh(outsiders.deriveChild(index).publicKey ?? new Uint8Array(), {
    ...TEST_NETWORK,
    bech32: 'rltc',
  })
  return address ?? ''
}
const WHOLE = 100_000_000n

describe.skipIf(!binary)('Litecoin', () => {
  let litecoin: Litecoin
  let node: FaultyNode
  let custody: CustodyProcess
  let folder: string
  let remove: () => Promise<void>
  const start = () => startCustody({ folder, nodes: { LTC: node.url, DOGE: node.url } })

  beforeAll(async () => {
    litecoin = await startLitecoin(binary ?? '')
    node = await startFaultyNode(litecoin.url)
    ;({ folder, remove } = await custodyFolder(POLICY))
    custody = start()
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    await litecoin.mine(3, hot)
    await litecoin.mine(1, await depositAddress(0))
    await litecoin.mine(102, outsider(0))
  })
  beforeEach(() => {
    node.mend()
  })
  afterAll(async () => {
    await custody.stop()
    await node.close()
    await litecoin.stop()
    await remove()
  })

  const depositAddress = async (index: number) => (await custody.ask('address', { network: 'LTC', index })).address
  const height = () => litecoin.call<number>('getblockcount')
  const scan = (after: number, issued = 5) => custody.ask('scan', { network: 'LTC', after, issued })
  const find = (id: string) => custody.ask('find', { id })
  let payments = 0
  function payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
    payments += 1
    const to = outsider(payments + 1_000)
    const id = `ltc-payment-${payments}`
    return { id, network: 'LTC', coin: 'LITE_COIN', to, amount: '1000000', approvals: [], ...change }
  }
  /** The sum that an address has got, confirmed or not. */
  async function paidTo(address: string): Promise<bigint> {
    const pool = await litecoin.call<string[]>('getrawmempool')
    const blocks = await Promise.all(
      Array.from({ length: 8 }, async (_, back) => {
        const hash = await litecoin.call('getblockhash', (await height()) - back)
        return (await litecoin.call<{ tx: string[] }>('getblock', hash)).tx
      }),
    )
    let sum = 0n
    for (const txid of [...pool, ...new Set(blocks.flat())]) {
      const { vout } = await litecoin.call<{
        vout: { value: number; scriptPubKey: { addresses?: string[] } }[]
      }>('getrawtransaction', txid, true)
      for (const { value, scriptPubKey } of vout)
        if (scriptPubKey.addresses?.includes(address)) sum += BigInt(Math.round(value * 1e8))
    }
    return sum
  }

  test('has the addresses that its extended public key has', async () => {
    const [network] = (await custody.ask('status', {})).networks
    const account = HDKey.fromExtendedKey(network?.extendedPublicKey ?? '')
    const address = (branch: number, index: number) =>
      p2wpkh(account.deriveChild(branch).deriveChild(index).publicKey ?? new Uint8Array(), {
        ...TEST_NETWORK,
        bech32: 'rltc',
      }).address
    expect(await depositAddress(7)).toBe(address(0, 7))
    expect(network).toMatchObject({ reachable: true, chain: REGTEST_FIRST_BLOCK, hotAddress: address(1, 0) })
  })

  test('balances are the unspent outputs of the hot wallet and of the deposit addresses', async () => {
    const { coins } = await custody.ask('balances', { network: 'LTC', issued: 5 })
    expect(coins).toEqual([{ symbol: 'LITE_COIN', decimals: 8, hot: `${150n * WHOLE}`, deposits: `${50n * WHOLE}` }])
  })

  test('a payment arrives, and its change is nobody’s deposit', async () => {
    const after = await height()
    const sent = payment()
    const { state, txid } = await custody.ask('send', sent)
    expect(state).toBe('SENT')
    expect(await find(sent.id)).toMatchObject({ state: 'SENT', isFinal: false })
    await litecoin.mine(1, outsider(0))
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 1, isFinal: false })
    await litecoin.mine(2, outsider(0))
    const found = await find(sent.id)
    expect(found).toMatchObject({ state: 'CONFIRMED', height: after + 1, confirmations: 3, isFinal: true })
    expect(await paidTo(sent.to)).toBe(1_000_000n)
    const { transfers } = await scan(after)
    expect(transfers).toEqual([expect.objectContaining({ intent: sent.id, txid, coin: 'LITE_COIN' })])
    const { coins } = await custody.ask('balances', { network: 'LTC', issued: 5 })
    const left = BigInt(coins[0]?.hot ?? 0) + BigInt(coins[0]?.deposits ?? 0)
    expect(left).toBe(200n * WHOLE - 1_000_000n - BigInt(found.fee ?? 0))
  })

  test('a deposit is found at its output, lost with a reorganisation, and found again', async () => {
    const after = await height()
    const to = await depositAddress(2)
    const [block] = await litecoin.mine(1, to)
    await litecoin.mine(2, outsider(0))
    const ofDeposit = async () => (await scan(after)).transfers.filter(({ index }) => index === 2)
    const [found] = await ofDeposit()
    expect(found).toMatchObject({
      index: 2,
      address: to,
      position: 0,
      decimals: 8,
      height: after + 1,
      blockHash: block,
    })
    const balance = async () => (await custody.ask('balances', { network: 'LTC', issued: 5 })).coins[0]?.deposits
    const before = BigInt((await balance()) ?? 0)
    await litecoin.call('invalidateblock', block)
    expect(await ofDeposit()).toEqual([])
    expect(await balance()).toBe(`${before - BigInt(found?.amount ?? 0)}`)
    await litecoin.call('reconsiderblock', block)
    expect(await ofDeposit()).toEqual([found])
    expect(await balance()).toBe(`${before}`)
  })

  test('questions that overlap while blocks come and go give one answer', async () => {
    const blocks = await litecoin.mine(4, outsider(0))
    await scan(await height())
    await litecoin.call('invalidateblock', blocks[1])
    await litecoin.mine(6, outsider(1))
    const balances = () => custody.ask('balances', { network: 'LTC', issued: 5 })
    const overlapping = [scan(0), scan(50)]
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, balances))
    await Promise.all(overlapping)
    for (const each of others) expect(each).toEqual(first)
    expect(first?.at).toEqual((await scan(await height())).tip)
  })

  test('more payments than there are coins go out at once, on each other’s change, and spend no coin twice', async () => {
    const many = Array.from({ length: 6 }, () => payment())
    const answers = await Promise.all(many.slice(0, 3).map((each) => custody.ask('send', each)))
    await custody.kill()
    custody = start()
    for (const { id } of many.slice(0, 3)) await find(id)
    for (const each of many.slice(3)) answers.push(await custody.ask('send', each))
    expect(answers.map(({ state }) => state)).toEqual(many.map(() => 'SENT'))
    expect(await litecoin.call('getrawmempool')).toHaveLength(6)
    await litecoin.mine(1, outsider(0))
    for (const each of many) expect(await paidTo(each.to)).toBe(1_000_000n)
  })

  test('killed before and after the broadcast, custody sends one transaction of the same bytes', async () => {
    const [before, after] = [payment(), payment()]
    node.onCall = async (method) => {
      if (method !== 'sendrawtransaction') return undefined
      await custody.kill()
      return 'lose the call'
    }
    await expect(custody.ask('send', before)).rejects.toThrow('custody ended')
    node.onCall = () => undefined
    custody = start()
    expect(await find(before.id)).toMatchObject({ state: 'SENT', txids: [expect.any(String)] })
    await litecoin.mine(1, outsider(0))
    await scan(await height())

    node.onAnswer = async (method) => {
      if (method === 'sendrawtransaction') await custody.kill()
    }
    await expect(custody.ask('send', after)).rejects.toThrow('custody ended')
    node.onAnswer = () => undefined
    custody = start()
    const again = await custody.ask('send', after)
    expect(again).toMatchObject({ state: 'SENT', txids: [again.txid] })
    await litecoin.mine(3, outsider(0))
    for (const each of [before, after]) {
      expect(await find(each.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
      expect(await paidTo(each.to)).toBe(1_000_000n)
    }
  })

  test('wrong payments are refused', async () => {
    await scan(await height())
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
      ['ADDRESS_INVALID', { to: `${outsider(9).slice(0, -1)}b` }],
      ['ADDRESS_INVALID', { to: '0x52908400098527886E0F7030069857D2E4169EE7' }],
      ['OWN_ADDRESS', { to: await depositAddress(3) }],
      ['AMOUNT_INVALID', { amount: '5459' }],
      ['NOT_ENOUGH_FUNDS', { amount: `${900n * WHOLE}` }],
      ['COLD_ONLY', { amount: `${2_001n * WHOLE}` }],
      ['COIN_NOT_SERVED', { coin: 'BITCOIN' }],
    ]
    for (const [code, change] of wrong) expect(await custody.refusal('send', payment(change)), code).toBe(code)
    expect(await custody.refusal('sweep', { id: 'sweep-ltc', network: 'LTC', index: 0, coin: 'LITE_COIN' })).toBe(
      'NOTHING_TO_SWEEP',
    )
  })

  test('addresses without segwit are paid, spent whole and sent from, as Dogecoin needs it', async () => {
    const doge = { network: 'DOGE', coin: 'DOGE_COIN' } as const
    const { networks } = await custody.ask('status', {})
    const hot = networks.find(({ network }) => network === 'DOGE')?.hotAddress ?? ''
    expect(hot).toMatch(/^[mn]/)
    await litecoin.mine(1, hot)
    await litecoin.mine(1, (await custody.ask('address', { network: 'DOGE', index: 0 })).address)
    await litecoin.mine(101, outsider(0))
    const balances = async () => (await custody.ask('balances', { network: 'DOGE', issued: 1 })).coins[0]
    const before = await balances()
    const sum = BigInt(before?.hot ?? 0) + BigInt(before?.deposits ?? 0)
    expect(BigInt(before?.deposits ?? 0)).toBeGreaterThan(0n)
    const to = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
    const sent = payment({ ...doge, to, amount: `${sum - 3_000_000n}` })
    expect(await custody.ask('send', sent)).toMatchObject({ state: 'SENT' })
    await litecoin.mine(3, outsider(0))
    const { state, fee } = await find(sent.id)
    expect(state).toBe('CONFIRMED')
    const after = await balances()
    expect(after?.deposits).toBe('0')
    expect(BigInt(after?.hot ?? 0) + BigInt(fee ?? 0)).toBe(3_000_000n)
    expect(await custody.refusal('send', payment({ ...doge, amount: '999999', to }))).toBe('AMOUNT_INVALID')
    expect(await custody.refusal('send', payment({ ...doge, to: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9' }))).toBe(
      'ADDRESS_INVALID',
    )
  })

  test('a stuck payment of Bitcoin is replaced by one with an eighth more fee, at the cost of its change', async () => {
    const policy = { ...POLICY, limits: { BITCOIN: AMPLE }, networks: { BTC: { ...REGTEST, symbol: 'BITCOIN' } } }
    const own = await custodyFolder(policy)
    const bitcoin = startCustody({ folder: own.folder, nodes: { BTC: node.url } })
    const btc = { network: 'BTC', coin: 'BITCOIN' } as const
    const codec = (bech32: string) => Address({ ...TEST_NETWORK, bech32 })
    const hot = (await bitcoin.ask('status', {})).networks[0]?.hotAddress ?? ''
    await litecoin.mine(1, codec('rltc').encode(codec('bcrt').decode(hot)))
    await litecoin.mine(101, outsider(0))
    const receiver = outsider(50)
    const sent = payment({ ...btc, to: codec('bcrt').encode(codec('rltc').decode(receiver)) })
    const first = await bitcoin.ask('send', sent)
    const second = await bitcoin.ask('replace', { id: sent.id })
    expect(second).toMatchObject({ state: 'SENT', txids: [first.txid, second.txid] })
    expect(BigInt(second.fee ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(first.fee ?? 0) * 9n)
    expect(await litecoin.call('getrawmempool')).toEqual([second.txid])
    // Another payment spends the change of the second, which now has to stay.
    const child = payment({ ...btc, to: sent.to })
    expect(await bitcoin.ask('send', child)).toMatchObject({ state: 'SENT' })
    expect(await bitcoin.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
    await litecoin.mine(3, outsider(0))
    expect(await bitcoin.ask('find', { id: sent.id })).toMatchObject({
      state: 'CONFIRMED',
      isFinal: true,
      txid: second.txid,
    })
    expect(await bitcoin.ask('find', { id: child.id })).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(await paidTo(receiver)).toBe(2_000_000n)
    await bitcoin.stop()
    await own.remove()
  })

  test('a payment in the pool of a network without replacing stays as it is', async () => {
    const sent = payment()
    await custody.ask('send', sent)
    expect(await custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
  })
})
