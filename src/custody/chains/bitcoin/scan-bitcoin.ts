import type { CustodyResult } from '#contract/custody.ts'
import { HOT } from '../../account.ts'
import type { Transfer } from '../chain.ts'
import { scanBlocks } from '../scan-blocks.ts'
import type { BitcoinAddresses } from './bitcoin-addresses.ts'
import type { BitcoinNode, ReadBlock, ReadTransaction } from './bitcoin-node.ts'
import { BITCOIN_DECIMALS } from './bitcoin-parameters.ts'
import { spentBy } from './inspect-bitcoin.ts'

/** A block of this family may hold thousands of transactions. */
const LIMITS = { blocksMax: 50, blocksAtOnce: 1 }

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
  const header = async (height: number) => ({ height, hash: await node.hashAt(height) })
  const read = async (at: number) => {
    const { height, hash, previous: parentHash = '', transactions } = await node.blockAt(at)
    const found: Transfer[] = []
    for (const { spends, ...paid } of transfersOf({ height, hash, transactions }, { addresses, symbol, issued }))
      found.push({ ...paid, ...(await sendersOf({ node, addresses }, spends)) })
    return { height, hash, parentHash, found }
  }
  return scanBlocks({ head: async () => header(await node.height()), header, read, ...LIMITS }, after)
}

function transfersOf(
  { height, hash: blockHash, transactions }: Omit<ReadBlock, 'previous'>,
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
