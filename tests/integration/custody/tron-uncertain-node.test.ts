import { describe, expect, test } from 'vitest'
import { custodyOnTron } from '#tests/setup/custody-on-tron.ts'
import type { Fault } from '#tests/setup/faulty-node.ts'

const on = custodyOnTron()
const { payment, find, journal, signedBytesOf } = on

/** The time between a plan and its expiration, and a block more. */
const LIFETIME_MS = 123_000
const refuseBroadcasts = (fault: Fault) => {
  on.node.onCall = (path) => (path === '/wallet/broadcasthex' ? fault : undefined)
}
/** Sends a payment whose transaction no block takes. */
async function sendLost(change: Parameters<typeof payment>[0] = {}) {
  const sent = payment(change)
  const { txid = '' } = await on.custody.ask('send', sent)
  on.chain.dropPool()
  return { ...sent, txid }
}
/** Lets a transaction expire outside of all blocks, until the block after its last is final. */
function expire(): void {
  on.chain.skip(LIFETIME_MS)
  on.chain.produce(4, { empty: true })
}

describe('an uncertain node', () => {
  test('that loses its answer leaves a payment SIGNED until it is looked up', async () => {
    const sent = payment()
    refuseBroadcasts('lose the answer')
    expect(await on.custody.ask('send', sent)).toMatchObject({ state: 'SIGNED' })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    on.chain.produce()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    expect(signedBytesOf(sent.id)).toHaveLength(1)
    expect(on.chain.token(sent.to)).toBe(1_000n)
  })

  test('that answers with another form, a limit or words is not believed', async () => {
    const faults: Fault[] = [
      { result: { result: false, code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' } },
      { result: { result: false, code: 'SERVER_BUSY', message: '536572766572206973206275737921' } },
      { result: { result: true, code: 'SUCCESS', txid: 'a'.repeat(64) } },
      { result: { Error: 'class java.lang.NullPointerException : null' } },
      { result: '<html>' },
      'lose the call',
    ]
    for (const fault of faults) {
      const sent = payment()
      refuseBroadcasts(fault)
      const { state, reason } = await on.custody.ask('send', sent)
      expect({ state, reason }, JSON.stringify(fault)).toEqual({ state: 'SIGNED', reason: expect.any(String) })
      if (JSON.stringify(fault).includes('5365')) expect(reason).toContain('Server is busy!')
      on.node.onCall = () => undefined
      expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
      on.chain.produce()
      expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
      expect(on.chain.token(sent.to)).toBe(1_000n)
    }
  })

  test('that loses a transaction with a reorganisation gets the same bytes again', async () => {
    const sent = payment()
    const { txid } = await on.custody.ask('send', sent)
    on.chain.produce()
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED' })
    on.chain.reorganise(1, { losesTransactions: true })
    expect(await find(sent.id)).toMatchObject({ state: 'SENT' })
    on.chain.produce(3)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, txid })
    expect(on.chain.token(sent.to)).toBe(1_000n)
  })

  test('whose newest blocks are not final ends no payment, however many confirmations it counts', async () => {
    const sent = payment()
    await on.custody.ask('send', sent)
    const { id } = on.chain.solid
    const solid = await fetchBlock('/walletsolidity/getblock', {})
    expect(solid).toMatchObject({ blockID: id })
    on.chain.produce(5)
    on.node.onCall = (path) => (path.startsWith('/walletsolidity') ? { result: solid } : undefined)
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', confirmations: 2, isFinal: false })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', confirmations: 5, isFinal: true })
  })

  test('on which the account is ahead of the journal gets nothing to send: somebody else may have the key', async () => {
    await on.custody.ask('send', payment())
    on.chain.produce()
    const before = journal()
    const account = { balance: 800_000_000, latest_opration_time: on.chain.head.timestamp + 2 * LIFETIME_MS }
    on.node.onCall = (path, [body]) =>
      path === '/wallet/getaccount' ? { result: { address: Object(body).address, ...account } } : undefined
    expect(await on.custody.refusal('send', payment())).toBe('NODE_FAILED')
    expect(journal()).toBe(before)
  })
})

describe('an expired transaction', () => {
  test('is signed anew by a look-up, and its payment arrives once', async () => {
    const { id, to, txid } = await sendLost()
    expire()
    const again = await find(id)
    expect(again).toMatchObject({ state: 'SENT', txids: [txid, again.txid] })
    expect(again.txid).not.toBe(txid)
    expect(await find(id)).toEqual(again)
    on.chain.produce(3)
    expect(await find(id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, txid: again.txid })
    expect(signedBytesOf(id)).toHaveLength(2)
    expect(on.chain.token(to)).toBe(1_000n)
  })

  test('of coins, twice expired, and through a restart, is paid once, too', async () => {
    const { id, to } = await sendLost({ coin: 'TRON', amount: '2500000' })
    for (const signatures of [2, 3]) {
      expire()
      await find(id)
      expect(signedBytesOf(id)).toHaveLength(signatures)
      on.chain.dropPool()
      await on.custody.kill()
      on.custody = on.start()
    }
    await find(id)
    on.chain.produce(3)
    expect(await find(id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
    expect(on.chain.balance(to)).toBe(2_500_000n)
  })

  test('is not signed anew before a final block is as late as it', async () => {
    const { id, txid } = await sendLost()
    refuseBroadcasts('lose the call')
    expect(await find(id)).toMatchObject({ txids: [txid] })
    on.chain.skip(LIFETIME_MS)
    on.chain.produce(2, { empty: true })
    expect(await find(id)).toMatchObject({ txids: [txid] })
    expect(await on.custody.refusal('replace', { id })).toBe('NOT_REPLACEABLE')
    on.chain.produce(1, { empty: true })
    on.node.onCall = () => undefined
    expect((await on.custody.ask('replace', { id })).txids).toHaveLength(2)
    on.chain.dropPool()
  })

  test('is not signed anew on the word of a node that does not find what is in its blocks', async () => {
    const sent = payment()
    const { txid } = await on.custody.ask('send', sent)
    on.chain.produce()
    expire()
    const hidden = (path: string) => path.startsWith('/wallet/gettransaction') && !path.endsWith('blocknum')
    on.node.onCall = (path) => {
      if (hidden(path)) return { result: {} }
      return path === '/wallet/broadcasthex' ? 'lose the call' : undefined
    }
    expect(await find(sent.id)).toMatchObject({ isFinal: false, txids: [txid] })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true, txid })
    expect(on.chain.token(sent.to)).toBe(1_000n)
  })

  test('is found in the last block that may hold it, which is later than its expiration', async () => {
    const sent = payment()
    const { txid = '' } = await on.custody.ask('send', sent)
    on.chain.skip(LIFETIME_MS)
    on.chain.produce()
    expect(on.chain.find(txid)?.block.timestamp).toBeGreaterThan(
      on.chain.find(txid)?.transaction.wire.expiration ?? Number.POSITIVE_INFINITY,
    )
    on.chain.produce(3)
    on.node.onCall = (path) => (path === '/wallet/gettransactioninfobyid' ? { result: {} } : undefined)
    expect(await find(sent.id)).toMatchObject({ isFinal: false, txids: [txid] })
    on.node.onCall = () => undefined
    expect(await find(sent.id)).toMatchObject({ state: 'CONFIRMED', isFinal: true })
  })

  test('is not signed anew where the node’s blocks have a gap, or are another chain', async () => {
    const { id, txid } = await sendLost()
    const { height } = on.chain.solid
    expire()
    const block = Object(await fetchBlock('/wallet/getblock', { id_or_num: `${height + 1}`, detail: true }))
    const { raw_data } = block.block_header
    const lies = [
      { at: height + 1, lie: { block_header: { raw_data: { ...raw_data, parentHash: '5'.repeat(64) } } } },
      { at: height, lie: { blockID: `${'0'.repeat(16)}${'6'.repeat(48)}` } },
    ]
    for (const { at, lie } of lies) {
      on.node.onCall = (path, [body]) => {
        if (path === '/wallet/broadcasthex') return 'lose the call'
        return Object(body).id_or_num === `${at}` ? { result: { ...block, ...lie } } : undefined
      }
      expect(await on.custody.refusal('find', { id })).toBe('NODE_FAILED')
    }
    expect(signedBytesOf(id)).toHaveLength(1)
    on.node.onCall = () => undefined
    expect((await find(id)).txids).toHaveLength(2)
    expect((await find(id)).txids[0]).toBe(txid)
    on.chain.dropPool()
  })

  test('is not signed anew while all sending is stopped, nor with coins that are gone', async () => {
    const { id, txid, to } = await sendLost({ coin: 'TRON', amount: '3000000' })
    expire()
    await on.custody.ask('stop', { by: 'operator 7' })
    expect(await find(id)).toMatchObject({ txids: [txid] })
    await on.custody.ask('resume', { by: 'operator 7' })
    on.node.onCall = (path, [body]) =>
      path === '/wallet/getaccount' ? { result: { address: Object(body).address, balance: 2 } } : undefined
    expect(await find(id)).toMatchObject({ txids: [txid], reason: 'NOT_ENOUGH_FUNDS' })
    on.node.onCall = () => undefined
    await find(id)
    on.chain.produce()
    expect(on.chain.balance(to)).toBe(3_000_000n)
  })
})

async function fetchBlock(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${on.node.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}
