import { afterEach, describe, expect, test } from 'vitest'
import { openTronHttp } from '#custody/chains/tron/tron-http.ts'
import { openTronNode } from '#custody/chains/tron/tron-node.ts'
import { NodeError } from '#custody/json-rpc.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const FIRST = `${'0'.repeat(16)}${'1'.repeat(48)}`
const HASH = '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e'
const PARENT = '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed'
const FIRST_BLOCK = `{"blockID":"${FIRST}","block_header":{"raw_data":{"txTrieRoot":"","parentHash":"${PARENT}"}}}`

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

/** A node that gives each path a text. */
async function nodeAnswering(texts: Readonly<Record<string, string>>, status = 200) {
  const server = await listenOnLoopback((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const isFirst = request.url === '/wallet/getblock' && JSON.parse(body).id_or_num === '0'
      response.writeHead(isFirst ? 200 : status).end(isFirst ? FIRST_BLOCK : texts[request.url ?? ''])
    })
  })
  close = server.close
  return openTronNode(openTronHttp(server.url), FIRST)
}

describe('a node of TRON', () => {
  test('is read as the protocol’s documents show its answers', async () => {
    const node = await nodeAnswering({
      '/wallet/gettransactioninfobyid':
        '{"id":"01b4cde4197b9d1a1ff09ef5d2b1d939d3ec2401b3f002ebd0802c0f30a6e4ca","fee":5254500,"blockNumber":66985120,"blockTimeStamp":1777437762000,"contractResult":[""],"contract_address":"419ff8fc48fb114ccd5bbdc24a86f0c73082f08825","receipt":{"energy_fee":4458500,"energy_usage_total":44585,"net_fee":796000,"result":"SUCCESS"},"log":[{"address":"9ff8fc48fb114ccd5bbdc24a86f0c73082f08825","topics":["c66625d03b4a832d8245f0df593e32e0fbbbad96d4aa45440aa1535b80983083"],"data":"00"},{"address":"9ff8fc48fb114ccd5bbdc24a86f0c73082f08825"}]}',
      '/wallet/triggerconstantcontract':
        '{"result":{"result":true},"energy_used":935,"constant_result":["0000000000000000000000000000000000000000000000000000000040cfcc00"],"transaction":{"ret":[{}],"visible":false}}',
      '/wallet/getaccount':
        '{"address":"41dd791d6b49e190062d650e6a23c575510d35f2f9","balance":1793227200,"create_time":1776933207000,"latest_opration_time":1777444809000,"free_net_usage":441}',
      '/wallet/getaccountresource':
        '{"freeNetUsed":441,"freeNetLimit":600,"assetNetUsed":[{"key":"1005416","value":0}],"TotalNetLimit":43200000000,"TotalEnergyLimit":180000000000}',
      '/wallet/gettransactioninfobyblocknum': '[]',
      '/wallet/gettransactionfrompending': '{}',
    })
    expect(await node.info('01b4')).toMatchObject({ height: 66_985_120, fee: 5_254_500n, succeeded: true })
    const call = { owner: '41', contract: '41', selector: 'balanceOf(address)', parameter: '' }
    const returned = `${'0'.repeat(56)}40cfcc00`
    expect(await node.tryCall(call)).toEqual({ failure: undefined, energy: 935n, returned })
    expect(await node.account('41')).toEqual({
      exists: true,
      isContract: false,
      balance: 1_793_227_200n,
      lastUsed: 1_777_444_809_000,
    })
    expect(await node.resources('41')).toEqual({ freeBandwidth: 159n, stakedBandwidth: 0n, energy: 0n })
    expect(await node.infos(1)).toEqual([])
    expect(await node.isPending('01b4')).toBe(false)
  })

  test('may hold kinds of transactions that nobody knows, and amounts beyond what a number holds', async () => {
    const transaction = (txid: string, contract: string, ret = 'SUCCESS') =>
      `{"ret":[{"contractRet":"${ret}"}],"txID":"${txid.repeat(64)}","raw_data":{"contract":[${contract}]}}`
    const transfer = (amount: string) =>
      `{"type":"TransferContract","parameter":{"value":{"amount":${amount},"owner_address":"41","to_address":"41AB"}}}`
    const transactions = [
      transaction('1', transfer('99000000000000123')),
      transaction('2', transfer('5'), 'FAILED'),
      transaction('3', '{"type":"ShieldedTransferContract","parameter":{"value":{"to_address":[1],"amount":-4}}}'),
      transaction('4', ''),
    ].join()
    const header = `"block_header":{"raw_data":{"number":66987565,"parentHash":"${PARENT}","timestamp":1777445121000}}`
    const node = await nodeAnswering({
      '/wallet/getblock': `{"blockID":"${HASH}",${header},"transactions":[${transactions}]}`,
    })
    const block = await node.block(66_987_565)
    expect(block).toMatchObject({ height: 66_987_565, hash: HASH, parentHash: PARENT, timestamp: 1_777_445_121_000 })
    expect(block.transactions.map(({ paid }) => paid)).toEqual([
      { from: '41', to: '41ab', amount: 99_000_000_000_000_123n },
      undefined,
      undefined,
      undefined,
    ])
  })

  test('that answers with an error, a limit or a page of its proxy is no answer', async () => {
    const answers: [string, number, RegExp][] = [
      ['{"Error":"class java.lang.NullPointerException : null"}', 200, /NullPointerException/],
      ['{"Error":"request rate exceeded the allowed_rps(3)"}', 403, /request rate exceeded/],
      ['<html>busy</html>', 503, /answered 503/],
      ['<html>welcome</html>', 200, /another form/],
      ['{}', 200, /another form/],
    ]
    for (const [text, status, words] of answers) {
      const node = await nodeAnswering({ '/wallet/getblock': text }, status)
      const error = await node.head().catch((each: unknown) => each)
      expect(error).toBeInstanceOf(NodeError)
      expect(String(error)).toMatch(words)
      await close()
    }
  })

  test('says why a call would fail, also in hex', async () => {
    const call = { owner: '41', contract: '41', selector: 'transfer(address,uint256)', parameter: '' }
    const answers: [string, string][] = [
      [
        '{"result":{"code":"CONTRACT_VALIDATE_ERROR","message":"536d61727420636f6e7472616374206973206e6f742065786973742e"}}',
        'Smart contract is not exist.',
      ],
      [
        '{"result":{"result":true,"message":"REVERT opcode executed"},"transaction":{"ret":[{"ret":"FAILED"}]}}',
        'REVERT opcode executed',
      ],
    ]
    for (const [text, words] of answers) {
      const node = await nodeAnswering({ '/wallet/triggerconstantcontract': text })
      expect((await node.tryCall(call)).failure).toBe(words)
      await close()
    }
  })
})
