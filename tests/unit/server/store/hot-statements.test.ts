import { expect, test } from 'vitest'
import { HotStatements } from '#server/store/hot-statements.ts'

test('a text that is used often gets a name, however many others were used once before it', () => {
  const hot = new HotStatements()
  const oftenUsed = (sql: string) => [1, 2, 3, 4].map(() => hot.nameOf(sql))
  const [, , first] = oftenUsed('select 1')
  for (let i = 0; i < 2_000; i++) expect(hot.nameOf(`select ${i} as other`)).toBeUndefined()
  const [once, twice, named, again] = oftenUsed('select 2')
  expect([once, twice]).toEqual([undefined, undefined])
  expect(named).toEqual(expect.any(String))
  expect(again).toBe(named)
  expect(named).not.toBe(first)
  expect(hot.nameOf('select 1')).toBe(first)
})

test('a text that was given up gets no name again', () => {
  const hot = new HotStatements()
  for (let i = 0; i < 3; i++) hot.nameOf('select 1')
  hot.giveUp('select 1')
  for (let i = 0; i < 2_000; i++) hot.nameOf(`select ${i} as other`)
  for (let i = 0; i < 5; i++) expect(hot.nameOf('select 1')).toBeUndefined()
})
