import { NodeError } from '../../json-rpc.ts'
import { readLinked } from '../read-linked.ts'
import type { TronTransaction } from './tron-codec.ts'
import type { BlockHeader, TronNode } from './tron-node.ts'

/** Two bytes of the height are in the transaction. */
const HEIGHTS_APART = 65_536
const BLOCKS_AT_ONCE = 3

/**
 * Whether a transaction is in no block and can never be in one, so that its payment may be signed anew. A node that does not find it proves
 * nothing: it may lag behind the one that took it. So all blocks that could hold it are read, from the one that it refers to until the first
 * that is as late as its expiration, and the last of them has to be final; what follows cannot hold it.
 */
export async function isExpired(
  node: TronNode,
  { txid, transaction }: { txid: string; transaction: TronTransaction },
): Promise<boolean> {
  const solid = await node.solidHead()
  if (solid.timestamp < transaction.expiration) return false
  const { height } = await findReference(node, { transaction, solid })
  for await (const block of readLinked(node.block, { from: height, to: solid.height, atOnce: BLOCKS_AT_ONCE })) {
    if (block.height === height && !isReference(block, transaction)) break
    if (block.transactions.some((each) => each.txid === txid)) return false
    if (block.timestamp >= transaction.expiration) return true
  }
  throw new NodeError('the node contradicts itself about its blocks')
}

const isReference = ({ hash }: BlockHeader, { refBlockHash }: TronTransaction): boolean =>
  hash.slice(16, 32) === refBlockHash

/** The block that a transaction refers to. */
async function findReference(
  node: TronNode,
  { transaction, solid }: { transaction: TronTransaction; solid: BlockHeader },
): Promise<BlockHeader> {
  const low = Buffer.from(transaction.refBlockBytes, 'hex').readUInt16BE()
  const newest = solid.height - ((solid.height - low + HEIGHTS_APART) % HEIGHTS_APART)
  for (let height = newest; height >= 0; height -= HEIGHTS_APART) {
    const block = await node.header(height)
    if (isReference(block, transaction)) return block
  }
  throw new NodeError('the node does not have the block that the transaction refers to')
}
