import { z } from 'zod'
import { divide, parseDecimal } from '#domain/decimal.ts'
import { NodeError, NodeRefusal, type Rpc } from '../../json-rpc.ts'
import { BITCOIN_DECIMALS, type BitcoinParameters } from './bitcoin-parameters.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Whole coins, which the node writes as a number and `openRpc` keeps as text. */
const Value = z.union([z.string(), z.int()]).transform((value, context) => {
  const units = parseDecimal(`${value}`, BITCOIN_DECIMALS)
  if (units !== undefined) return units
  context.addIssue('is no amount')
  return z.NEVER
})

/** Outputs of Litecoin's extension blocks have neither script nor value in the clear, and are not ours. */
const WholeTransaction = z.object({
  txid: Hash,
  vin: z.array(z.object({ txid: Hash.optional(), vout: z.int().optional(), coinbase: z.string().optional() })),
  vout: z.array(
    z.object({
      n: z.int().optional(),
      value: Value.optional(),
      scriptPubKey: z.object({ hex: z.string() }).optional(),
      tokenData: z.unknown().optional(),
    }),
  ),
})

const Header = { hash: Hash, height: z.int(), previousblockhash: Hash.optional() }
const Block = z.object({ ...Header, tx: z.array(WholeTransaction) })
const BlockOfIds = z.object({ ...Header, tx: z.array(Hash) })

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
/** A node refuses more calls at once than its queue holds, which are 16. */
const CALLS_AT_ONCE = 8
const BYTES_PER_KB = 1_000n

interface NodeParameters extends Pick<BitcoinParameters, 'ownBlock' | 'wholeBlocks' | 'feeCall'> {
  /** The hash of block 0. */
  readonly firstBlock: string
}
export type BitcoinNode = ReturnType<typeof openBitcoinNode>

/** The calls of a node with Bitcoin Core's RPC and an index of transactions (`txindex=1`) that custody needs. */
export function openBitcoinNode(rpc: Rpc, parameters: NodeParameters) {
  const { wholeBlocks, feeCall } = parameters
  const call = onChain(rpc, parameters)
  const kept = new Map<string, ReadBlock>()
  const hashAt = (height: number) => call('getblockhash', [height], Hash)

  async function readBlock(hash: string): Promise<z.output<typeof Block>> {
    if (wholeBlocks) return call('getblock', [hash, 2], Block)
    const { tx: ids, ...block } = await call('getblock', [hash, true], BlockOfIds)
    const tx: z.output<typeof WholeTransaction>[] = []
    // Nodes do not give the transaction of the first block, whose coins nobody can spend.
    for (let at = 0; block.height > 0 && at < ids.length; at += CALLS_AT_ONCE) {
      const next = ids.slice(at, at + CALLS_AT_ONCE)
      tx.push(...(await Promise.all(next.map((id) => call('getrawtransaction', [id, true], WholeTransaction)))))
    }
    return { ...block, tx }
  }

  async function blockOf(hash: string): Promise<ReadBlock> {
    const found = kept.get(hash) ?? condense(await readBlock(hash))
    kept.delete(hash)
    kept.set(hash, found)
    const [oldest] = kept.keys()
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest)
    return found
  }

  /** A transaction with the confirmations that it has; `undefined` if the node does not have it. */
  async function transactionOf(txid: string): Promise<(ReadTransaction & { confirmations: number }) | undefined> {
    try {
      const found = WholeTransaction.extend({ confirmations: z.int().default(0) })
      const { confirmations, ...tx } = await call('getrawtransaction', [txid, true], found)
      return { ...condenseTransaction(tx), confirmations }
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === NOT_FOUND) return undefined
      throw error
    }
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
    confirmations: async (txid: string) => (await transactionOf(txid))?.confirmations,
    transaction: transactionOf,
    /** The bytes of a transaction in a block, in hex. */
    raw: (txid: string) => call('getrawtransaction', [txid], z.string()),
    /** Base units per virtual byte; `undefined` while the node has seen too few transactions. */
    feeRate: async (): Promise<bigint | undefined> => {
      // Older nodes say -1 instead of nothing.
      const rate = Value.optional().catch(undefined)
      const feerate =
        feeCall === 'estimatefee'
          ? await call(feeCall, [], rate)
          : (await call(feeCall, [FEE_TARGET_BLOCKS], z.object({ feerate: rate }))).feerate
      return feerate === undefined ? undefined : divide(feerate, BYTES_PER_KB, 'up')
    },
    send: (raw: string) => call('sendrawtransaction', [raw], Hash),
  }
}

/** The calls of a node, of which the first makes sure of its chain. */
function onChain(rpc: Rpc, { firstBlock, ownBlock }: NodeParameters): Rpc['call'] {
  let isChecked = false
  return async (method, params, result) => {
    if (!isChecked) {
      for (const { height, hash } of [{ height: 0, hash: firstBlock }, ...(ownBlock ? [ownBlock] : [])])
        if ((await rpc.call('getblockhash', [height], Hash)) !== hash)
          throw new NodeError('the node is on another chain')
      isChecked = true
    }
    return rpc.call(method, params, result)
  }
}

function condense({ hash, height, previousblockhash, tx }: z.output<typeof Block>): ReadBlock {
  return { hash, height, previous: previousblockhash, transactions: tx.map(condenseTransaction) }
}

const condenseTransaction = ({ txid, vin, vout }: z.output<typeof WholeTransaction>): ReadTransaction => ({
  txid,
  isCoinbase: vin.some(({ coinbase }) => coinbase !== undefined),
  spends: vin.flatMap((each) =>
    each.txid === undefined || each.vout === undefined ? [] : [outpoint(each.txid, each.vout)],
  ),
  // Tokens of Bitcoin Cash are part of the digest by which their coin is spent: a payment that chose it would be refused for ever.
  outputs: vout.flatMap(({ n, value, scriptPubKey, tokenData }) =>
    n === undefined || value === undefined || !scriptPubKey || tokenData
      ? []
      : [{ n, value, script: scriptPubKey.hex }],
  ),
})
