import type { CustodyResult } from '#contract/custody.ts'
import { HOT } from '../../account.ts'
import { NodeError } from '../../json-rpc.ts'
import type { Transfer } from '../chain.ts'
import type { BitcoinAddresses } from './bitcoin-addresses.ts'
import type { BitcoinNode, ReadBlock, ReadTransaction } from './bitcoin-node.ts'
import { BITCOIN_DECIMALS } from './bitcoin-parameters.ts'
import { spentBy } from './inspect-bitcoin.ts'

/** A block of this family may hold thousands of transactions. */
const BLOCKS_MAX = 50

interface Parts {
  readonly node: BitcoinNode
  readonly addresses: BitcoinAddresses
  readonly symbol: string
}

/** The payments to our addresses in the blocks after one, each output by itself. */
export async function scanBitcoin(
  { node, addresses, symbol }: Parts,
  { after, issued }: { after: number; issued: number },
): Promise<CustodyResult<'scan'>> {
  await addresses.derive(issued)
  const height = await node.height()
  const tip = { height, hash: await node.hashAt(height) }
  const last = Math.min(height, after + BLOCKS_MAX)
  if (last <= after) {
    const at = Math.min(Math.max(after, 0), height)
    return { tip, scanned: { height: at, hash: await node.hashAt(at) }, more: false, transfers: [] }
  }
  const transfers: Transfer[] = []
  let previous: ReadBlock | undefined
  for (let at = after + 1; at <= last; at += 1) {
    const block = await node.blockAt(at)
    if (previous && block.previous !== previous.hash) throw new NodeError('the chain moved while it was read')
    previous = block
    for (const { spends, ...paid } of transfersOf(block, { addresses, symbol, issued }))
      transfers.push({ ...paid, ...(await sendersOf({ node, addresses }, spends)) })
  }
  if (!previous) throw new NodeError('the node has no blocks')
  const scanned = { height: previous.height, hash: previous.hash }
  return { tip, scanned, more: scanned.height < height, transfers }
}

function transfersOf(
  { height, hash: blockHash, transactions }: ReadBlock,
  { addresses, symbol, issued }: Omit<Parts, 'node'> & { issued: number },
): (Transfer & Pick<ReadTransaction, 'spends'>)[] {
  return transactions.flatMap(({ txid, spends, outputs }) =>
    outputs.flatMap(({ n, value, script }) => {
      const place = addresses.placeOf(script)
      if (!place || value === 0n) return []
      const isHot = place.branch === HOT.branch
      if (!isHot && place.index >= issued) return []
      const receiver = { address: addresses.of(place), ...(!isHot && { index: place.index }) }
      const amount = { coin: symbol, decimals: BITCOIN_DECIMALS, amount: value.toString() }
      return [{ txid, position: n, ...receiver, ...amount, height, blockHash, spends }]
    }),
  )
}

/** The addresses of the coins that a payment spends; none where the chain hides one of them. */
async function sendersOf({ node, addresses }: Pick<Parts, 'node' | 'addresses'>, spends: readonly string[]) {
  const spent = await spentBy(node, { spends })
  return spent ? { from: [...new Set(spent.flatMap(({ script }) => addresses.addressOf(script) ?? []))] } : {}
}
