import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hexOf, type SumNode } from '#domain/liabilities.ts'

/** A node is the 16 bytes of its sum and the 32 of its hash, as the hash of its parent takes them. */
export const NODE_BYTES = 48
export const SUM_BYTES = 16
const NODE_KIND = Buffer.of(1)

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Levels between two that are kept, and their nodes that are kept together. */
export const LEVELS_APART = 8
export const NODES_TOGETHER = 2 ** LEVELS_APART

/** A tree of a million leaves takes minutes: orders come between its parts, and have the process to themselves for as long. */
export class Turns {
  #began = performance.now()

  /** Lets everything else run, if it has waited for long enough. */
  async pass(): Promise<void> {
    const busyMs = performance.now() - this.#began
    if (busyMs < BUSY_MS_MAX) return
    await sleep(Math.min(busyMs, REST_MS_MAX))
    this.#began = performance.now()
  }
}

/** The wait for the database counts as work, and needs no longer rest. */
const REST_MS_MAX = 8

const BUSY_MS_MAX = 4
/** Hashes between two looks at the clock. */
const HASHES = 64

const sumAt = (nodes: Buffer, at: number): bigint =>
  (nodes.readBigUInt64BE(at) << 64n) | nodes.readBigUInt64BE(at + SUM_BYTES / 2)

/** The parents of a level, half as many. @throws RangeError if a sum does not fit into 128 bits */
function writeParent(pair: Buffer, parent: Buffer): void {
  const sum = sumAt(pair, 0) + sumAt(pair, NODE_BYTES)
  parent.writeBigUInt64BE(sum >> 64n, 0)
  parent.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, SUM_BYTES / 2)
  sha256(Buffer.concat([NODE_KIND, pair])).copy(parent, SUM_BYTES)
}

const pairAt = (nodes: Buffer, index: number) => nodes.subarray(index * 2 * NODE_BYTES, (index + 1) * 2 * NODE_BYTES)
const nodeAt = (nodes: Buffer, index: number) => nodes.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES)

/** Yields each level from the leaves, whose number is a power of two, to the root. */
export async function* levelsOf(leaves: Buffer, turns: Turns): AsyncGenerator<Buffer, void> {
  yield leaves
  for (let nodes = leaves; nodes.length > NODE_BYTES; ) {
    const parents = Buffer.alloc(nodes.length / 2)
    for (let index = 0; index * NODE_BYTES < parents.length; index += 1) {
      writeParent(pairAt(nodes, index), nodeAt(parents, index))
      if (index % HASHES === 0) await turns.pass()
    }
    yield parents
    nodes = parents
  }
}

export const nodeOnWire = (node: Buffer): SumNode => ({
  sum: sumAt(node, 0).toString(),
  hash: hexOf(node.subarray(SUM_BYTES)),
})

/** The siblings on the way from a node up through nodes that were kept together, up to the node above all of them. */
export function siblingsIn(nodes: Buffer, place: number): SumNode[] {
  const siblings: SumNode[] = []
  let [level, at] = [nodes, place]
  while (level.length > NODE_BYTES) {
    siblings.push(nodeOnWire(nodeAt(level, at % 2 === 0 ? at + 1 : at - 1)))
    const parents = Buffer.alloc(level.length / 2)
    for (let index = 0; index * NODE_BYTES < parents.length; index += 1)
      writeParent(pairAt(level, index), nodeAt(parents, index))
    level = parents
    at = Math.floor(at / 2)
  }
  return siblings
}
