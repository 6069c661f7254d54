import { expect, test } from 'vitest'
import { createFigures } from '#server/console/overview/routes.ts'

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
  const figures = createFigures({ database: { query }, now: () => Date.UTC(2026, 10, 22), days: 14 })
  const [first, second, third] = await Promise.all([figures(), figures(), figures()])
  expect(first).toHaveLength(14)
  expect([second, third]).toEqual([first, first])
  // The trades of all days in two statements, and the people of each day.
  expect({ asked, most }).toEqual({ asked: 16, most: 1 })
})

test('a count that fails is tried again by the next who asks', async () => {
  let isAway = true
  const query = async <Row>(): Promise<Row[]> => {
    if (isAway) throw new Error('away')
    return []
  }
  const figures = createFigures({ database: { query }, now: () => Date.UTC(2026, 10, 22), days: 2 })
  await expect(figures()).rejects.toThrow('away')
  isAway = false
  expect((await figures()).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
})
