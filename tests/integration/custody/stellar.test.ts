import { Asset, Memo } from '@stellar/stellar-base'
import { describe, expect, test } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { custodyOnStellar, XLM } from '#tests/setup/custody-on-stellar.ts'

const on = custodyOnStellar()
const { payment, find, signedBytesOf } = on

const LIFETIME_MS = 120_000
const STRANGER = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const scan = (after: number, issued: number) => on.custody.ask('scan', { network: 'XLM', after, issued })

describe('a deposit', () => {
  test('names its user by the memo, a number or the same as text, and one without it, or with one of nobody, names none', async () => {
    const after = on.ledgers.head.index
    expect(await on.custody.ask('address', { network: 'XLM', index: 2 })).toEqual({
      address: on.hot,
      tag: '1947387529',
    })
    const memos = [
      Memo.id('1947387529'),
      Memo.text('1013904223'),
      Memo.none(),
      Memo.id('18446744073709551615'),
      Memo.text('a\u0000b'),
    ]
    for (const memo of memos) on.ledgers.pay(on.hot, 5n * XLM, { memo })
    const { transfers, scanned } = await scan(after, 3)
    expect(transfers.map(({ tag, index, coin, amount }) => [tag, index, coin, amount])).toEqual(
      [
        ['1947387529', 2],
        ['1013904223', 0],
        [undefined, undefined],
        ['18446744073709551615', undefined],
        [undefined, undefined],
      ].map((owner) => [...owner, 'STELLAR', `${5n * XLM}`]),
    )
    expect(scanned.height).toBe(after + memos.length)
  })

  test('of another asset is of an unknown coin', async () => {
    const after = on.ledgers.head.index
    on.ledgers.pay(on.hot, 5n * XLM, { memo: Memo.id('406904052'), asset: new Asset('USDC', STRANGER) })
    const { transfers } = await scan(after, 2)
    expect(transfers).toMatchObject([{ index: 1, contract: `USDC.${STRANGER}` }])
    expect(transfers[0]?.coin).toBeUndefined()
  })

  test('is read from a long history page by page', async () => {
    const after = on.ledgers.head.index
    for (let each = 0; each < 201; each += 1) on.ledgers.pay(on.hot, 1n, { memo: Memo.id('1') })
    expect((await scan(after, 2)).transfers).toHaveLength(201)
  })

  test('is not looked for on another network, or in ledgers that the node does not have', async () => {
    const roots = [
      {
        network_passphrase: 'Public Global Stellar Network ; September 2015',
        history_latest_ledger: 9,
        history_elder_ledger: 1,
      },
      { network_passphrase: 'Kimia sandbox of Stellar', history_latest_ledger: 9, history_elder_ledger: 5 },
    ]
    for (const root of roots) {
      on.node.onCall = (path, response) => {
        if (path === '/') response.end(JSON.stringify(root))
        return path === '/'
      }
      expect(await on.custody.refusal('scan', { network: 'XLM', after: 0, issued: 1 })).toBe('NODE_FAILED')
    }
  })
})

describe('a payment', () => {
  test('arrives with its memo at an address that is no account yet, and at the same one again', async () => {
    const sent = payment({ tag: '18446744073709551615' })
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SENT', fee: '100' })
    on.ledgers.close()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, fee: '100' })
    expect(on.ledgers.head.transactions[0]?.transaction.memo).toMatchObject({ type: 'id', value: sent.tag })
    const again = payment({ to: sent.to, tag: 'order 7' })
    await on.custody.ask('send', again)
    on.ledgers.close()
    expect(await find(again.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(on.ledgers.head.transactions[0]?.transaction.memo.type).toBe('text')
    expect(on.ledgers.balance(sent.to)).toBe(4n * XLM)
  })

  test('beside another has the next number, and waits for its turn', async () => {
    const [one, two] = [payment(), payment()]
    expect(await on.custody.ask('send', one)).toMatchObject({ state: 'SENT' })
    expect(await on.custody.ask('send', two)).toMatchObject({ state: 'SIGNED' })
    on.ledgers.close()
    expect(await find(two.id)).toMatchObject({ state: 'SENT' })
    on.ledgers.close()
    for (const { id, to } of [one, two]) {
      expect(await find(id)).toMatchObject({ state: 'CONFIRMED' })
      expect(signedBytesOf(id)).toHaveLength(1)
      expect(on.ledgers.balance(to)).toBe(2n * XLM)
    }
  })

  test('is refused where address, memo, amount or funds are wrong', async () => {
    on.ledgers.pay(STRANGER, 5n * XLM)
    on.ledgers.requireMemo(STRANGER)
    const wrong: [string, Partial<CustodyParams<'send'>>][] = [
      ['ADDRESS_INVALID', { to: `${STRANGER.slice(0, -1)}A` }],
      ['OWN_ADDRESS', { to: on.hot, tag: '1' }],
      ['TAG_INVALID', { tag: 'a text that is longer than it may be' }],
      ['TAG_REQUIRED', { to: STRANGER }],
      ['AMOUNT_INVALID', { amount: '9999999' }],
      ['NOT_ENOUGH_FUNDS', { amount: `${on.ledgers.balance(on.hot) - XLM}` }],
    ]
    for (const [code, change] of wrong) expect(await on.custody.refusal('send', payment(change)), code).toBe(code)
  })
})

describe('an uncertain node', () => {
  test('that loses its answer, or the call with custody itself, gets the same bytes again', async () => {
    const lost = payment()
    on.node.onCall = (path, response) => {
      if (path === '/transactions_async') response.destroy()
      return path === '/transactions_async'
    }
    expect(await on.custody.ask('send', lost)).toMatchObject({ state: 'SIGNED' })
    const killed = payment()
    on.node.onCall = async (path, response) => {
      if (path !== '/transactions_async') return false
      on.node.mend()
      await on.custody.kill()
      response.destroy()
      return true
    }
    await expect(on.custody.ask('send', killed)).rejects.toThrow('custody ended')
    on.custody = on.start()
    for (const { id, to } of [lost, killed]) {
      expect(await find(id)).toMatchObject({ state: 'SENT' })
      on.ledgers.close()
      expect(await find(id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
      expect(signedBytesOf(id)).toHaveLength(1)
      expect(on.ledgers.balance(to)).toBe(2n * XLM)
    }
  })

  test('that never brings a transaction into a ledger gets the payment anew once it has expired, and pays it once', async () => {
    const sent = payment()
    const { txid } = await on.custody.ask('send', sent)
    expect(await on.custody.refusal('replace', { id: sent.id })).toBe('NOT_REPLACEABLE')
    on.ledgers.dropPool()
    on.ledgers.skip(LIFETIME_MS + 1_000)
    on.ledgers.close()
    expect(await find(sent.id)).toMatchObject({ state: 'SENT', txids: [txid, expect.any(String)] })
    on.ledgers.close()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(on.ledgers.balance(sent.to)).toBe(2n * XLM)
  })

  test('that hides what it has done pays nothing twice', async () => {
    const sent = payment()
    await on.custody.ask('send', sent)
    on.ledgers.close()
    on.ledgers.skip(LIFETIME_MS + 1_000)
    on.ledgers.close()
    on.node.onCall = (path, response) => {
      const isHidden = path.startsWith('/transactions/')
      if (isHidden) response.writeHead(404).end('{}')
      return isHidden
    }
    expect(await on.custody.refusal('find', { id: sent.id })).toBe('NODE_FAILED')
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    on.node.mend()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
  })
})
