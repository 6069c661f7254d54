import { z } from 'zod'
import { divide, parseDecimal } from '#domain/decimal.ts'
import { NodeError, NodeRefusal, type Rpc } from '../../json-rpc.ts'
import { BITCOIN_DECIMALS } from './bitcoin-parameters.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Whole coins, which the node writes as a number and `openRpc` keeps as text. */
const Value = z.union([z.string(), z.int()]).transform((value, context) => {
  const units = parseDecimal(`${value}`, BITCOIN_DECIMALS)
  if (units !== undefined) return units
  context.addIssue('is no amount')
  return z.NEVER
})

/** Outputs of Litecoin's extension blocks have neither script nor value in the clear, and are not ours. */
const Transaction = z.object({
  txid: Hash,
  vin: z.array(z.object({ txid: Hash.optional(), vout: z.int().optional(), coinbase: z.string().optional() })),
  vout: z.array(
    z.object({
      n: z.int().optional(),
      value: Value.optional(),
      scriptPubKey: z.object({ hex: z.string() }).optional(),
    }),
  ),
})
const Block = z.object({
  hash: Hash,
  height: z.int(),
  previousblockhash: Hash.optional(),
  tx: z.array(Transaction),
})

/** A block in the fields that custody needs. */
export interface ReadBlock {
  readonly hash: string
  readonly height: number
  readonly previous: string | undefined
  readonly transactions: readonly ReadTransaction[]
}

export interface ReadTransaction {
  readonly txid: string
  readonly isCoinbase: boolean
  /** "txid:index" of each coin that it spends. */
  readonly spends: readonly string[]
  readonly outputs: readonly { readonly n: number; readonly value: bigint; readonly script: string }[]
}

export const outpoint = (txid: string, n: number): string => `${txid}:${n}`

/** Scans read the newest blocks again and again. */
const BLOCKS_KEPT = 24
/** "No such mempool or blockchain transaction." */
const NOT_FOUND = -5
const FEE_TARGET_BLOCKS = 3
const BYTES_PER_KB = 1_000n

export type BitcoinNode = ReturnType<typeof openBitcoinNode>

/** The calls of a node with Bitcoin Core's RPC and an index of transactions (`txindex=1`) that custody needs. */
export function openBitcoinNode(rpc: Rpc, firstBlock: string) {
  let isChecked = false
  const kept = new Map<string, ReadBlock>()

  async function call<Result>(method: string, params: readonly unknown[], result: z.ZodType<Result>): Promise<Result> {
    if (!isChecked) {
      const found = await rpc.call('getblockhash', [0], Hash)
      if (found !== firstBlock) throw new NodeError('the node is on another chain')
      isChecked = true
    }
    return rpc.call(method, params, result)
  }
  const hashAt = (height: number) => call('getblockhash', [height], Hash)

  async function blockOf(hash: string): Promise<ReadBlock> {
    const found = kept.get(hash) ?? condense(await call('getblock', [hash, 2], Block))
    kept.delete(hash)
    kept.set(hash, found)
    const [oldest] = kept.keys()
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest)
    return found
  }

  return {
    height: () => call('getblockcount', [], z.int()),
    hashAt,
    blockAt: async (height: number): Promise<ReadBlock> => {
      const block = await blockOf(await hashAt(height))
      if (block.height !== height) throw new NodeError(`the node gave block ${block.height} instead of ${height}`)
      return block
    },
    /** The confirmations of a transaction, 0 in the pool; `undefined` if the node does not have it. */
    confirmations: async (txid: string): Promise<number | undefined> => {
      try {
        const found = z.object({ confirmations: z.int().default(0) })
        return (await call('getrawtransaction', [txid, true], found)).confirmations
      } catch (error) {
        if (error instanceof NodeRefusal && error.code === NOT_FOUND) return undefined
        throw error
      }
    },
    /** A transaction with the confirmations that it has; `undefined` if the node does not have it. */
    transaction: async (txid: string) => {
      try {
        const found = Transaction.extend({ confirmations: z.int().default(0) })
        const { confirmations, ...tx } = await call('getrawtransaction', [txid, true], found)
        return { ...condenseTransaction(tx), confirmations }
      } catch (error) {
        if (error instanceof NodeRefusal && error.code === NOT_FOUND) return undefined
        throw error
      }
    },
    /** The bytes of a transaction in a block, in hex. */
    raw: (txid: string) => call('getrawtransaction', [txid], z.string()),
    /** Base units per virtual byte; `undefined` while the node has seen too few transactions. */
    feeRate: async (): Promise<bigint | undefined> => {
      // Older nodes say -1 instead of nothing.
      const estimate = z.object({ feerate: Value.optional().catch(undefined) })
      const { feerate } = await call('estimatesmartfee', [FEE_TARGET_BLOCKS], estimate)
      return feerate === undefined ? undefined : divide(feerate, BYTES_PER_KB, 'up')
    },
    send: (raw: string) => call('sendrawtransaction', [raw], Hash),
  }
}

function condense({ hash, height, previousblockhash, tx }: z.output<typeof Block>): ReadBlock {
  return { hash, height, previous: previousblockhash, transactions: tx.map(condenseTransaction) }
}

const condenseTransaction = ({ txid, vin, vout }: z.output<typeof Transaction>): ReadTransaction => ({
  txid,
  isCoinbase: vin.some(({ coinbase }) => coinbase !== undefined),
  spends: vin.flatMap((each) =>
    each.txid === undefined || each.vout === undefined ? [] : [outpoint(each.txid, each.vout)],
  ),
  outputs: vout.flatMap(({ n, value, scriptPubKey }) =>
    n === undefined || value === undefined || !scriptPubKey ? [] : [{ n, value, script: scriptPubKey.hex }],
  ),
})
