import type { AskedPayment, Inspection } from '../chain.ts'
import { TRANSFER_TOPIC } from './scan-tron.ts'
import { toHex } from './tron-addresses.ts'
import { fromWord, readWord } from './tron-codec.ts'
import type { TronInfo, TronNode } from './tron-node.ts'

interface Parts {
  readonly node: TronNode
  /** In hex. */
  readonly from: string
  /** How deep it is, which a block is only after the chain's producers have built on it. */
  readonly depthOf: (info: TronInfo) => Promise<number>
}

/** A transaction of `from`: what it pays of a coin, by the block or by the token's own logs. */
export async function inspectTron(
  { node, from, depthOf }: Parts,
  { txid, coin, to: address }: AskedPayment,
): Promise<Inspection | undefined> {
  const info = await node.info(txid)
  const to = toHex(address)
  if (!info?.succeeded || to === undefined) return undefined
  const confirmations = await depthOf(info)
  const { height, fee } = info
  if (coin.contract === undefined) {
    const { transactions } = await node.block(height)
    const paid = transactions.find((each) => each.txid === txid)?.paid
    return paid?.from === from ? { height, confirmations, fee, amount: paid.to === to ? paid.amount : 0n } : undefined
  }
  const contract = toHex(coin.contract)
  const amount = info.log.reduce((sum, { address: of, topics: [topic, sender, receiver], data }) => {
    const isPaid =
      topic === TRANSFER_TOPIC && fromWord(of) === contract && sender !== undefined && receiver !== undefined
    return isPaid && fromWord(sender) === from && fromWord(receiver) === to ? sum + (readWord(data) ?? 0n) : sum
  }, 0n)
  return amount > 0n ? { height, confirmations, fee, amount } : undefined
}
