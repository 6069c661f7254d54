/** Blocks come fast, so that confirmations can be watched. */
const BLOCK_MS = 2_000
/** Empty blocks after one with a transaction. Then the chain rests, since each block takes place on the disk for good. */
const EMPTY_BLOCKS = 12

/** A chain that gets a block when one is asked for. */
export interface Miner {
  /** Whether the newest block, or the pool, has a transaction. */
  hasTransaction(): Promise<boolean>
  mineEmpty(): Promise<unknown>
}

/** Mines while something waits for confirmations. Returns a function that ends it. */
export function mineAfterTransactions({ hasTransaction, mineEmpty }: Miner): () => void {
  let left = EMPTY_BLOCKS
  const timer = setInterval(async () => {
    try {
      if (await hasTransaction()) left = EMPTY_BLOCKS
      if (left <= 0) return
      left -= 1
      await mineEmpty()
    } catch {
      // The node is stopping.
    }
  }, BLOCK_MS).unref()
  return () => clearInterval(timer)
}
