import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { watchAccount } from '#custody/account.ts'
import { BitcoinAddresses } from '#custody/chains/bitcoin/bitcoin-addresses.ts'
import { parametersOf } from '#custody/chains/bitcoin/bitcoin-parameters.ts'
import type { SandboxBitcoinChain } from '#sandbox/bitcoin/sandbox-chain.ts'
import { bitcoinPolicy, startBitcoinSandbox } from '#tests/setup/bitcoin-sandboxes.ts'
import { type CustodyProcess, custodyFolder, startCustody } from '#tests/setup/custody-process.ts'
import { type FaultyNode, startFaultyNode } from '#tests/setup/faulty-node.ts'
import { scratch } from '#tests/setup/scratch.ts'
import { BITCOIN_FAMILY } from '../../../src/scripts/development-bitcoin.ts'

const NAMES = ['BTC', 'BCH', 'DOGE'] as const
type Name = (typeof NAMES)[number]
const WHOLE = 100_000_000n
/** Addresses of nobody whom custody knows. */
const outsider = watchAccount(HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).publicExtendedKey)

interface Running {
  readonly chain: SandboxBitcoinChain
  readonly node: FaultyNode
}
const running = new Map<Name, Running>()
const closing: (() => Promise<unknown>)[] = []
let custody: CustodyProcess
let folder = ''
const start = () => {
  const nodes = Object.fromEntries([...running].map(([name, { node }]) => [name, node.url]))
  return startCustody({ folder, nodes })
}

beforeAll(async () => {
  const place = await custodyFolder(bitcoinPolicy(NAMES))
  folder = place.folder
  closing.push(place.remove)
  for (const name of NAMES) {
    const { chain, url, close } = await startBitcoinSandbox(name)
    const node = await startFaultyNode(url)
    running.set(name, { chain, node })
    closing.push(node.close, close)
  }
  custody = start()
})
beforeEach(() => {
  for (const { node } of running.values()) {
    node.mend()
  }
})
afterAll(async () => {
  await custody.stop()
  for (const close of closing) await close()
})

const FORMS = { BTC: /^bcrt1q/, BCH: /^bchreg:q/, DOGE: /^[mn]/ }

describe.each(NAMES)('%s', (network) => {
  const coin = BITCOIN_FAMILY[network].symbol
  const { address: payee } = addressesOf(network)
  const on = (): Running => {
    const found = running.get(network)
    if (!found) throw new Error('the chain has not started')
    return found
  }
  const addressOf = async (index: number) => (await custody.ask('address', { network, index })).address
  const scan = async (after: number) => (await custody.ask('scan', { network, after, issued: 5 })).transfers
  const balance = async () => (await custody.ask('balances', { network, issued: 5 })).coins[0]
  const find = (id: string) => custody.ask('find', { id })
  let hot = ''
  let payments = 0
  function payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
    payments += 1
    const id = `${network}-payment-${payments}`
    return { id, network, coin, to: payee(payments), amount: `${WHOLE}`, approvals: [], ...change }
  }
  /** All that an address has got in blocks. */
  function paidTo(address: string): bigint {
    const { chain } = on()
    const script = chain.rules.scriptOf(address)
    const blocks = Array.from({ length: chain.head.height + 1 }, (_, height) => chain.blockAt(height))
    return blocks
      .flatMap((block) => block?.transactions ?? [])
      .flatMap(({ outputs }) => outputs)
      .reduce((sum, output) => (output.script === script ? sum + output.value : sum), 0n)
  }

  beforeAll(async () => {
    const { networks } = await custody.ask('status', {})
    hot = networks.find((each) => each.network === network)?.hotAddress ?? ''
    on().chain.pay(hot, 20n * WHOLE)
    on().chain.mine()
  })

  test('a deposit is seen, dropped by a reorganisation, and found again where it is mined anew', async () => {
    const { chain } = on()
    const after = chain.head.height
    const to = await addressOf(2)
    expect(to).toMatch(FORMS[network])
    const txid = chain.pay(to, 3n * WHOLE)
    const [block = ''] = chain.mine(3)
    const found = {
      txid,
      from: expect.any(Array),
      position: 0,
      index: 2,
      address: to,
      coin,
      decimals: 8,
      amount: `${3n * WHOLE}`,
    }
    expect(await scan(after)).toEqual([{ ...found, height: after + 1, blockHash: block }])
    const before = BigInt((await balance())?.deposits ?? 0)
    chain.invalidate(block, { losesTransactions: true })
    const [other = ''] = chain.mine(1)
    expect(await scan(after)).toEqual([])
    expect((await balance())?.deposits).toBe(`${before - 3n * WHOLE}`)
    chain.invalidate(other)
    chain.reconsider(block)
    expect(await scan(after)).toEqual([{ ...found, height: after + 1, blockHash: block }])
    expect((await balance())?.deposits).toBe(`${before}`)
  })

  test('a payment spends the hot wallet’s coins and deposits, arrives, and its change returns', async () => {
    const { chain } = on()
    chain.pay(await addressOf(1), 5n * WHOLE)
    chain.mine(3)
    const after = chain.head.height
    const before = await balance()
    const whole = BigInt(before?.hot ?? 0) + BigInt(before?.deposits ?? 0)
    const sent = payment({ amount: `${whole - WHOLE}` })
    const { state, txid = '' } = await custody.ask('send', sent)
    expect(state).toBe('SENT')
    expect(chain.pool.map((each) => each.txid)).toEqual([txid])
    expect(new Set(chain.pool[0]?.spends).size).toBeGreaterThan(1)
    chain.mine(1)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', confirmations: 1, isFinal: false })
    chain.mine(2)
    const { fee = '0', ...end } = await find(sent.id)
    expect(end).toMatchObject({ state: 'CONFIRMED', txid, height: after + 1, isFinal: true })
    expect(paidTo(sent.to)).toBe(whole - WHOLE)
    expect(await balance()).toMatchObject({ hot: `${WHOLE - BigInt(fee)}`, deposits: '0' })
    expect(await scan(after)).toEqual([expect.objectContaining({ txid, address: hot, intent: sent.id })])
    chain.pay(hot, 20n * WHOLE)
    chain.mine(3)
  })

  test('killed between the intent and the broadcast, custody pays once', async () => {
    const { chain, node } = on()
    const sent = payment()
    node.onCall = async (method) => {
      if (method !== 'sendrawtransaction') return undefined
      await custody.kill()
      return 'lose the call'
    }
    await expect(custody.ask('send', sent)).rejects.toThrow('custody ended')
    expect(chain.pool).toEqual([])
    node.onCall = () => undefined
    custody = start()
    const again = await custody.ask('send', sent)
    expect(await find(sent.id)).toMatchObject({ state: 'SENT', txids: [again.txid] })
    chain.mine(3)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(paidTo(sent.to)).toBe(WHOLE)
  })

  test('a payment that a reorganisation takes out of its block is sent again', async () => {
    const { chain } = on()
    const sent = payment()
    await custody.ask('send', sent)
    const [block = ''] = chain.mine(1)
    chain.invalidate(block, { losesTransactions: true })
    chain.mine(1)
    expect(chain.pool).toEqual([])
    expect(await find(sent.id)).toMatchObject({ state: 'SENT', isFinal: false })
    chain.mine(3)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(paidTo(sent.to)).toBe(WHOLE)
  })

  test('addresses of the other networks and legacy forms are refused, and so is dust', async () => {
    // Test networks of Bitcoin and Dogecoin write hashes of keys alike.
    const others = NAMES.filter((each) => each !== network && each !== 'DOGE')
    const wrong = [...others.map((each) => addressesOf(each).address(1)), '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu']
    for (const to of wrong) expect(await custody.refusal('send', payment({ to })), to).toBe('ADDRESS_INVALID')
    expect(await custody.refusal('send', payment({ to: await addressOf(3) }))).toBe('OWN_ADDRESS')
    expect(await custody.refusal('send', payment({ amount: '545' }))).toBe('AMOUNT_INVALID')
    expect(await custody.refusal('send', payment({ amount: `${900n * WHOLE}` }))).toBe('NOT_ENOUGH_FUNDS')
  })
})

test('Bitcoin replaces a stuck payment by one with a higher fee, and the others replace none', async () => {
  const chain = running.get('BTC')?.chain
  const before = { network: 'BTC', coin: BITCOIN_FAMILY.BTC.symbol, amount: `${WHOLE}` } as const
  const approvals: [] = []
  await custody.ask('send', { ...before, approvals, id: 'stuck-payment', to: addressesOf('BTC').address(90) })
  const { txids, txid } = await custody.ask('replace', { id: 'stuck-payment' })
  expect(txids).toHaveLength(2)
  expect(chain?.pool.map((each) => each.txid)).toEqual([txid])
  for (const network of ['BCH', 'DOGE'] as const) {
    const sent = { ...before, approvals, id: `stuck-on-${network}`, network, coin: BITCOIN_FAMILY[network].symbol }
    await custody.ask('send', { ...sent, to: addressesOf(network).address(90) })
    expect(await custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
  }
})

test('an address of Bitcoin Cash is paid without its prefix, and written with it', async () => {
  const to = addressesOf('BCH').address(80)
  const bare = to.slice('bchreg:'.length)
  const asked = { network: 'BCH', coin: BITCOIN_FAMILY.BCH.symbol, amount: '1000' } as const
  for (const typed of [to, bare, to.toUpperCase(), bare.toUpperCase()])
    expect(await custody.ask('check', { ...asked, to: typed })).toEqual({ to })
  const main = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
  expect(await custody.refusal('check', { ...asked, to: main })).toBe('ADDRESS_INVALID')
})

function addressesOf(network: Name) {
  const parameters = parametersOf(network, 'regtest')
  const addresses = new BitcoinAddresses(outsider, parameters, `${scratch()}/unused-${network}.txt`)
  return { address: (index: number) => addresses.of({ branch: 0, index }) }
}
