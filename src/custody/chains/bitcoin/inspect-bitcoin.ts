import { NodeError } from '../../json-rpc.ts'
import type { AskedPayment, Inspection } from '../chain.ts'
import type { BitcoinAddresses } from './bitcoin-addresses.ts'
import type { BitcoinNode, ReadTransaction } from './bitcoin-node.ts'

interface Parts {
  readonly node: BitcoinNode
  readonly addresses: BitcoinAddresses
}

/** A transaction in a block that spends coins of our addresses alone: what it pays to a script. */
export async function inspectBitcoin(
  { node, addresses }: Parts,
  { txid, to }: Pick<AskedPayment, 'txid' | 'to'>,
): Promise<Inspection | undefined> {
  const found = await node.transaction(txid)
  if (!found || found.confirmations <= 0) return undefined
  const spent = await spentBy(node, found)
  if (!spent?.length || spent.some(({ script }) => addresses.placeOf(script) === undefined)) return undefined
  const sumOf = (coins: readonly { readonly value: bigint }[]) => coins.reduce((sum, { value }) => sum + value, 0n)
  const script = addresses.scriptTo(to)
  return {
    height: (await node.height()) - found.confirmations + 1,
    confirmations: found.confirmations,
    amount: sumOf(found.outputs.filter((each) => each.script === script)),
    fee: sumOf(spent) - sumOf(found.outputs),
  }
}

/** The outputs that a transaction spends, which only the transactions before it say; `undefined` if one of them has no script in the clear. */
export async function spentBy(
  node: BitcoinNode,
  { spends }: Pick<ReadTransaction, 'spends'>,
): Promise<ReadTransaction['outputs'][number][] | undefined> {
  const outputs: ReadTransaction['outputs'][number][] = []
  for (const name of spends) {
    const [txid = '', place] = name.split(':')
    const before = await node.transaction(txid)
    if (!before) throw new NodeError(`the node does not know the coin ${name}`)
    const output = before.outputs.find(({ n }) => `${n}` === place)
    if (!output) return undefined
    outputs.push(output)
  }
  return outputs
}
