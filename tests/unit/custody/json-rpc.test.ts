import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openBitcoinNode } from '#custody/chains/bitcoin/bitcoin-node.ts'
import { parametersOf } from '#custody/chains/bitcoin/bitcoin-parameters.ts'
import { NodeError, NodeRefusal, openRpc } from '#custody/json-rpc.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

/** A node that answers every call with the same text. */
async function nodeAnswering(text: string, { status = 200, seen = [] as string[] } = {}) {
  const server = await listenOnLoopback((request, response) => {
    seen.push(`${request.headers.authorization} ${request.url}`)
    response.writeHead(status).end(text)
  })
  close = server.close
  return server.url
}

describe('a call of a node', () => {
  test('keeps each number with a fraction, or too large to be exact, as the node wrote it', async () => {
    const url = await nodeAnswering(
      '{"result":{"a":0.10000000,"b":20999999.97690000,"c":1e-8,"d":3,"e":12345678901234567890}}',
    )
    expect(await openRpc(url).call('any', [], z.any())).toEqual({
      a: '0.10000000',
      b: '20999999.97690000',
      c: '1e-8',
      d: 3,
      e: '12345678901234567890',
    })
  })
  test('sends user and password of its address as a header, and repeats neither in an error', async () => {
    const seen: string[] = []
    const url = new URL(await nodeAnswering('<html>busy</html>', { status: 503, seen }))
    url.username = 'kimia'
    url.password = 'p%40ss'
    url.pathname = '/v3/secret-key'
    const error = await openRpc(url.href)
      .call('getblockcount', [], z.int())
      .catch((each: unknown) => each)
    expect(seen).toEqual([`Basic ${Buffer.from('kimia:p@ss').toString('base64')} /v3/secret-key`])
    expect(error).toBeInstanceOf(NodeError)
    expect(String(error)).not.toMatch(/secret-key|p@ss/)
  })
  test('that the node refuses has its code, also with the status of an error', async () => {
    const url = await nodeAnswering('{"result":null,"error":{"code":-5,"message":"No such transaction"}}', {
      status: 500,
    })
    await expect(openRpc(url).call('any', [], z.any())).rejects.toMatchObject({ code: -5 })
    await expect(openRpc(url).call('any', [], z.any())).rejects.toBeInstanceOf(NodeRefusal)
  })
  test('whose answer has another form, or does not come, says nothing about what happened', async () => {
    const url = await nodeAnswering('{"result":"12"}')
    await expect(openRpc(url).call('any', [], z.int())).rejects.toThrow('another form')
    await close()
    close = async () => undefined
    const error = await openRpc(url)
      .call('any', [], z.int())
      .catch((each: unknown) => each)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).not.toBeInstanceOf(NodeRefusal)
  })
})

describe('a block of Bitcoin’s family', () => {
  const FIRST = '0'.repeat(64)
  const hash = (digit: string) => digit.repeat(64)

  test('is read exactly, without outputs of an extension block, which have no value in the clear, and those with tokens', async () => {
    const block = {
      hash: hash('b'),
      height: 7,
      previousblockhash: hash('a'),
      tx: [
        {
          txid: hash('1'),
          vin: [{ coinbase: '00' }],
          vout: [{ n: 0, value: '6.25000000', scriptPubKey: { hex: '0014aa' } }],
        },
        {
          txid: hash('2'),
          vin: [
            { txid: hash('1'), vout: 0 },
            { ismweb: true, output_id: 'x' },
          ],
          vout: [
            { n: 0, value: '0.00000001', scriptPubKey: { hex: '0014bb' } },
            { ismweb: true, output_id: 'y' },
            {
              n: 2,
              value: '0.00001',
              scriptPubKey: { hex: '0014cc' },
              tokenData: { category: hash('3'), amount: '7' },
            },
          ],
        },
      ],
    }
    const rpc = {
      call: async <Result>(method: string, _: readonly unknown[], schema: z.ZodType<Result>) =>
        schema.parse({ getblockhash: FIRST, getblock: block }[method]),
    }
    const read = await openBitcoinNode(rpc, { ...parametersOf('LTC', 'main'), firstBlock: FIRST }).blockAt(7)
    expect(read.transactions).toEqual([
      { txid: hash('1'), isCoinbase: true, spends: [], outputs: [{ n: 0, value: 625_000_000n, script: '0014aa' }] },
      {
        txid: hash('2'),
        isCoinbase: false,
        spends: [`${hash('1')}:0`],
        outputs: [{ n: 0, value: 1n, script: '0014bb' }],
      },
    ])
  })

  test('a node of a chain that has the same first block is another chain', async () => {
    const parameters = parametersOf('BCH', 'main')
    const nodeWith = (hashes: Readonly<Record<number, string>>) => {
      const call = async <Result>(method: string, [height]: readonly unknown[], schema: z.ZodType<Result>) =>
        schema.parse(method === 'getblockhash' ? hashes[Number(height)] : 700_000)
      return openBitcoinNode({ call }, { ...parameters, firstBlock: FIRST })
    }
    const { height = 0, hash: own = '' } = parameters.ownBlock ?? {}
    expect(await nodeWith({ 0: FIRST, [height]: own }).height()).toBe(700_000)
    await expect(nodeWith({ 0: FIRST, [height]: hash('9') }).height()).rejects.toThrow('on another chain')
  })
})
