import { describe, expect, test } from 'vitest'
import { custodyOnAnvil } from '#tests/setup/custody-on-anvil.ts'

const on = custodyOnAnvil()
const { payment, balanceOf, find, mine, journal } = on

describe('an uncertain node', () => {
  test('that loses its answer leaves a payment SIGNED until it is looked up', async () => {
    const sent = payment()
    on.node.onCall = (method) => (method.startsWith('eth_send') ? 'lose the answer' : undefined)
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SIGNED' })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })

  test('that says "already known" without having it is not believed', async () => {
    const sent = payment()
    on.node.onCall = (method) =>
      method === 'eth_sendRawTransaction' ? { error: { code: -32_000, message: 'already known' } } : undefined
    expect(await on.custody.ask('send', sent)).toMatchObject({
      state: 'SIGNED',
      reason: expect.stringContaining('known'),
    })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('that lies about the nonce does not make two payments share one', async () => {
    on.node.onCall = (method) => (method === 'eth_getTransactionCount' ? { result: '0x0' } : undefined)
    const [one, two] = [payment(), payment()]
    await on.custody.ask('send', one)
    await on.custody.ask('send', two)
    on.node.onCall = () => undefined
    await expect.poll(() => balanceOf(one.to)).toBe(1_000n)
    await expect.poll(() => balanceOf(two.to)).toBe(1_000n)
  })

  test('that lies about a height, or whose blocks do not follow each other, is not read', async () => {
    await mine(3)
    const scan = () => on.custody.refusal('scan', { network: 'ERC20', after: 0, issued: 1 })
    expect(await scan()).toBeUndefined()
    const second = await on.anvil().call<object>('eth_getBlockByNumber', '0x2', true)
    for (const lie of [{ number: '0x3' }, { parentHash: `0x${'7'.repeat(64)}` }, { transactions: 'none' }]) {
      on.node.onCall = (method, [at]) =>
        method === 'eth_getBlockByNumber' && at === '0x2' ? { result: { ...second, ...lie } } : undefined
      expect(await scan(), JSON.stringify(lie)).toBe('NODE_FAILED')
    }
    on.node.onCall = (method) => (method === 'eth_getLogs' ? 'lose the answer' : undefined)
    expect(await scan()).toBe('NODE_FAILED')
  })

  test('on which the account is ahead of the journal gets nothing to send: somebody else may have the key', async () => {
    const before = journal()
    on.node.onCall = (method) => (method === 'eth_getTransactionCount' ? { result: '0x500' } : undefined)
    expect(await on.custody.refusal('send', payment())).toBe('NODE_FAILED')
    expect(journal()).toBe(before)
  })

  test('that loses a transaction with a reorganisation gets the same bytes again', async () => {
    const sent = payment()
    const { txid } = await on.custody.ask('send', sent)
    // The node mines a moment after it has answered.
    await expect.poll(() => find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    await on.anvil().call('anvil_reorg', 1, [])
    const found = await find(sent.id)
    expect(['SENT', 'CONFIRMED']).toContain(found.state)
    await expect.poll(() => find(sent.id)).toMatchObject({ state: 'CONFIRMED', txid })
    await expect.poll(() => balanceOf(sent.to)).toBe(1_000n)
  })
})
