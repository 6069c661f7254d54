import { describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { custodyOnTron, SUN } from '#tests/setup/custody-on-tron.ts'

const on = custodyOnTron()
const { payment, find, journal, signedBytesOf, addressOf } = on

describe('a payment', () => {
  test('arrives, is final in a final block of the depth of its network, and says what it cost', async () => {
    const sent = payment()
    const before = on.chain.balance(on.hot)
    const { state, txid, fee } = await on.custody.ask('send', sent)
    expect(state).toBe('SENT')
    expect(await find(sent.id)).toMatchObject({ state: 'SENT', isFinal: false })
    on.chain.produce()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 1, isFinal: false })
    on.chain.produce(2)
    const found = await find(sent.id)
    expect(found).toMatchObject({ state: 'CONFIRMED', txid, confirmations: 3, isFinal: true, amount: '1000' })
    expect(on.chain.token(sent.to)).toBe(1_000n)
    expect(BigInt(found.fee ?? 0)).toBe(before - on.chain.balance(on.hot))
    expect(BigInt(fee ?? 0)).toBeGreaterThan(BigInt(found.fee ?? 0))
  })

  test('of coins arrives at an address that is no account yet, and at the same one again', async () => {
    const sent = payment({ coin: 'TRON', amount: '5000000' })
    await on.custody.ask('send', sent)
    on.chain.produce(3)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', fee: '1100000' })
    await on.custody.ask('send', { ...sent, id: 'payment-again' })
    on.chain.produce(3)
    expect(await find('payment-again')).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(on.chain.balance(sent.to)).toBe(10_000_000n)
  })

  test('like another in amount, address and block is a transaction of its own', async () => {
    const [one, two] = [payment(), payment()]
    const same = { ...two, to: one.to }
    const answers = [await on.custody.ask('send', one), await on.custody.ask('send', same)]
    expect(answers[0]?.txid).not.toBe(answers[1]?.txid)
    on.chain.produce(3)
    expect(on.chain.token(one.to)).toBe(2_000n)
  })

  test('asked for again, ten times at once and after a restart, is one transaction of the same bytes', async () => {
    const sent = payment()
    const answers = await Promise.all(Array.from({ length: 10 }, () => on.custody.ask('send', sent)))
    await on.custody.stop()
    on.custody = on.start()
    answers.push(await on.custody.ask('send', sent))
    on.chain.produce()
    answers.push(await on.custody.ask('send', sent))
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1)
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    expect(on.chain.token(sent.to)).toBe(1_000n)
    expect(await on.custody.refusal('send', { ...sent, amount: '1001' })).toBe('INTENT_DIFFERS')
  })

  test('is refused before anything is written where address, amount, coin, limits or funds are wrong', async () => {
    const before = journal()
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
      ['ADDRESS_INVALID', { to: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
      ['ADDRESS_INVALID', { to: TETHER_CONTRACT }],
      ['OWN_ADDRESS', { to: on.hot }],
      ['AMOUNT_INVALID', { amount: '0' }],
      ['COIN_NOT_SERVED', { coin: 'ETHEREUM' }],
      ['TAG_NOT_SUPPORTED', { tag: '7' }],
      ['NETWORK_NOT_CONFIGURED', { network: 'ERC20' }],
      ['NOT_ENOUGH_FUNDS', { amount: `${1_000n * SUN}` }],
      ['NOT_ENOUGH_FUNDS', { coin: 'TRON', amount: `${on.chain.balance(on.hot)}` }],
      ['COLD_ONLY', { amount: `${2_001n * SUN}` }],
      ['APPROVALS_NEEDED', { amount: `${1_001n * SUN}` }],
      ['BAD_REQUEST', { amount: '-5' }],
    ]
    for (const [code, change] of wrong) expect(await on.custody.refusal('send', payment(change)), code).toBe(code)
    // A contract that custody does not know: the chain takes no coins for it.
    on.node.onCall = (path, [body]) =>
      path === '/wallet/getaccount' && Object(body).address.startsWith('411111')
        ? { result: { address: Object(body).address, type: 'Contract' } }
        : undefined
    expect(await on.custody.refusal('send', payment({ coin: 'TRON', amount: '5' }))).toBe('ADDRESS_INVALID')
    expect(journal()).toBe(before)
  })

  test('is not sent while all sending is stopped, until it is resumed', async () => {
    const sent = payment()
    await on.custody.ask('stop', { by: 'operator 7' })
    expect(await on.custody.refusal('send', sent)).toBe('STOPPED')
    await on.custody.ask('resume', { by: 'operator 7' })
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SENT' })
  })
})

test('a payment that is reverted has failed once its block is final, and not before', async () => {
  const [one, two] = [payment({ amount: `${600n * SUN}` }), payment({ amount: `${600n * SUN}` })]
  await on.custody.ask('send', one)
  await on.custody.ask('send', two)
  on.chain.produce()
  expect(await find(two.id)).toMatchObject({ state: 'SENT', reason: expect.stringContaining('reverted') })
  on.chain.produce(2)
  expect(await find(one.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
  expect(await find(two.id)).toMatchObject({ state: 'FAILED', isFinal: true, confirmations: 3 })
  expect(on.chain.token(two.to)).toBe(0n)
  expect(await on.custody.refusal('replace', { id: two.id })).toBe('NOT_REPLACEABLE')
})

test('a killed custody sends the same transaction once it is asked', async () => {
  const sent = payment()
  on.node.onCall = async (path) => {
    if (path !== '/wallet/broadcasthex') return undefined
    on.node.onCall = () => undefined
    await on.custody.kill()
    return 'lose the call'
  }
  await expect(on.custody.ask('send', sent)).rejects.toThrow('custody ended')
  const bytes = signedBytesOf(sent.id)
  expect(bytes).toHaveLength(1)
  on.custody = on.start()
  expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
  on.chain.produce(3)
  expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
  expect(signedBytesOf(sent.id)).toEqual(bytes)
  expect(on.chain.token(sent.to)).toBe(1_000n)
})

describe('a sweep', () => {
  const sweepOf = (index: number, coin: string) =>
    ({ id: `sweep-${index}-${coin}`, network: 'TRC20', index, coin }) as const
  const hotTokens = () => on.chain.token(on.hot)

  test('of tokens sends coins for the fee first, and is nobody’s deposit', async () => {
    const after = on.chain.head.height
    on.chain.payToken(await addressOf(3), 5_000n)
    on.chain.produce()
    const before = hotTokens()
    const asked = sweepOf(3, 'TETHER')
    expect(await on.custody.refusal('sweep', asked)).toBe('GAS_ON_ITS_WAY')
    expect(await on.custody.refusal('sweep', asked)).toBe('GAS_ON_ITS_WAY')
    on.chain.produce()
    expect(await on.custody.ask('sweep', asked)).toMatchObject({ state: 'SENT', amount: '5000' })
    on.chain.produce(3)
    expect(await find(asked.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(hotTokens()).toBe(before + 5_000n)
    expect(await on.custody.refusal('sweep', { ...asked, index: 2 })).toBe('INTENT_DIFFERS')
    expect(await on.custody.refusal('sweep', sweepOf(2, 'TETHER'))).toBe('NOTHING_TO_SWEEP')
    const { transfers } = await on.custody.ask('scan', { network: 'TRC20', after, issued: 4 })
    expect(transfers.map(({ index, coin, intent }) => [index, coin, intent])).toEqual([
      [3, 'TETHER', undefined],
      [3, 'TRON', `${asked.id}:gas`],
      [undefined, 'TETHER', asked.id],
    ])
  })

  test('of tokens needs no coins where the address has energy and bandwidth', async () => {
    const address = await addressOf(1)
    on.chain.payToken(address, 700n)
    on.chain.pay(address, 1n)
    on.chain.produce()
    on.chain.stake(address, 200_000n)
    const before = hotTokens()
    expect(await on.custody.ask('sweep', sweepOf(1, 'TETHER'))).toMatchObject({ state: 'SENT' })
    on.chain.produce(3)
    expect(hotTokens()).toBe(before + 700n)
    expect(on.chain.balance(address)).toBe(1n)
  })

  test('of coins leaves what its bandwidth may cost', async () => {
    const address = await addressOf(2)
    on.chain.pay(address, 50n * SUN)
    on.chain.produce()
    const { amount } = await on.custody.ask('sweep', sweepOf(2, 'TRON'))
    on.chain.produce(3)
    expect(await find('sweep-2-TRON')).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(on.chain.balance(address)).toBe(50n * SUN - BigInt(amount ?? 0))
    expect(on.chain.balance(address)).toBeLessThan(SUN)
    expect(await on.custody.refusal('sweep', { ...sweepOf(2, 'TRON'), id: 'sweep-of-the-rest' })).toBe(
      'NOTHING_TO_SWEEP',
    )
  })
})

test('a hot wallet without coins for energy sends nothing', async () => {
  on.node.onCall = (path, [body]) =>
    path === '/wallet/getaccount' && Object(body).address !== undefined
      ? { result: { address: Object(body).address, balance: 3_000_000 } }
      : undefined
  const before = journal()
  expect(await on.custody.refusal('send', payment())).toBe('NOT_ENOUGH_FUNDS')
  expect(journal()).toBe(before)
})
