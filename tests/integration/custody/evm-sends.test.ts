import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { custodyOnAnvil } from '#tests/setup/custody-on-anvil.ts'

const on = custodyOnAnvil()
const { payment, balanceOf, find, mine, journal, etherOf, signedBytesOf } = on

describe('a payment', () => {
  test('arrives, is confirmed by the depth of its network, and says what it cost', async () => {
    const sent = payment()
    const { state, txid } = await on.custody.ask('send', sent)
    expect(state).toBe('SENT')
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 1, isFinal: false })
    await mine(2)
    const found = await find(sent.id)
    expect(found).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 3, isFinal: true, amount: '1000' })
    expect(BigInt(found.fee ?? 0)).toBeGreaterThan(0n)
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })

  test('of ether arrives, too', async () => {
    const sent = payment({ coin: 'ETHEREUM', amount: '123456789' })
    await on.custody.ask('send', sent)
    expect(await etherOf(sent.to)).toBe(123_456_789n)
  })

  test('asked for again, ten times at once and after a restart, is one transaction of the same bytes', async () => {
    const sent = payment()
    const answers = await Promise.all(Array.from({ length: 10 }, () => on.custody.ask('send', sent)))
    await on.custody.stop()
    on.custody = on.start()
    answers.push(await on.custody.ask('send', sent))
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1)
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })

  test('of other content under the same id is refused', async () => {
    const sent = payment()
    await on.custody.ask('send', sent)
    for (const change of [{ amount: '1001' }, { to: payment().to }, { coin: 'ETHEREUM' }])
      expect(await on.custody.refusal('send', { ...sent, ...change })).toBe('INTENT_DIFFERS')
    expect(await on.custody.refusal('send', { ...sent, tag: '1' })).toBe('INTENT_DIFFERS')
  })

  test('is refused before anything is written where address, amount, coin or funds are wrong', async () => {
    const before = journal()
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
      ['ADDRESS_INVALID', { to: `0x${'0'.repeat(40)}` }],
      ['ADDRESS_INVALID', { to: on.token() }],
      ['ADDRESS_INVALID', { to: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }],
      ['OWN_ADDRESS', { to: (await on.custody.ask('status', {})).networks[0]?.hotAddress ?? '' }],
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
    for (const [code, change] of wrong) expect(await on.custody.refusal('send', payment(change)), code).toBe(code)
    expect(journal()).toBe(before)
    expect(await find('payment-of-nobody')).toMatchObject({ state: 'UNKNOWN_INTENT', txids: [] })
  })

  test('is not sent while all sending is stopped, through a restart, until it is resumed', async () => {
    const sent = payment()
    await on.custody.ask('stop', { by: 'operator 7' })
    await on.custody.kill()
    on.custody = on.start()
    expect(await on.custody.refusal('send', sent)).toBe('STOPPED')
    expect(await on.custody.ask('status', {})).toMatchObject({ stopped: true })
    await on.custody.ask('resume', { by: 'operator 7' })
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SENT' })
  })
})

describe('a killed custody', () => {
  const killAt = (method: string, fault: 'lose the call' | 'lose the answer') => {
    on.node.onCall = async (called) => {
      if (called !== method) return undefined
      on.node.onCall = () => undefined
      if (fault === 'lose the call') await on.custody.kill()
      return fault
    }
  }

  test('between the journal and the broadcast sends the same transaction once it is asked', async () => {
    const sent = payment()
    killAt('eth_sendRawTransaction', 'lose the call')
    await expect(on.custody.ask('send', sent)).rejects.toThrow('custody ended')
    const bytes = signedBytesOf(sent.id)
    expect(bytes).toHaveLength(1)
    on.custody = on.start()
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    expect(signedBytesOf(sent.id)).toEqual(bytes)
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })

  test('between the intent and its signature signs by the journal', async () => {
    const sent = payment()
    killAt('eth_sendRawTransaction', 'lose the call')
    await expect(on.custody.ask('send', sent)).rejects.toThrow('custody ended')
    const [signed = ''] = signedBytesOf(sent.id)
    // The line of the signature was half written.
    const lines = journal()
    writeFileSync(join(on.folder(), 'journal.jsonl'), lines.slice(0, lines.indexOf(signed) + 40))
    on.custody = on.start()
    const { txid } = await on.custody.ask('send', sent)
    expect(signed).toContain(txid)
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })

  test('after the broadcast finds its transaction and sends no other', async () => {
    const sent = payment()
    on.node.onAnswer = async (method) => {
      if (method === 'eth_sendRawTransaction') await on.custody.kill()
    }
    await expect(on.custody.ask('send', sent)).rejects.toThrow('custody ended')
    on.node.onAnswer = () => undefined
    on.custody = on.start()
    const again = await on.custody.ask('send', sent)
    expect(again.txids).toHaveLength(1)
    await mine(2)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })
})

test('a payment that is reverted has failed once its block is final, and not before', async () => {
  const sent = payment()
  const code = await on.anvil().call('eth_getCode', on.token(), 'latest')
  await on.anvil().call('evm_setAutomine', false)
  await on.custody.ask('send', sent)
  await on.anvil().call('anvil_setCode', on.token(), '0x60006000fd')
  await mine(1)
  await on.anvil().call('anvil_setCode', on.token(), code)
  await on.anvil().call('evm_setAutomine', true)
  const early = await find(sent.id)
  expect(early).toMatchObject({ state: 'SENT', isFinal: false, reason: expect.stringContaining('reverted') })
  await mine(2)
  expect(await find(sent.id)).toMatchObject({ state: 'FAILED', isFinal: true, confirmations: 3 })
  expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'FAILED', txids: [early.txid] })
  const next = payment()
  await on.custody.ask('send', next)
  await expect.poll(async () => [await balanceOf(sent.to), await balanceOf(next.to)]).toEqual([0n, 1_000n])
})

test('a stuck payment is replaced by one with an eighth more fee, of which one arrives', async () => {
  const sent = payment()
  await on.anvil().call('evm_setAutomine', false)
  const first = await on.custody.ask('send', sent)
  const second = await on.custody.ask('replace', { id: sent.id })
  expect(second.state).toBe('SENT')
  expect(second.txids).toEqual([first.txid, second.txid])
  expect(BigInt(second.fee ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(first.fee ?? 0) * 9n)
  await on.anvil().call('evm_setAutomine', true)
  await mine(1)
  await mine(2)
  expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, txid: second.txid })
  await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  expect(await on.custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
  expect(await on.custody.refusal('replace', { id: 'payment-of-nobody' })).toBe('UNKNOWN_INTENT')
})

test('deposits are swept into the hot wallet, with coins for the fee sent first, and are nobody’s deposits there', async () => {
  const { address } = await on.custody.ask('address', { network: 'ERC20', index: 3 })
  const tip = (await on.custody.ask('status', {})).networks[0]?.tip?.height ?? 0
  await on.anvil().mintToken(on.token(), address, 5_000n)
  const hot = async () => BigInt((await on.custody.ask('balances', { network: 'ERC20', issued: 4 })).coins[1]?.hot ?? 0)
  const before = await hot()
  const asked = { id: 'sweep-of-three', network: 'ERC20', index: 3, coin: 'TETHER' } as const
  expect(await on.custody.refusal('sweep', asked)).toBe('GAS_ON_ITS_WAY')
  const { state, amount } = await on.custody.ask('sweep', asked)
  expect({ state, amount }).toEqual({ state: 'SENT', amount: '5000' })
  expect(await hot()).toBe(before + 5_000n)
  expect((await on.custody.ask('sweep', asked)).txids).toHaveLength(1)
  expect(await on.custody.refusal('sweep', { ...asked, index: 2 })).toBe('INTENT_DIFFERS')
  expect(await on.custody.refusal('sweep', { ...asked, id: 'sweep-of-two', index: 2 })).toBe('NOTHING_TO_SWEEP')
  const { transfers } = await on.custody.ask('scan', { network: 'ERC20', after: tip, issued: 4 })
  expect(transfers.map(({ index, coin, intent }) => [index, coin, intent])).toEqual([
    [3, 'TETHER', undefined],
    [3, 'ETHEREUM', 'sweep-of-three:gas'],
    [undefined, 'TETHER', 'sweep-of-three'],
  ])
})

test('a question that comes after its time pays nothing, and what was accepted in time is paid whenever it is asked for again', async () => {
  const late = payment()
  expect(await on.custody.refusal('send', { ...late, until: Date.now() - 1 })).toBe('TOO_LATE')
  expect(await find(late.id)).toMatchObject({ state: 'UNKNOWN_INTENT' })
  const inTime = payment()
  await on.custody.ask('send', { ...inTime, until: Date.now() + 60_000 })
  expect(await on.custody.ask('send', { ...inTime, until: 1 })).toMatchObject({ id: inTime.id })
  await mine(3)
  await expect.poll(() => balanceOf(inTime.to)).toBe(1_000n)
  expect(await balanceOf(late.to)).toBe(0n)
})
