import { NodeError } from '../json-rpc.ts'

interface Linked {
  readonly hash: string
  readonly parentHash: string
}

interface Span {
  readonly from: number
  /** The last one, too. */
  readonly to: number
  readonly atOnce: number
  /** No further blocks are read after so long. */
  readonly msMax?: number
}

/** The blocks of a span in their order. Throws NodeError where one does not follow the other: the chain moved while it was read. */
export async function* readLinked<Block extends Linked>(
  read: (height: number) => Promise<Block>,
  { from, to, atOnce, msMax = Number.POSITIVE_INFINITY }: Span,
) {
  const until = performance.now() + msMax
  let previous: Block | undefined
  for (let first = from; first <= to; first += atOnce) {
    const heights = Array.from({ length: Math.min(atOnce, to - first + 1) }, (_, place) => first + place)
    for (const block of await Promise.all(heights.map(read))) {
      if (previous && block.parentHash !== previous.hash) throw new NodeError('the chain moved while it was read')
      previous = block
      yield block
    }
    if (performance.now() > until) return
  }
}
