import { NodeError } from '../../json-rpc.ts'
import type { Chain, ServedCoin, Transfer } from '../chain.ts'
import { type Receiver, scanBlocks } from '../scan-blocks.ts'
import { type TronAddresses, toBase58, toHex } from './tron-addresses.ts'
import { fromWord, readWord } from './tron-codec.ts'
import type { BlockHeader, TronBlock, TronInfo, TronNode } from './tron-node.ts'

interface Parts {
  readonly node: TronNode
  readonly addresses: TronAddresses
  readonly coins: readonly ServedCoin[]
}

/** Five minutes of the main network, whose blocks take a megabyte with their outcomes; a vendor takes a few calls a second. */
const LIMITS = { blocksMax: 100, blocksAtOnce: 3 }
/** Transfer(address,address,uint256) */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Topics of a token's transfer; one of a single piece has its number as a further topic. */
const TOPICS_OF_AMOUNT = 3

/** The server reads the blocks that are not final again and again. */
const BLOCKS_KEPT = 40

/** A block with the outcomes of its transactions. */
interface WholeBlock extends TronBlock {
  readonly infos: readonly TronInfo[]
}

/**
 * Scans for the payments to our addresses in the blocks after one: coins by the receivers of transactions, tokens by the logs of all contracts,
 * so that an unknown token is seen too. Coins that a contract sends are not seen.
 */
export function openTronScan({ node, addresses, coins }: Parts): Chain['scan'] {
  let kept: ReadonlyMap<string, WholeBlock> = new Map()
  /** The blocks after one by their heights, from the newest back, each found by the hash in the one above it. */
  async function readBack(tip: BlockHeader, after: number): Promise<ReadonlyMap<number, WholeBlock>> {
    const blocks = new Map<number, WholeBlock>()
    let { hash } = tip
    for (let height = tip.height; height > after; height -= 1) {
      const block = kept.get(hash) ?? (await readWhole(node, height))
      if (block.hash !== hash) throw new NodeError('the chain moved while it was read')
      blocks.set(height, block)
      hash = block.parentHash
    }
    kept = new Map([...blocks.values()].map((block) => [block.hash, block]))
    return blocks
  }
  return async ({ after, issued }) => {
    await addresses.derive(issued)
    const receiver: Receiver = (hex) => {
      if (hex === addresses.hot) return { address: toBase58(hex) }
      const index = addresses.indexOf(hex)
      return index === undefined || index >= issued ? undefined : { address: toBase58(hex), index }
    }
    const tip = await node.head()
    const newest = tip.height - after <= BLOCKS_KEPT ? await readBack(tip, after) : undefined
    const read = async (height: number) => {
      const block = newest?.get(height) ?? (await readWhole(node, height))
      return { ...block, found: transfersOf(block, { coins, receiver }) }
    }
    return scanBlocks({ head: async () => tip, header: node.header, read, ...LIMITS }, after)
  }
}

async function readWhole(node: TronNode, height: number): Promise<WholeBlock> {
  const block = await node.block(height)
  // The first block has transactions without outcomes, which made the chain's first accounts.
  if (height === 0) return { ...block, transactions: [], infos: [] }
  const infos = await node.infos(height)
  // Outcomes are asked for by height alone: after a reorganisation they are those of another block.
  const ids = new Set(infos.map(({ txid }) => txid))
  if (infos.length !== block.transactions.length || !block.transactions.every(({ txid }) => ids.has(txid)))
    throw new NodeError(`the node gave outcomes of another block ${height}`)
  return { ...block, infos }
}

interface Ours extends Pick<Parts, 'coins'> {
  readonly receiver: Receiver
}

function transfersOf(block: WholeBlock, ours: Ours): Transfer[] {
  const place = { height: block.height, blockHash: block.hash }
  const [own] = ours.coins
  const paid = block.transactions.flatMap(({ txid, paid }): Transfer[] => {
    const to = paid && paid.amount > 0n ? ours.receiver(paid.to) : undefined
    if (!own || !paid || !to) return []
    const { symbol: coin, decimals } = own
    const from = [toBase58(paid.from)]
    return [{ txid, position: 0, ...to, coin, decimals, amount: paid.amount.toString(), from, ...place }]
  })
  return [...paid, ...block.infos.flatMap((info) => tokensOf(info, ours).map((each) => ({ ...each, ...place })))]
}

/** The position of a token's transfer is its place among those of its transaction, from 1: the place in the block changes with the block. */
function tokensOf(
  { txid, succeeded, log }: TronInfo,
  { coins, receiver }: Ours,
): Omit<Transfer, 'height' | 'blockHash'>[] {
  if (!succeeded) return []
  return log
    .filter(({ topics }) => topics[0] === TRANSFER_TOPIC)
    .flatMap(({ address, topics, data }, at) => {
      const [, sender, topic] = topics
      const to = topic === undefined ? undefined : receiver(fromWord(topic))
      const amount = topics.length === TOPICS_OF_AMOUNT ? readWord(data) : 1n
      if (!to || !amount) return []
      const contract = fromWord(address)
      const coin = coins.find((each) => each.contract !== undefined && toHex(each.contract) === contract)
      const known = coin && { coin: coin.symbol, decimals: coin.decimals }
      const from = sender === undefined ? {} : { from: [toBase58(fromWord(sender))] }
      const place = { txid, position: at + 1, ...to, contract: toBase58(contract) }
      return [{ ...place, ...known, ...from, amount: amount.toString() }]
    })
}
