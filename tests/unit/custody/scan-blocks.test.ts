import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scanBlocks } from '#custody/chains/scan-blocks.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A chain of 100 blocks, each of which takes so many milliseconds to read. */
const chainOf = (msPerBlock: number) => {
  const header = async (height: number) => ({ height, hash: `0x${height}` })
  return {
    ...{ head: () => header(100), header, blocksAtOnce: 1 },
    async read(height: number) {
      vi.advanceTimersByTime(msPerBlock)
      return { ...(await header(height)), parentHash: `0x${height - 1}`, found: [] }
    },
  }
}

test('blocks that are read quickly are read up to the tip', async () => {
  expect(await scanBlocks(chainOf(1), 40)).toMatchObject({ scanned: { height: 100 }, more: false })
})

test('a scan of slow blocks ends in time for whoever asked, with what it has read, and the next one goes on there', async () => {
  const slow = chainOf(2_000)
  const first = await scanBlocks(slow, 40)
  expect(first).toMatchObject({ scanned: { height: 43 }, more: true })
  expect(await scanBlocks(slow, first.scanned.height)).toMatchObject({ scanned: { height: 46 }, more: true })
})

test('however slow, a scan gets on by a block', async () => {
  expect(await scanBlocks(chainOf(25_000), 40)).toMatchObject({ scanned: { height: 41 }, more: true })
})
