import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gatherReads } from '#server/store/gather-reads.ts'

/** Answers each key with its capitals, except "x", which it does not know, after a delay in which more keys are requested. */
function slowReads() {
  const statements: string[][] = []
  const pipeline = { query: async () => [], close: async () => undefined }
  const find = gatherReads({ pipeline: () => pipeline }, async (by, keys) => {
    expect(by).toBe(pipeline)
    statements.push([...keys])
    await sleep(5)
    if (keys.includes('broken')) throw new Error('the connection was lost')
    return new Map(keys.filter((key) => key !== 'x').map((key) => [key, key.toUpperCase()]))
  })
  return { statements, find }
}

test('what is asked for during a read is read together after it, each key once', async () => {
  const { statements, find } = slowReads()
  expect(await Promise.all(['a', 'b', 'c', 'b', 'x'].map(find))).toEqual(['A', 'B', 'C', 'B', undefined])
  expect(statements).toEqual([['a'], ['b', 'c', 'x']])
})

test('a key asked for after its read has begun is read anew', async () => {
  const { statements, find } = slowReads()
  const first = find('a')
  await sleep(1)
  await Promise.all([first, find('a')])
  expect(statements).toEqual([['a'], ['a']])
})

test('a failed read fails those it was for, and the next is tried again', async () => {
  const { find } = slowReads()
  const results = await Promise.allSettled(['a', 'broken', 'b'].map(find))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await find('b')).toBe('B')
})

test('very many keys go in several statements', async () => {
  const { statements, find } = slowReads()
  await Promise.all(Array.from({ length: 1_201 }, (_, i) => find(`key ${i}`)))
  expect(statements.map((keys) => keys.length)).toEqual([1, 500, 500, 200])
})
