import type { IncomingMessage, RequestListener } from 'node:http'
import { z } from 'zod'
import { formatDecimal } from '#domain/decimal.ts'
import { RpcError } from './pool.ts'
import type { SandboxBitcoinChain, SandboxBlock } from './sandbox-chain.ts'
import type { WireTransaction } from './wire-transaction.ts'

type Method = (chain: SandboxBitcoinChain, params: readonly unknown[]) => unknown

const Question = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const PARSE_ERROR = -32700
const NO_METHOD = -32601
const BAD_TYPE = -1
const NOT_FOUND = -5
const BAD_PARAMETER = -8

/** The side of a node with Bitcoin Core's JSON-RPC: an error is told with status 500 and a code, as Core does. */
export function bitcoinSandbox(chain: SandboxBitcoinChain): RequestListener {
  return async (request, response) => {
    const send = (status: number, answer: { id: unknown; result: unknown; error: unknown }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(writeExactly(answer))
    const question = Question.safeParse(await readJson(request))
    if (!question.success)
      return send(500, { id: null, result: null, error: { code: PARSE_ERROR, message: 'Parse error' } })
    const { id, method, params } = question.data
    try {
      const answer = methodsOf(chain)[method]
      if (!answer) throw new RpcError(NO_METHOD, 'Method not found')
      return send(200, { id, result: answer(chain, params), error: null })
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError(BAD_TYPE, messageOf(error))
      return send(code === NO_METHOD ? 404 : 500, { id, result: null, error: { code, message } })
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** `undefined` for what is no JSON, or ended before its end. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON in which amounts are numbers with all their digits, which JavaScript's numbers do not have. */
const writeExactly = (answer: unknown): string => JSON.stringify(answer).replaceAll(/"coins:([\d.]+)"/g, '$1')
const coins = (value: bigint): string => `coins:${formatDecimal(value, 8)}`

const COMMON: Readonly<Record<string, Method>> = {
  getblockcount: ({ head }) => head.height,
  getbestblockhash: ({ head }) => head.hash,
  getblockhash: (chain, [height]) => {
    const block = chain.blockAt(z.int().parse(height))
    if (!block) throw new RpcError(BAD_PARAMETER, 'Block height out of range')
    return block.hash
  },
  getblock: readBlock,
  getrawtransaction: (chain, [txid, verbose = false]) => {
    const found = chain.find(z.string().parse(txid))
    if (!found)
      throw new RpcError(
        NOT_FOUND,
        'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
      )
    const { transaction, block } = found
    if (verbose !== true && verbose !== 1) return transaction.raw
    if (!block) return transactionOnWire(transaction)
    const confirmations = chain.head.height - block.height + 1
    return { ...transactionOnWire(transaction), blockhash: block.hash, confirmations }
  },
  getrawmempool: ({ pool }) => pool.map(({ txid }) => txid),
  sendrawtransaction: (chain, [raw]) => chain.broadcast(z.string().parse(raw)),
  generatetoaddress: (chain, [blocks, address]) =>
    chain.mine(z.int().parse(blocks), { script: chain.rules.scriptOf(z.string().parse(address)) }),
  invalidateblock: (chain, [hash]) => {
    if (!chain.invalidate(z.string().parse(hash))) throw new RpcError(NOT_FOUND, 'Block not found')
    return null
  },
  reconsiderblock: (chain, [hash]) => {
    chain.reconsider(z.string().parse(hash))
    return null
  },
}

const METHODS: Readonly<Record<SandboxBitcoinChain['rules']['node'], Readonly<Record<string, Method>>>> = {
  core: {
    ...COMMON,
    estimatesmartfee: ({ rules }, [blocks]) => ({ feerate: coins(rules.relayFee * 2n), blocks: z.int().parse(blocks) }),
  },
  /** Dogecoin's node has seen too few transactions, and says so by -1. */
  'old core': { ...COMMON, estimatesmartfee: (_, [blocks]) => ({ feerate: -1, blocks: z.int().parse(blocks) }) },
  cash: {
    ...COMMON,
    estimatefee: ({ rules }, params) => {
      if (params.length > 0) throw new RpcError(BAD_TYPE, 'estimatefee')
      return coins(rules.relayFee)
    },
  },
}

const methodsOf = ({ rules }: SandboxBitcoinChain) => METHODS[rules.node]

function readBlock(chain: SandboxBitcoinChain, [hash, verbosity = 1]: readonly unknown[]): unknown {
  if (chain.rules.node === 'old core' && typeof verbosity !== 'boolean')
    throw new RpcError(BAD_TYPE, 'JSON value is not a boolean as expected')
  if (verbosity === false || verbosity === 0) throw new RpcError(BAD_PARAMETER, 'Blocks have no bytes here')
  const block = chain.blockOf(z.string().parse(hash))
  if (!block) throw new RpcError(NOT_FOUND, 'Block not found')
  const tx = block.transactions.map((each) => (verbosity === 2 ? transactionOnWire(each) : each.txid))
  return { ...headerOnWire(block, chain.head), tx }
}

function headerOnWire({ height, hash, previous, time }: SandboxBlock, head: SandboxBlock) {
  const confirmations = head.height - height + 1
  return {
    hash,
    confirmations,
    height,
    time: Math.floor(time / 1_000),
    ...(height > 0 && { previousblockhash: previous }),
  }
}

function transactionOnWire({ txid, raw, plain, isCoinbase, size, outputs }: WireTransaction) {
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return {
    ...{ txid, version: plain.version, vsize: size, locktime: plain.locktime, hex: raw },
    vin: plain.inputs.map((input) => ({
      ...(isCoinbase
        ? { coinbase: hexOf(input.unlockingBytecode) }
        : { txid: hexOf(input.outpointTransactionHash), vout: input.outpointIndex }),
      sequence: input.sequenceNumber,
    })),
    vout: outputs.map(({ value, script }, n) => ({ value: coins(value), n, scriptPubKey: { hex: script } })),
  }
}
