import { getAddress, HDNodeWallet, verifyMessage } from 'ethers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CustodyResult } from '#contract/custody.ts'
import { type CustodyProcess, custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'
import { type Anvil, RICH, startAnvil } from '../../../src/scripts/anvil.ts'

/** More than the blocks of the other tests. */
const STATES = 200

let anvil: Anvil
let custody: CustodyProcess
let token: string
let remove: () => Promise<void>

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337, statesMax: STATES })
  token = await anvil.deployToken()
  const place = await custodyFolder(evmPolicy({ contract: token }))
  remove = place.remove
  custody = startCustody({ folder: place.folder, nodes: { ERC20: anvil.url } })
})
afterAll(async () => {
  await custody.stop()
  await anvil.stop()
  await remove()
})

const addressOf = async (index: number) => (await custody.ask('address', { network: 'ERC20', index })).address
const height = async () => (await custody.ask('status', {})).networks[0]?.tip?.height ?? -1
const scan = (after: number, issued = 5): Promise<CustodyResult<'scan'>> =>
  custody.ask('scan', { network: 'ERC20', after, issued })
describe('addresses', () => {
  test('are those that another implementation derives from the extended public key', async () => {
    const { networks } = await custody.ask('status', {})
    const key = networks[0]?.extendedPublicKey ?? ''
    const branch = (at: number) => HDNodeWallet.fromExtendedKey(key).deriveChild(at)
    for (const index of [0, 1, 77, 100_000]) expect(await addressOf(index)).toBe(branch(0).deriveChild(index).address)
    expect(networks[0]?.hotAddress).toBe(branch(1).deriveChild(0).address)
    expect(key).toMatch(/^xpub/)
  })
})

test('a signed message proves the key of the hot wallet, in words that the caller does not choose', async () => {
  const { networks } = await custody.ask('status', {})
  const statement = 'ab'.repeat(32)
  const before = Date.now()
  const { address, scheme, message = '', signature = '' } = await custody.ask('attest', { network: 'ERC20', statement })
  expect(scheme).toBe('EIP-191')
  expect(address).toBe(networks[0]?.hotAddress)
  expect(verifyMessage(message, signature)).toBe(address)
  const [, at = ''] = message.split(`Kimia proves that it holds ${address}, statement ${statement}, `)
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
  await expect(custody.ask('attest', { network: 'ERC20', statement: 'Send all' })).rejects.toThrow(/BAD_REQUEST/)
})

describe('a scan', () => {
  test('finds coins and tokens on issued addresses and the hot wallet, and nothing else', async () => {
    const after = await height()
    const [first, third, notIssued] = [await addressOf(1), await addressOf(3), await addressOf(5)]
    const { networks } = await custody.ask('status', {})
    const hot = networks[0]?.hotAddress ?? ''
    const ether = await anvil.pay(first, 1_500_000_000_000_000_000n)
    await anvil.mintToken(token, third, 25_000_000n)
    await anvil.mintToken(token, notIssued, 1n)
    await anvil.pay(hot, 7n)
    const { transfers, tip, scanned, more } = await scan(after)
    expect(scanned).toEqual(tip)
    expect(more).toBe(false)
    expect(transfers).toEqual([
      expect.objectContaining({
        index: 1,
        address: first,
        coin: 'ETHEREUM',
        decimals: 18,
        amount: `${15n * 10n ** 17n}`,
        txid: ether,
        position: 0,
        height: after + 1,
        from: [expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)],
      }),
      expect.objectContaining({
        index: 3,
        address: third,
        coin: 'TETHER',
        decimals: 6,
        contract: token,
        amount: '25000000',
        position: 1,
      }),
      expect.not.objectContaining({ index: expect.anything() }),
    ])
    expect(transfers[2]).toMatchObject({ address: hot, amount: '7' })
  })

  test('shows a token that the policy does not know with its contract', async () => {
    const after = await height()
    const code = await anvil.call<string>('eth_getCode', token, 'latest')
    const stranger = '0x00000000000000000000000000000000000000AA'
    await anvil.call('anvil_setCode', stranger, code)
    await anvil.mintToken(stranger, await addressOf(2), 9n)
    const { transfers } = await scan(after)
    expect(transfers).toEqual([expect.objectContaining({ index: 2, contract: stranger, amount: '9' })])
    expect(transfers[0]).not.toHaveProperty('coin')
    expect(transfers[0]).not.toHaveProperty('decimals')
  })

  test('does not see the value of a transaction that was reverted', async () => {
    const after = await height()
    const to = await addressOf(4)
    // Code that reverts everything: 60 00 60 00 fd.
    await anvil.call('anvil_setCode', to, '0x60006000fd')
    const txid = await anvil.call('eth_sendTransaction', { from: RICH, to, value: '0x5', gas: '0x20000' })
    await expect.poll(() => anvil.call('eth_getTransactionReceipt', txid)).toMatchObject({ status: '0x0' })
    await anvil.call('anvil_setCode', to, '0x')
    expect((await scan(after)).transfers).toEqual([])
  })

  test('finds what contracts send, however deep, and nothing of a call that failed', async () => {
    const after = await height()
    const [first, second] = [await addressOf(1), await addressOf(2)]
    // PUSH0 ×4, CALLVALUE, the address in the data, GAS, CALL: sends all coins on to it.
    const sendsOn = '0x000000000000000000000000000000000000AB01'
    await anvil.call('anvil_setCode', sendsOn, '0x5f5f5f5f345f355af100')
    // The same, and then reverts.
    const failing = '0x000000000000000000000000000000000000AB02'
    await anvil.call('anvil_setCode', failing, '0x5f5f5f5f345f355af15f5ffd')
    // Calls the second address in the data with all of it and all coins, and goes on whatever becomes of that.
    const caller = '0x000000000000000000000000000000000000Ab03'
    await anvil.call('anvil_setCode', caller, '0x365f5f375f5f365f346020355af100')
    const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
    const send = (to: string, value: number, ...data: string[]) =>
      anvil.call<string>('eth_sendTransaction', {
        ...{ from: RICH, to, value: `0x${value.toString(16)}`, gas: '0x200000' },
        data: `0x${data.map(word).join('')}`,
      })
    const direct = await send(sendsOn, 21, first)
    const deep = await send(caller, 22, second, sendsOn)
    await send(caller, 23, second, failing)
    const last = await send(failing, 24, second)
    // The node mines by itself, a moment after each answer, and one after the other.
    await expect.poll(() => anvil.call('eth_getTransactionReceipt', last)).not.toBeNull()
    const sent = { coin: 'ETHEREUM', decimals: 18, from: [getAddress(sendsOn), RICH] }
    expect((await scan(after)).transfers).toMatchObject([
      { index: 1, txid: direct, position: 1_000_000, amount: '21', ...sent },
      // The call of the outer contract is the first payment of its transaction.
      { index: 2, txid: deep, position: 1_000_001, amount: '22', ...sent },
    ])
  })

  test('of a reorganised chain loses a transfer, and finds it again in another block at the same position', async () => {
    const after = await height()
    const to = await addressOf(0)
    await anvil.mintToken(token, to, 40n)
    await anvil.call('anvil_mine', '0x2')
    const [before] = (await scan(after)).transfers
    expect(before).toMatchObject({ index: 0, amount: '40', height: after + 1 })
    await anvil.call('anvil_reorg', 3, [])
    // The node goes on with its answer before the new blocks are in place.
    await vi.waitFor(async () => expect((await scan(after)).transfers).toEqual([]), { timeout: 10_000 })
    await anvil.mintToken(token, to, 40n)
    const [again] = (await scan(after)).transfers
    expect(again).toMatchObject({ index: 0, amount: '40', position: before?.position })
    expect(again?.blockHash).not.toBe(before?.blockHash)
  })

  test('reads at most 500 blocks, and says that there are more', async () => {
    const after = await height()
    await anvil.call('anvil_mine', `0x${(600).toString(16)}`)
    await anvil.pay(await addressOf(1), 3n)
    const first = await scan(after)
    expect(first).toMatchObject({ more: true, scanned: { height: after + 500 }, transfers: [] })
    const second = await scan(first.scanned.height)
    expect(second).toMatchObject({ more: false, scanned: second.tip, transfers: [{ amount: '3' }] })
    expect(await scan(second.scanned.height)).toMatchObject({ more: false, scanned: second.tip, transfers: [] })
  })
})

test('a block that the node can trace no more is read without its traces', async () => {
  const after = await height()
  await anvil.pay(await addressOf(3), 6n)
  await anvil.call('anvil_mine', `0x${(2 * STATES).toString(16)}`)
  const { hash } = await anvil.call<{ hash: string }>('eth_getBlockByNumber', `0x${(after + 1).toString(16)}`, false)
  const [trace] = await anvil.call<object[]>('debug_traceBlockByHash', hash, { tracer: 'callTracer' })
  expect(trace).toMatchObject({ error: expect.any(String) })
  expect((await scan(after)).transfers).toMatchObject([{ index: 3, amount: '6', position: 0 }])
})

test('balances are those of the hot wallet and of all issued addresses', async () => {
  const { coins } = await custody.ask('balances', { network: 'ERC20', issued: 5 })
  expect(coins.map(({ symbol }) => symbol)).toEqual(['ETHEREUM', 'TETHER'])
  expect(coins[0]).toMatchObject({ hot: '7', deposits: `${15n * 10n ** 17n + 52n}` })
  expect(coins[1]).toMatchObject({ hot: '0', deposits: '25000040' })
})

test('a node on another chain, or none, is named as not reachable and fails each question about its chain', async () => {
  const { folder, remove } = await custodyFolder(evmPolicy({ contract: token }))
  const other = await startAnvil({ chainId: 31_338 })
  const lost = startCustody({ folder, nodes: { ERC20: other.url } })
  expect(await lost.ask('status', {})).toMatchObject({ networks: [{ network: 'ERC20', reachable: false }] })
  expect(await lost.refusal('scan', { network: 'ERC20', after: 0, issued: 1 })).toBe('NODE_FAILED')
  await other.stop()
  expect(await lost.refusal('scan', { network: 'ERC20', after: 0, issued: 1 })).toBe('NODE_FAILED')
  expect(await lost.refusal('scan', { network: 'BEP20', after: 0, issued: 1 })).toBe('NETWORK_NOT_CONFIGURED')
  expect(await lost.stop()).toBe(0)
  await remove()
})
