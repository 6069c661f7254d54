import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { NodeRefusal, openRpc } from '#custody/json-rpc.ts'
import { bitcoinSandbox } from '#sandbox/bitcoin/bitcoin-sandbox.ts'
import { CHAINS } from '#sandbox/bitcoin/chain-rules.ts'
import { SandboxBitcoinChain } from '#sandbox/bitcoin/sandbox-chain.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const ADDRESS = { BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', DOGE: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }

async function startNode(name: keyof typeof ADDRESS | 'BCH') {
  const chain = new SandboxBitcoinChain(CHAINS[name])
  const { url, close } = await listenOnLoopback(bitcoinSandbox(chain))
  onTestFinished(close)
  const rpc = openRpc(url)
  const ask = (method: string, ...params: unknown[]) => rpc.call(method, params, z.unknown())
  const refusal = (method: string, ...params: unknown[]) =>
    ask(method, ...params).then(
      () => undefined,
      (error: unknown) => (error instanceof NodeRefusal ? error.code : error),
    )
  return { chain, url, ask, refusal }
}

test('a node refuses with the codes of Bitcoin Core, also what is no question', async () => {
  const { url, refusal } = await startNode('BTC')
  expect(await refusal('getblockhash', 7)).toBe(-8)
  expect(await refusal('getblock', '0'.repeat(64), 2)).toBe(-5)
  expect(await refusal('getrawtransaction', '0'.repeat(64))).toBe(-5)
  expect(await refusal('invalidateblock', CHAINS.BTC.firstBlock)).toBe(-5)
  expect(await refusal('sendrawtransaction', 7)).toBe(-1)
  expect(await refusal('dumpprivkey')).toBe(-32601)
  for (const body of ['', '{"method":', '[]', '7']) {
    const answer = await fetch(url, { method: 'POST', body })
    expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: -32700 } }])
  }
})

test('amounts are written with all their digits', async () => {
  const { chain, ask, url } = await startNode('DOGE')
  const txid = chain.pay(ADDRESS.DOGE, 123_456_789_012_345_679n)
  const text = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ id: 1, method: 'getrawtransaction', params: [txid, true] }),
  }).then((answer) => answer.text())
  expect(text).toContain('"value":1234567890.12345679,')
  expect(await ask('getrawtransaction', txid)).toBe(chain.pool[0]?.raw)
})

test('the nodes of Dogecoin and Bitcoin Cash differ where the real ones do', async () => {
  const [core, doge, cash] = [await startNode('BTC'), await startNode('DOGE'), await startNode('BCH')]
  const blockOf = (node: typeof core, verbosity: unknown) => node.ask('getblock', node.chain.head.hash, verbosity)
  await core.ask('generatetoaddress', 1, ADDRESS.BTC)
  expect(await blockOf(core, 2)).toMatchObject({ height: 1, tx: [{ vout: [{ value: 50 }] }] })
  const { hash } = doge.chain.head
  expect(await doge.refusal('getblock', hash, 2)).toBe(-1)
  expect(await blockOf(doge, true)).toMatchObject({ hash, height: 0, tx: [expect.any(String)] })
  expect(await doge.ask('estimatesmartfee', 3)).toEqual({ feerate: -1, blocks: 3 })
  expect(await cash.refusal('estimatesmartfee', 3)).toBe(-32601)
  expect(await cash.refusal('estimatefee', 3)).toBe(-1)
  expect(await cash.ask('estimatefee')).toBe('0.00001')
})
