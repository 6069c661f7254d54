import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { type CustodyProcess, custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'
import { type FaultyNode, startFaultyNode } from '#tests/setup/faulty-node.ts'
import { type Anvil, startAnvil } from '../../../src/scripts/anvil.ts'

let anvil: Anvil
let node: FaultyNode
let custody: CustodyProcess
let token: string
let folder: string
let remove: () => Promise<void>

const start = () => startCustody({ folder, nodes: { ERC20: node.url } })

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  node = await startFaultyNode(anvil.url)
  token = await anvil.deployToken()
  ;({ folder, remove } = await custodyFolder(evmPolicy({ contract: token })))
  custody = start()
  const { networks } = await custody.ask('status', {})
  const hot = networks[0]?.hotAddress ?? ''
  await anvil.call('anvil_setBalance', hot, `0x${(10n ** 20n).toString(16)}`)
  await anvil.mintToken(token, hot, 1_000_000_000n)
})
beforeEach(() => {
  node.onCall = () => undefined
})
afterAll(async () => {
  await custody.stop()
  await node.close()
  await anvil.stop()
  await remove()
})

let payments = 0
/** A payment to an address of its own, so that its balance is what arrived. */
function payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
  payments += 1
  const to = `0x${'1'.repeat(36)}${payments.toString().padStart(4, '0')}`
  return { id: `payment-${payments}`, network: 'ERC20', coin: 'TETHER', to, amount: '1000', approvals: [], ...change }
}
const balanceOf = async (to: string) =>
  BigInt(
    await anvil.call<string>('eth_call', { to: token, data: `0x70a08231${to.slice(2).padStart(64, '0')}` }, 'latest'),
  )
const etherOf = async (to: string) => BigInt(await anvil.call<string>('eth_getBalance', to, 'latest'))
const find = (id: string) => custody.ask('find', { id })
const mine = (blocks: number) => anvil.call('anvil_mine', `0x${blocks.toString(16)}`)
const journal = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8')
const signedBytesOf = (id: string) =>
  journal()
    .split('\n')
    .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`))

describe('a payment', () => {
  test('arrives, is confirmed by the depth of its network, and says what it cost', async () => {
    const sent = payment()
    const { state, txid } = await custody.ask('send', sent)
    expect(state).toBe('SENT')
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 1, isFinal: false })
    await mine(2)
    const found = await find(sent.id)
    expect(found).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 3, isFinal: true, amount: '1000' })
    expect(BigInt(found.fee ?? 0)).toBeGreaterThan(0n)
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })

  test('of ether arrives, too', async () => {
    const sent = payment({ coin: 'ETHEREUM', amount: '123456789' })
    await custody.ask('send', sent)
    expect(await etherOf(sent.to)).toBe(123_456_789n)
  })

  test('asked for again, ten times at once and after a restart, is one transaction of the same bytes', async () => {
    const sent = payment()
    const answers = await Promise.all(Array.from({ length: 10 }, () => custody.ask('send', sent)))
    await custody.stop()
    custody = start()
    answers.push(await custody.ask('send', sent))
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1)
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })

  test('of other content under the same id is refused', async () => {
    const sent = payment()
    await custody.ask('send', sent)
    for (const change of [{ amount: '1001' }, { to: payment().to }, { coin: 'ETHEREUM' }])
      expect(await custody.refusal('send', { ...sent, ...change })).toBe('INTENT_DIFFERS')
    expect(await custody.refusal('send', { ...sent, tag: '1' })).toBe('INTENT_DIFFERS')
  })

  test('is refused before anything is written where address, amount, coin or funds are wrong', async () => {
    const before = journal()
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
      ['ADDRESS_INVALID', { to: `0x${'0'.repeat(40)}` }],
      ['ADDRESS_INVALID', { to: token }],
      ['ADDRESS_INVALID', { to: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }],
      ['OWN_ADDRESS', { to: (await custody.ask('status', {})).networks[0]?.hotAddress ?? '' }],
      ['AMOUNT_INVALID', { amount: '0' }],
      ['COIN_NOT_SERVED', { coin: 'BITCOIN' }],
      ['TAG_NOT_SUPPORTED', { tag: '7' }],
      ['NETWORK_NOT_CONFIGURED', { network: 'LTC' }],
      ['NOT_ENOUGH_FUNDS', { coin: 'ETHEREUM', amount: `${101n * 10n ** 18n}` }],
      ['COLD_ONLY', { amount: `${2_001n * 10n ** 6n}` }],
      ['APPROVALS_NEEDED', { amount: `${1_001n * 10n ** 6n}` }],
      ['BAD_REQUEST', { amount: '1.5' }],
      ['BAD_REQUEST', { amount: '-5' }],
    ]
    for (const [code, change] of wrong) expect(await custody.refusal('send', payment(change)), code).toBe(code)
    expect(journal()).toBe(before)
    expect(await find('payment-of-nobody')).toMatchObject({ state: 'UNKNOWN_INTENT', txids: [] })
  })

  test('is not sent while all sending is stopped, through a restart, until it is resumed', async () => {
    const sent = payment()
    await custody.ask('stop', { by: 'operator 7' })
    await custody.kill()
    custody = start()
    expect(await custody.refusal('send', sent)).toBe('STOPPED')
    expect(await custody.ask('status', {})).toMatchObject({ stopped: true })
    await custody.ask('resume', { by: 'operator 7' })
    expect(await custody.ask('send', sent)).toMatchObject({ state: 'SENT' })
  })
})

describe('a killed custody', () => {
  const killAt = (method: string, fault: 'lose the call' | 'lose the answer') => {
    node.onCall = async (called) => {
      if (called !== method) return undefined
      node.onCall = () => undefined
      if (fault === 'lose the call') await custody.kill()
      return fault
    }
  }

  test('between the journal and the broadcast sends the same transaction once it is asked', async () => {
    const sent = payment()
    killAt('eth_sendRawTransaction', 'lose the call')
    await expect(custody.ask('send', sent)).rejects.toThrow('custody ended')
    const bytes = signedBytesOf(sent.id)
    expect(bytes).toHaveLength(1)
    custody = start()
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    expect(signedBytesOf(sent.id)).toEqual(bytes)
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })

  test('between the intent and its signature signs by the journal', async () => {
    const sent = payment()
    killAt('eth_sendRawTransaction', 'lose the call')
    await expect(custody.ask('send', sent)).rejects.toThrow('custody ended')
    const [signed = ''] = signedBytesOf(sent.id)
    // The line of the signature was half written.
    const lines = journal()
    writeFileSync(join(folder, 'journal.jsonl'), lines.slice(0, lines.indexOf(signed) + 40))
    custody = start()
    const { txid } = await custody.ask('send', sent)
    expect(signed).toContain(txid)
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })

  test('after the broadcast finds its transaction and sends no other', async () => {
    const sent = payment()
    node.onAnswer = async (method) => {
      if (method === 'eth_sendRawTransaction') await custody.kill()
    }
    await expect(custody.ask('send', sent)).rejects.toThrow('custody ended')
    node.onAnswer = () => undefined
    custody = start()
    const again = await custody.ask('send', sent)
    expect(again.txids).toHaveLength(1)
    await mine(2)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })
})

describe('an uncertain node', () => {
  test('that loses its answer leaves a payment SIGNED until it is looked up', async () => {
    const sent = payment()
    node.onCall = (method) => (method.startsWith('eth_send') ? 'lose the answer' : undefined)
    expect(await custody.ask('send', sent)).toMatchObject({ state: 'SIGNED' })
    node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })

  test('that says "already known" without having it is not believed', async () => {
    const sent = payment()
    node.onCall = (method) =>
      method === 'eth_sendRawTransaction' ? { error: { code: -32_000, message: 'already known' } } : undefined
    expect(await custody.ask('send', sent)).toMatchObject({ state: 'SIGNED', reason: expect.stringContaining('known') })
    node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('that lies about the nonce does not make two payments share one', async () => {
    node.onCall = (method) => (method === 'eth_getTransactionCount' ? { result: '0x0' } : undefined)
    const [one, two] = [payment(), payment()]
    await custody.ask('send', one)
    await custody.ask('send', two)
    node.onCall = () => undefined
    expect(await balanceOf(one.to)).toBe(1_000n)
    expect(await balanceOf(two.to)).toBe(1_000n)
  })

  test('that lies about a height, or whose blocks do not follow each other, is not read', async () => {
    await mine(3)
    const scan = () => custody.refusal('scan', { network: 'ERC20', after: 0, issued: 1 })
    expect(await scan()).toBeUndefined()
    const second = await anvil.call<object>('eth_getBlockByNumber', '0x2', true)
    for (const lie of [{ number: '0x3' }, { parentHash: `0x${'7'.repeat(64)}` }, { transactions: 'none' }]) {
      node.onCall = (method, [at]) =>
        method === 'eth_getBlockByNumber' && at === '0x2' ? { result: { ...second, ...lie } } : undefined
      expect(await scan(), JSON.stringify(lie)).toBe('NODE_FAILED')
    }
    node.onCall = (method) => (method === 'eth_getLogs' ? 'lose the answer' : undefined)
    expect(await scan()).toBe('NODE_FAILED')
  })

  test('on which the account is ahead of the journal gets nothing to send: somebody else may have the key', async () => {
    const before = journal()
    node.onCall = (method) => (method === 'eth_getTransactionCount' ? { result: '0x500' } : undefined)
    expect(await custody.refusal('send', payment())).toBe('NODE_FAILED')
    expect(journal()).toBe(before)
  })

  test('that loses a transaction with a reorganisation gets the same bytes again', async () => {
    const sent = payment()
    const { txid } = await custody.ask('send', sent)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    await anvil.call('anvil_reorg', 1, [])
    const found = await find(sent.id)
    expect(['SENT', 'CONFIRMED']).toContain(found.state)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid })
    expect(await balanceOf(sent.to)).toBe(1_000n)
  })
})

test('a payment that is reverted has failed once its block is final, and not before', async () => {
  const sent = payment()
  const code = await anvil.call('eth_getCode', token, 'latest')
  await anvil.call('evm_setAutomine', false)
  await custody.ask('send', sent)
  await anvil.call('anvil_setCode', token, '0x60006000fd')
  await mine(1)
  await anvil.call('anvil_setCode', token, code)
  await anvil.call('evm_setAutomine', true)
  const early = await find(sent.id)
  expect(early).toMatchObject({ state: 'SENT', isFinal: false, reason: expect.stringContaining('reverted') })
  await mine(2)
  expect(await find(sent.id)).toMatchObject({ state: 'FAILED', isFinal: true, confirmations: 3 })
  expect(await custody.ask('send', sent)).toMatchObject({ state: 'FAILED', txids: [early.txid] })
  const next = payment()
  await custody.ask('send', next)
  expect([await balanceOf(sent.to), await balanceOf(next.to)]).toEqual([0n, 1_000n])
})

test('a stuck payment is replaced by one with an eighth more fee, of which one arrives', async () => {
  const sent = payment()
  await anvil.call('evm_setAutomine', false)
  const first = await custody.ask('send', sent)
  const second = await custody.ask('replace', { id: sent.id })
  expect(second.state).toBe('SENT')
  expect(second.txids).toEqual([first.txid, second.txid])
  expect(BigInt(second.fee ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(first.fee ?? 0) * 9n)
  await anvil.call('evm_setAutomine', true)
  await mine(1)
  await mine(2)
  expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, txid: second.txid })
  expect(await balanceOf(sent.to)).toBe(1_000n)
  expect(await custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
  expect(await custody.refusal('replace', { id: 'payment-of-nobody' })).toBe('UNKNOWN_INTENT')
})

test('deposits are swept into the hot wallet, with coins for the fee sent first, and are nobody’s deposits there', async () => {
  const { address } = await custody.ask('address', { network: 'ERC20', index: 3 })
  const tip = (await custody.ask('status', {})).networks[0]?.tip?.height ?? 0
  await anvil.mintToken(token, address, 5_000n)
  const hot = async () => BigInt((await custody.ask('balances', { network: 'ERC20', issued: 4 })).coins[1]?.hot ?? 0)
  const before = await hot()
  const asked = { id: 'sweep-of-three', network: 'ERC20', index: 3, coin: 'TETHER' } as const
  expect(await custody.refusal('sweep', asked)).toBe('GAS_ON_ITS_WAY')
  const { state, amount } = await custody.ask('sweep', asked)
  expect({ state, amount }).toEqual({ state: 'SENT', amount: '5000' })
  expect(await hot()).toBe(before + 5_000n)
  expect((await custody.ask('sweep', asked)).txids).toHaveLength(1)
  expect(await custody.refusal('sweep', { ...asked, index: 2 })).toBe('INTENT_DIFFERS')
  expect(await custody.refusal('sweep', { ...asked, id: 'sweep-of-two', index: 2 })).toBe('NOTHING_TO_SWEEP')
  const { transfers } = await custody.ask('scan', { network: 'ERC20', after: tip, issued: 4 })
  expect(transfers.map(({ index, coin, intent }) => [index, coin, intent])).toEqual([
    [3, 'TETHER', undefined],
    [3, 'ETHEREUM', 'sweep-of-three:gas'],
    [undefined, 'TETHER', 'sweep-of-three'],
  ])
})
