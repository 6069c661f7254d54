import { describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { custodyOnXrp, XRP } from '#tests/setup/custody-on-xrp.ts'
import type { Fault } from '#tests/setup/faulty-node.ts'

const on = custodyOnXrp()
const { payment, find, journal, signedBytesOf } = on

const LIFETIME_LEDGERS = 30
const STRANGER = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'
const onSubmit = (fault: Fault) => {
  on.node.onCall = (method) => (method === 'submit' ? fault : undefined)
}
const scan = (after: number, issued: number) => on.custody.ask('scan', { network: 'XRP', after, issued })

describe('a deposit', () => {
  test('names its user by the tag of one address for all, and a payment without a tag, or with one of nobody, names none', async () => {
    const after = on.ledgers.head.index
    const [one, two] = await Promise.all([0, 2].map((index) => on.custody.ask('address', { network: 'XRP', index })))
    expect([one, two]).toEqual([1013904223, 1947387529].map((tag) => ({ address: on.hot, tag: `${tag}` })))
    on.ledgers.pay(on.hot, 5n * XRP, 1947387529)
    on.ledgers.pay(on.hot, 6n * XRP, 1013904223)
    on.ledgers.pay(on.hot, 7n * XRP)
    // The tag of index 3, which is not issued, and the former tag of the first user.
    on.ledgers.pay(on.hot, 8n * XRP, 1340387358)
    on.ledgers.pay(on.hot, 9n * XRP, 0)
    on.ledgers.close()
    const { transfers, scanned, more } = await scan(after, 3)
    expect(transfers.map(({ tag, index, amount, coin }) => [tag, index, amount, coin])).toEqual([
      ['1947387529', 2, '5000000', 'RIPPLE'],
      ['1013904223', 0, '6000000', 'RIPPLE'],
      [undefined, undefined, '7000000', 'RIPPLE'],
      ['1340387358', undefined, '8000000', 'RIPPLE'],
      ['0', undefined, '9000000', 'RIPPLE'],
    ])
    expect([scanned.height, more]).toEqual([after + 1, false])
    expect((await scan(after + 1, 3)).transfers).toEqual([])
  })

  test('counts as much as arrived, whatever amount the payment names', async () => {
    const after = on.ledgers.head.index
    on.ledgers.payPartially(on.hot, { amount: 1_000_000n * XRP, delivered: 3n * XRP, tag: 406904052 })
    on.ledgers.close()
    expect((await scan(after, 2)).transfers).toMatchObject([{ index: 1, amount: `${3n * XRP}` }])
  })

  test('is read from a long history page by page', async () => {
    const after = on.ledgers.head.index
    for (let each = 0; each < 201; each += 1) on.ledgers.pay(on.hot, 1n, 1)
    on.ledgers.close()
    expect((await scan(after, 2)).transfers).toHaveLength(201)
  })

  test('is not looked for in ledgers that the node does not have, or of another network', async () => {
    const faults: [string, object][] = [
      ['account_tx', { status: 'success', ledger_index_min: 1_000, ledger_index_max: 2_000, transactions: [] }],
      [
        'server_state',
        { status: 'success', state: { network_id: 0, validated_ledger: { seq: 9, hash: 'A'.repeat(64) } } },
      ],
      ['server_state', { status: 'error', error: 'noNetwork' }],
    ]
    for (const [name, result] of faults) {
      on.node.onCall = (method) => (method === name ? { result } : undefined)
      expect(await on.custody.refusal('scan', { network: 'XRP', after: 0, issued: 1 }), name).toBe('NODE_FAILED')
    }
  })
})

describe('a payment', () => {
  test('arrives with its tag, is final in a validated ledger, and says what it cost', async () => {
    const sent = payment({ tag: '4294967295' })
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SENT', fee: '10' })
    on.ledgers.close()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, confirmations: 1, fee: '10' })
    expect(on.ledgers.head.transactions[0]?.wire).toMatchObject({ Destination: sent.to, DestinationTag: 4_294_967_295 })
    expect(on.ledgers.balance(sent.to)).toBe(2_000_000n)
  })

  test('asked for again, ten times at once and after a restart, is one transaction of the same bytes', async () => {
    const sent = payment()
    const answers = await Promise.all(Array.from({ length: 10 }, () => on.custody.ask('send', sent)))
    await on.custody.stop()
    on.custody = on.start()
    answers.push(await on.custody.ask('send', sent))
    on.ledgers.close()
    answers.push(await on.custody.ask('send', sent))
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(1)
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    expect(on.ledgers.balance(sent.to)).toBe(2_000_000n)
    expect(await on.custody.refusal('send', { ...sent, tag: '1' })).toBe('INTENT_DIFFERS')
  })

  test('beside another in one ledger has the next number', async () => {
    const [one, two] = [payment(), payment()]
    await Promise.all([on.custody.ask('send', one), on.custody.ask('send', two)])
    on.ledgers.close()
    expect([one, two].map(({ to }) => on.ledgers.balance(to))).toEqual([2_000_000n, 2_000_000n])
  })

  test('is refused before anything is written where address, tag, amount, coin, limits or funds are wrong', async () => {
    on.ledgers.pay(STRANGER, 5n * XRP)
    on.ledgers.close()
    on.ledgers.requireTag(STRANGER)
    const before = journal()
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Wt' }],
      ['OWN_ADDRESS', { to: on.hot, tag: '1' }],
      ['TAG_INVALID', { tag: '4294967296' }],
      ['TAG_INVALID', { tag: 'seven' }],
      ['TAG_REQUIRED', { to: STRANGER }],
      ['AMOUNT_INVALID', { amount: '0' }],
      ['AMOUNT_INVALID', { amount: '999999' }],
      ['COIN_NOT_SERVED', { coin: 'ETHEREUM' }],
      ['NOT_ENOUGH_FUNDS', { amount: `${on.ledgers.balance(on.hot) - XRP}` }],
      ['COLD_ONLY', { amount: `${2_001n * XRP}` }],
      ['APPROVALS_NEEDED', { amount: `${1_001n * XRP}` }],
    ]
    for (const [code, change] of wrong) expect(await on.custody.refusal('send', payment(change)), code).toBe(code)
    expect(journal()).toBe(before)
    const checked = { network: 'XRP', coin: 'RIPPLE', to: STRANGER, amount: '1' } as const
    expect(await on.custody.refusal('check', checked)).toBe('TAG_REQUIRED')
    expect(await on.custody.ask('check', { ...checked, tag: ' 007' })).toEqual({ to: STRANGER, tag: '7' })
  })

  test('that costs more than it brings has failed, and its number is used up', async () => {
    const sent = payment({ to: STRANGER, tag: '1' })
    await on.custody.ask('send', { ...sent, amount: `${300n * XRP}` })
    const balance = on.ledgers.balance(on.hot)
    const other = payment({ amount: `${balance - 200n * XRP}` })
    await on.custody.ask('send', other)
    on.ledgers.close()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(await find(other.id)).toMatchObject({ state: 'FAILED', isFinal: true })
    const next = payment()
    await on.custody.ask('send', next)
    on.ledgers.close()
    expect(await find(next.id)).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('an uncertain node', () => {
  test('that loses its answer, or the call with custody itself, gets the same bytes again', async () => {
    const lost = payment()
    onSubmit('lose the answer')
    expect(await on.custody.ask('send', lost)).toMatchObject({ state: 'SIGNED' })
    on.node.onCall = () => undefined
    expect(await find(lost.id)).toMatchObject({ state: 'SENT' })
    const killed = payment()
    on.node.onCall = async (method) => {
      if (method !== 'submit') return undefined
      on.node.onCall = () => undefined
      await on.custody.kill()
      return 'lose the call'
    }
    await expect(on.custody.ask('send', killed)).rejects.toThrow('custody ended')
    on.custody = on.start()
    expect(await find(killed.id)).toMatchObject({ state: 'SENT' })
    on.ledgers.close()
    for (const { id, to } of [lost, killed]) {
      expect(await find(id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
      expect(signedBytesOf(id)).toHaveLength(1)
      expect(on.ledgers.balance(to)).toBe(2_000_000n)
    }
  })

  test('that never brings a transaction into a ledger gets the payment anew once it has expired, and pays it once', async () => {
    const sent = payment()
    const { txid } = await on.custody.ask('send', sent)
    const late = payment()
    await on.custody.ask('send', late)
    on.ledgers.dropPool()
    expect(await on.custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
    on.ledgers.dropPool()
    on.ledgers.close(LIFETIME_LEDGERS + 1)
    const anew = await find(sent.id)
    expect(anew).toMatchObject({ state: 'SENT', txids: [txid, expect.any(String)] })
    await find(late.id)
    on.ledgers.close()
    for (const { id, to } of [sent, late]) {
      expect(await find(id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
      expect(on.ledgers.balance(to)).toBe(2_000_000n)
    }
  })

  test('that hides what it has done pays nothing twice', async () => {
    const sent = payment()
    await on.custody.ask('send', sent)
    on.ledgers.close(LIFETIME_LEDGERS + 2)
    on.node.onCall = (method) => (method === 'tx' ? { result: { status: 'error', error: 'txnNotFound' } } : undefined)
    expect(await on.custody.refusal('find', { id: sent.id })).toBe('NODE_FAILED')
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(on.ledgers.balance(sent.to)).toBe(2_000_000n)
  })
})

test('an account that is ahead of the journal sends nothing', async () => {
  const ahead = { Account: on.hot, Balance: '900000000', Sequence: 4_000_000, Flags: 0, OwnerCount: 0 }
  on.node.onCall = (method, [params]) =>
    method === 'account_info' && Object(params).account === on.hot
      ? { result: { status: 'success', account_data: ahead } }
      : undefined
  expect(await on.custody.refusal('send', payment())).toBe('NODE_FAILED')
})
