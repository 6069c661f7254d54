import { describe, expect, test } from 'vitest'
import { FIRST_BLOCK, STRANGE_CONTRACT, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { custodyOnTron, SUN } from '#tests/setup/custody-on-tron.ts'
import { custodyFolder, startCustody, tronPolicy } from '#tests/setup/custody-process.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const on = custodyOnTron()
const { addressOf } = on
const scan = (after: number, issued = 5) => on.custody.ask('scan', { network: 'TRC20', after, issued })

describe('a scan', () => {
  test('finds coins and tokens on issued addresses and the hot wallet, and nothing else', async () => {
    const after = on.chain.head.height
    const [first, third, notIssued] = [await addressOf(1), await addressOf(3), await addressOf(5)]
    const coins = on.chain.pay(first, 1_500_000n)
    on.chain.produce()
    on.chain.payToken(third, 25_000_000n)
    on.chain.payToken(notIssued, 1n)
    on.chain.pay(on.hot, 7n)
    on.chain.produce()
    const { transfers, tip, scanned, more } = await scan(after)
    expect({ scanned, more }).toEqual({ scanned: tip, more: false })
    expect(tip).toEqual({ height: on.chain.head.height, hash: on.chain.head.id })
    const place = { height: after + 1, blockHash: on.chain.blockAt(after + 1)?.id }
    expect(transfers).toEqual([
      {
        ...{ txid: coins, position: 0, index: 1, address: first, coin: 'TRON', decimals: 6, amount: '1500000' },
        ...{ from: [expect.stringMatching(/^T/)], ...place },
      },
      expect.objectContaining({ address: on.hot, amount: '7' }),
      expect.objectContaining({
        index: 3,
        address: third,
        coin: 'TETHER',
        decimals: 6,
        contract: TETHER_CONTRACT,
        amount: '25000000',
        position: 1,
      }),
    ])
    expect(transfers[1]).not.toHaveProperty('index')
    expect(await scan(tip.height)).toMatchObject({ scanned: tip, more: false, transfers: [] })
  })

  test('shows a token that the policy does not know with its contract', async () => {
    const after = on.chain.head.height
    on.chain.payToken(await addressOf(2), 9n, { contract: STRANGE_CONTRACT })
    on.chain.produce()
    const { transfers } = await scan(after)
    expect(transfers).toEqual([expect.objectContaining({ index: 2, contract: STRANGE_CONTRACT, amount: '9' })])
    expect(transfers[0]).not.toHaveProperty('coin')
  })

  test('does not see a transfer that ran out of energy, nor one whose outcome is not success', async () => {
    const after = on.chain.head.height
    const to = await addressOf(4)
    const failed = on.chain.payToken(to, 5n, { feeLimit: 1_000n })
    on.chain.produce()
    expect(on.chain.find(failed)?.transaction.outcome.contractRet).toBe('OUT_OF_ENERGY')
    expect((await scan(after)).transfers).toEqual([])
    on.chain.payToken(to, 5n)
    on.chain.produce()
    const height = on.chain.head.height
    const infos = await call('/wallet/gettransactioninfobyblocknum', { num: height })
    for (const lie of [{ result: 'FAILED' }, { receipt: { result: 'REVERT' } }]) {
      const result = [{ ...Object(infos[0]), ...lie }]
      on.node.onCall = (path, [body]) =>
        path.endsWith('infobyblocknum') && Object(body).num === height ? { result } : undefined
      expect((await scan(after)).transfers).toEqual([])
    }
  })

  test('of a reorganised chain loses a transfer, and finds it again in another block at the same position', async () => {
    const after = on.chain.head.height
    on.chain.payToken(await addressOf(0), 40n)
    on.chain.produce(2)
    const [before] = (await scan(after)).transfers
    expect(before).toMatchObject({ index: 0, amount: '40', height: after + 1 })
    on.chain.reorganise(2, { losesTransactions: true })
    expect((await scan(after)).transfers).toEqual([])
    on.chain.payToken(await addressOf(0), 40n)
    on.chain.produce()
    on.chain.reorganise(1)
    const [again] = (await scan(after)).transfers
    expect(again).toMatchObject({ index: 0, amount: '40', position: before?.position })
    expect(again?.blockHash).not.toBe(before?.blockHash)
  })

  test('reads at most 100 blocks, from the first one on, and says that there are more', async () => {
    on.chain.produce(110)
    const first = await scan(-1)
    expect(first).toMatchObject({ more: true, scanned: { height: 99 } })
    const second = await scan(first.scanned.height)
    expect(second).toMatchObject({ scanned: { height: Math.min(on.chain.head.height, 199) } })
    const seen = [...first.transfers, ...second.transfers].map(({ txid, position }) => `${txid}:${position}`)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(5)
  })

  test('reads each block once as long as it is the same', async () => {
    const after = on.chain.head.height
    on.chain.payToken(await addressOf(0), 1n)
    on.chain.produce(3)
    const first = await scan(after)
    let whole = 0
    on.node.onCall = (path, [body]) => {
      if (path.endsWith('infobyblocknum') || Object(body).detail) whole += 1
      return undefined
    }
    expect(await scan(after)).toEqual(first)
    expect(whole).toBe(0)
    on.chain.reorganise(1)
    expect((await scan(after)).transfers).toEqual(first.transfers)
    expect(whole).toBe(4)
  })

  test('is refused where blocks do not follow each other, or outcomes are of another block', async () => {
    const after = on.chain.head.height
    on.chain.payToken(await addressOf(0), 1n)
    on.chain.produce(3)
    const refusal = () => on.custody.refusal('scan', { network: 'TRC20', after, issued: 1 })
    const second = Object(await call('/wallet/getblock', { id_or_num: `${after + 2}`, detail: true }))
    const { raw_data } = second.block_header
    const lies = [
      { block_header: { raw_data: { ...raw_data, number: after + 3 } } },
      { block_header: { raw_data: { ...raw_data, parentHash: '7'.repeat(64) } } },
      { transactions: 'none' },
    ]
    for (const lie of lies) {
      on.node.onCall = (_, [body]) =>
        Object(body).id_or_num === `${after + 2}` ? { result: { ...second, ...lie } } : undefined
      expect(await refusal(), JSON.stringify(lie)).toBe('NODE_FAILED')
    }
    for (const result of [[], {}, { Error: 'class java.lang.NullPointerException : null' }]) {
      on.node.onCall = (path) => (path.endsWith('infobyblocknum') ? { result } : undefined)
      expect(await refusal(), JSON.stringify(result)).toBe('NODE_FAILED')
    }
    on.node.onCall = () => undefined
    expect(await refusal()).toBeUndefined()
  })
})

const call = async (path: string, body: object) => {
  const answer = await fetch(`${on.node.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}

test('balances are those of the hot wallet and of all issued addresses', async () => {
  const { coins } = await on.custody.ask('balances', { network: 'TRC20', issued: 5 })
  expect(coins).toEqual([
    { symbol: 'TRON', decimals: 6, hot: `${900n * SUN + 7n}`, deposits: '1500000' },
    { symbol: 'TETHER', decimals: 6, hot: `${1_000n * SUN}`, deposits: '25000047' },
  ])
})

test('a node on another chain, or none, is named as not reachable and fails each question about its chain', async () => {
  const { folder, remove } = await custodyFolder(
    tronPolicy({ firstBlock: `${'0'.repeat(16)}${'9'.repeat(48)}`, contract: TETHER_CONTRACT }),
  )
  const lost = startCustody({ folder, nodes: { TRC20: on.node.url } })
  expect(await lost.ask('status', {})).toMatchObject({ networks: [{ network: 'TRC20', reachable: false }] })
  expect(await lost.refusal('scan', { network: 'TRC20', after: 0, issued: 1 })).toBe('NODE_FAILED')
  await lost.stop()
  const bare = startCustody({ folder, nodes: {} })
  expect(await bare.refusal('address', { network: 'TRC20', index: 0 })).toBe('NETWORK_NOT_CONFIGURED')
  await bare.stop()
  await remove()
})

test('a vendor gets its key in a header of each call', async () => {
  const key = 'key-of-a-test'
  const vendor = await listenOnLoopback(tronSandbox(on.chain, { key }))
  const policy = tronPolicy({ firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT })
  const { folder, remove } = await custodyFolder(policy)
  for (const env of [{}, { CUSTODY_TRONGRID_KEY: 'another' }, { CUSTODY_TRONGRID_KEY: key }]) {
    const custody = startCustody({ folder, nodes: { TRC20: `${vendor.url}/` }, env })
    const reachable = env.CUSTODY_TRONGRID_KEY === key
    expect(await custody.ask('status', {})).toMatchObject({ networks: [{ network: 'TRC20', reachable }] })
    await custody.stop()
    expect(custody.log()).not.toContain(key)
  }
  await vendor.close()
  await remove()
})
