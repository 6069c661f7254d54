import { expect, test } from 'vitest'
import { createFigures } from '#server/console/overview/figures.ts'

test('however many ask at a time, each day is counted once, and one after the other', async () => {
  let asked = 0
  let underWay = 0
  let most = 0
  const query = async <Row>(): Promise<Row[]> => {
    asked += 1
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return []
  }
  const figures = createFigures({ database: { query }, now: () => Date.UTC(2026, 10, 22) })
  const [first, second, third] = await Promise.all([figures(14), figures(14), figures(7)])
  expect([first?.length, third?.length]).toEqual([14, 7])
  expect(second).toEqual(first)
  expect({ asked, most }).toEqual({ asked: 14, most: 1 })
})

test('a count that fails is tried again by the next who asks', async () => {
  let isAway = true
  const query = async <Row>(): Promise<Row[]> => {
    if (isAway) throw new Error('away')
    return []
  }
  const figures = createFigures({ database: { query }, now: () => Date.UTC(2026, 10, 22) })
  await expect(figures(2)).rejects.toThrow('away')
  isAway = false
  expect((await figures(2)).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
})
