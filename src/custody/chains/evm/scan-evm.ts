import { getAddress } from 'ethers/address'
import { getBigInt } from 'ethers/utils'
import type { CustodyResult } from '#contract/custody.ts'
import { NodeError, NodeRefusal } from '../../json-rpc.ts'
import type { ServedCoin, Transfer } from '../chain.ts'
import { type Receiver, scanBlocks } from '../scan-blocks.ts'
import type { EvmAddresses } from './evm-addresses.ts'
import type { Call, EvmNode, FullBlock, Log } from './evm-node.ts'

interface Parts {
  readonly node: EvmNode
  readonly addresses: EvmAddresses
  readonly coins: readonly ServedCoin[]
  /** Whether the node traces blocks. */
  readonly traces: boolean
}

/** Topics of a token's transfer; one of a single piece (ERC-721) has its number as a further topic. */
const TOPICS_OF_AMOUNT = 3

/** The position of the first payment by a contract: no transaction has so many logs, whose tokens come before it. */
const FIRST_CALL = 1_000_000
/** The calls that move coins to somebody else. */
const MOVING: readonly string[] = ['CALL', 'SELFDESTRUCT']

/**
 * The payments to our addresses in the blocks after one: coins by the receivers of transactions, tokens by the logs of all contracts, so that
 * an unknown token is seen too, and coins that contracts send by the traces of a node that has them.
 */
export async function scanEvm(
  parts: Parts,
  { after, issued }: { after: number; issued: number },
): Promise<CustodyResult<'scan'>> {
  const { node, addresses } = parts
  await addresses.derive(issued)
  const header = async (at: number | 'latest') => {
    const { number: height, hash } = await node.head(at)
    return { height, hash }
  }
  const read = (height: number) => readBlock(parts, { height, issued })
  return scanBlocks({ head: () => header('latest'), header, read }, after)
}

async function readBlock(parts: Parts, { height, issued }: { height: number; issued: number }) {
  const block = await parts.node.fullBlock(height)
  if (block.number !== height) throw new NodeError(`the node gave block ${block.number} instead of ${height}`)
  const receiver = (address: string) => receiverOf(parts.addresses, { address: address.toLowerCase(), issued })
  const logs = await parts.node.transferLogs(block.hash)
  const found = [
    ...(await coinTransfers(parts, { block, receiver })),
    ...tokenTransfers(parts, { logs, receiver }),
    ...(await contractTransfers(parts, { block, receiver })),
  ].map((each): Transfer => ({ ...each, height, blockHash: block.hash }))
  return { height, hash: block.hash, parentHash: block.parentHash, found }
}

type Found = Omit<Transfer, 'height' | 'blockHash'>

function receiverOf(
  addresses: EvmAddresses,
  { address, issued }: { address: string; issued: number },
): Pick<Transfer, 'address' | 'index'> | undefined {
  if (address === addresses.hot.toLowerCase()) return { address: addresses.hot }
  const index = addresses.indexOf(address)
  return index === undefined || index >= issued ? undefined : { address: addresses.of(index), index }
}

async function coinTransfers(
  { node, coins: [own] }: Parts,
  { block, receiver }: { block: FullBlock; receiver: Receiver },
): Promise<Found[]> {
  if (!own) return []
  const transfers: Found[] = []
  for (const { hash, from, to, value } of block.transactions) {
    const to_ = to && value > 0n ? receiver(to) : undefined
    if (!to_) continue
    const receipt = await node.receipt(hash)
    if (!receipt) throw new NodeError('the node has a block without a receipt of its transaction')
    // A transaction that reverted moved nothing.
    if (receipt.status !== 1) continue
    const { symbol, decimals } = own
    const paid = { coin: symbol, decimals, amount: value.toString() }
    transfers.push({ txid: hash, position: 0, ...to_, ...paid, from: [getAddress(from)] })
  }
  return transfers
}

/** The position of a token's transfer is its place among those of its transaction, from 1: the place in the block changes with the block. */
function tokenTransfers({ coins }: Parts, { logs, receiver }: { logs: Log[]; receiver: Receiver }): Found[] {
  const counts = new Map<string, number>()
  return logs
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .flatMap(({ address, topics, data, transactionHash: txid }): Found[] => {
      const position = (counts.get(txid) ?? 0) + 1
      counts.set(txid, position)
      const [, sender = '', topic] = topics
      const to = topic && receiver(addressIn(topic))
      const amount = topics.length === TOPICS_OF_AMOUNT ? amountOf(data) : 1n
      if (!to || amount === 0n) return []
      const contract = getAddress(address)
      const coin = coins.find((each) => each.contract?.toLowerCase() === address.toLowerCase())
      const known = coin && { coin: coin.symbol, decimals: coin.decimals }
      return [
        { txid, position, ...to, contract, ...known, amount: amount.toString(), from: [getAddress(addressIn(sender))] },
      ]
    })
}

/** The coins that contracts sent: those of the transactions themselves are seen without a trace. */
async function contractTransfers(
  { node, coins: [own], traces: isTraced }: Parts,
  { block, receiver }: { block: FullBlock; receiver: Receiver },
): Promise<Found[]> {
  if (!own || !isTraced || block.transactions.length === 0) return []
  // A node without the state of an old block cannot trace it any more. No deposit waits for that: the comparison with the ledger shows what is missing.
  const traces = await node.traces(block.hash).catch((error: unknown) => {
    if (error instanceof NodeRefusal) return []
    throw error
  })
  const traced = new Map(traces.map(({ txHash, result }) => [txHash, result]))
  return block.transactions.flatMap(({ hash: txid, from }) => {
    const outermost = traced.get(txid)
    return (outermost ? paymentsWithin(outermost) : []).flatMap((each, place): Found[] => {
      const to = receiver(each.to)
      const paid = { coin: own.symbol, decimals: own.decimals, amount: each.value.toString() }
      const senders = [getAddress(each.from), getAddress(from)]
      return to ? [{ txid, position: FIRST_CALL + place, ...to, ...paid, from: senders }] : []
    })
  })
}

/** All payments that a call made in turn, in their order; what an error has undone is left out. */
function paymentsWithin({ error, calls }: Call): { from: string; to: string; value: bigint }[] {
  if (error) return []
  return (calls ?? []).flatMap((call) => {
    const { type, from, to, value } = call
    const isPayment = !call.error && to && value && MOVING.includes(type)
    return [...(isPayment ? [{ from, to, value }] : []), ...paymentsWithin(call)]
  })
}

const WORD_LENGTH = 66

/** A topic is an address in a word of 32 bytes. */
const addressIn = (topic: string) => `0x${topic.slice(-40)}`

const amountOf = (data: string): bigint => (data.length >= WORD_LENGTH ? getBigInt(data.slice(0, WORD_LENGTH)) : 0n)
