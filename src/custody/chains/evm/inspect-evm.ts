import { getBigInt } from 'ethers/utils'
import type { AskedPayment, Inspection } from '../chain.ts'
import { type EvmNode, TRANSFER_TOPIC } from './evm-node.ts'

/** A transaction that `from` has sent: what it pays of a coin, by its value or by the token's own logs. */
export async function inspectEvm(
  { node, from }: { node: EvmNode; from: string },
  { txid, coin, to }: AskedPayment,
): Promise<Inspection | undefined> {
  const [sent, receipt] = [await node.transaction(txid), await node.receipt(txid)]
  if (!sent || receipt?.status !== 1 || !isSame(sent.from, from)) return undefined
  const tip = await node.head('latest')
  return {
    height: receipt.blockNumber,
    confirmations: Math.max(tip.number - receipt.blockNumber + 1, 0),
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
    amount:
      coin.contract === undefined
        ? isSame(sent.to ?? '', to)
          ? sent.value
          : 0n
        : await tokensOf(node, { txid, contract: coin.contract, from, to }),
  }
}

async function tokensOf(
  node: EvmNode,
  { txid, contract, from, to }: { txid: string; contract: string; from: string; to: string },
): Promise<bigint> {
  const logs = await node.logs(txid)
  return logs.reduce((sum, { address, topics: [topic, sender = '', receiver = ''], data }) => {
    const isPaid = topic === TRANSFER_TOPIC && isSame(address, contract)
    return isPaid && isWordOf(sender, from) && isWordOf(receiver, to) ? sum + getBigInt(data) : sum
  }, 0n)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const ADDRESS_LENGTH = 40

/** A topic is an address in a word of 32 bytes. */
const isWordOf = (topic: string, address: string) =>
  isSame(topic.slice(-ADDRESS_LENGTH), address.slice(-ADDRESS_LENGTH))
