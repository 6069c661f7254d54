import { getBigInt, getNumber, toQuantity } from 'ethers/utils'
import { z } from 'zod'
import { NodeError, type Rpc } from '../../json-rpc.ts'

const Hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Count = Hex.transform((text) => getNumber(text))
const Wei = Hex.transform((text) => getBigInt(text === '0x' ? '0x0' : text))

const Head = z.object({ number: Count, hash: Hex, parentHash: Hex, baseFeePerGas: Wei.optional() })
const FullBlock = Head.extend({
  transactions: z.array(z.object({ hash: Hex, from: Hex, to: Hex.nullish(), value: Wei })),
})
const Sent = z.object({ from: Hex, to: Hex.nullish(), value: Wei })
const Log = z.object({ address: Hex, topics: z.array(Hex), data: Hex, transactionHash: Hex, logIndex: Count })
const Receipt = z.object({
  status: Count,
  blockNumber: Count,
  blockHash: Hex,
  gasUsed: Wei,
  effectiveGasPrice: Wei,
})

/** A call within a transaction, with those that it made in turn. One with an error, and all within it, moved nothing. */
export interface Call {
  readonly type: string
  readonly from: string
  readonly to?: string | null | undefined
  readonly value?: bigint | null | undefined
  readonly error?: string | null | undefined
  readonly calls?: readonly Call[] | null | undefined
}
const Call: z.ZodType<Call> = z.object({
  type: z.string(),
  from: Hex,
  to: Hex.nullish(),
  value: Wei.nullish(),
  error: z.string().nullish(),
  get calls() {
    return z.array(Call).nullish()
  },
})
/** Without a result where the node no longer has the state that a transaction ran on. */
const Trace = z.object({ txHash: Hex, result: Call.optional() })

export type Head = z.output<typeof Head>
export type FullBlock = z.output<typeof FullBlock>
export type Log = z.output<typeof Log>
export type Receipt = z.output<typeof Receipt>
interface Request {
  readonly from?: string
  readonly to: string
  readonly value?: bigint
  readonly data?: string
}

/** Transfer(address,address,uint256) */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type EvmNode = ReturnType<typeof openEvmNode>

/** The calls of an EVM node that custody needs. */
export function openEvmNode(rpc: Rpc, chainId: number) {
  let isChecked = false
  async function check(): Promise<void> {
    if (isChecked) return
    const found = await rpc.call('eth_chainId', [], Count)
    if (found !== chainId) throw new NodeError(`the node is on chain ${found} instead of ${chainId}`)
    isChecked = true
  }
  async function call<Result>(method: string, params: readonly unknown[], result: z.ZodType<Result>): Promise<Result> {
    await check()
    return rpc.call(method, params, result)
  }
  async function block<Result>(at: number | 'latest', full: boolean, schema: z.ZodType<Result>): Promise<Result> {
    const found = await call('eth_getBlockByNumber', [at === 'latest' ? at : toQuantity(at), full], schema.nullable())
    if (found === null) throw new NodeError(`the node has no block ${at}`)
    return found
  }
  return {
    head: (at: number | 'latest') => block(at, false, Head),
    fullBlock: (at: number) => block(at, true, FullBlock),
    transferLogs: (blockHash: string) => call('eth_getLogs', [{ blockHash, topics: [TRANSFER_TOPIC] }], z.array(Log)),
    /** The calls of each transaction of a block, outermost first. */
    traces: (blockHash: string) =>
      call('debug_traceBlockByHash', [blockHash, { tracer: 'callTracer' }], z.array(Trace)),
    receipt: (txid: string) => call('eth_getTransactionReceipt', [txid], Receipt.nullable()),
    has: async (txid: string) =>
      (await call('eth_getTransactionByHash', [txid], z.object({ hash: Hex }).nullable())) !== null,
    transaction: (txid: string) => call('eth_getTransactionByHash', [txid], Sent.nullable()),
    logs: async (txid: string) =>
      (await call('eth_getTransactionReceipt', [txid], z.object({ logs: z.array(Log) }).nullable()))?.logs ?? [],
    balance: (address: string) => call('eth_getBalance', [address, 'latest'], Wei),
    nonce: (address: string) => call('eth_getTransactionCount', [address, 'latest'], Count),
    gasPrice: () => call('eth_gasPrice', [], Wei),
    priorityFee: () => call('eth_maxPriorityFeePerGas', [], Wei),
    read: (request: Request) => call('eth_call', [wireCall(request), 'latest'], Wei),
    estimateGas: (request: Request) => call('eth_estimateGas', [wireCall(request)], Wei),
    send: (raw: string) => call('eth_sendRawTransaction', [raw], Hex),
  }
}

const wireCall = ({ value, ...rest }: Request) => ({
  ...rest,
  ...(value !== undefined && { value: toQuantity(value) }),
})
