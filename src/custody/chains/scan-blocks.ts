import { type CustodyResult, SCAN_BLOCKS_MAX } from '#contract/custody.ts'
import { NodeError } from '../json-rpc.ts'
import type { Transfer } from './chain.ts'
import { readLinked } from './read-linked.ts'

interface Header {
  readonly height: number
  readonly hash: string
}

interface ScannedBlock extends Header {
  readonly parentHash: string
  readonly found: readonly Transfer[]
}

/** The address of ours that a block names; `undefined` for all others. */
export type Receiver = (address: string) => Pick<Transfer, 'address' | 'index'> | undefined

interface Source {
  head(): Promise<Header>
  header(height: number): Promise<Header>
  readonly blocksMax?: number
  readonly blocksAtOnce?: number
  read(height: number): Promise<ScannedBlock>
}

/** The server gives a question up after 30 s, and would ask for the same blocks again. */
const SCAN_MS_MAX = 5_000

/** Our payments in the blocks after one, up to the most of one scan, or as many as are read in its time. */
export async function scanBlocks(
  { head, header, blocksMax = SCAN_BLOCKS_MAX, blocksAtOnce = 10, read }: Source,
  after: number,
): Promise<CustodyResult<'scan'>> {
  const tip = idOf(await head())
  const last = Math.min(tip.height, after + blocksMax)
  if (last <= after) {
    const scanned = idOf(await header(Math.min(Math.max(after, 0), tip.height)))
    return { tip, scanned, more: false, transfers: [] }
  }
  const transfers: Transfer[] = []
  let scanned: Header | undefined
  for await (const block of readLinked(read, { from: after + 1, to: last, atOnce: blocksAtOnce, msMax: SCAN_MS_MAX })) {
    scanned = idOf(block)
    transfers.push(...block.found)
  }
  if (!scanned) throw new NodeError('the node has no blocks')
  return { tip, scanned, more: scanned.height < tip.height, transfers }
}

const idOf = ({ height, hash }: Header): Header => ({ height, hash })
