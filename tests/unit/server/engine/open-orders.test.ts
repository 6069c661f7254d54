import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

test('an order that waits is found however many came and went since, also where the book was empty between them', () => {
  const story = new EngineStory()
  story.gives('ali', '1000000 TOMAN')
  story.gives('sara', '10000 GOLD')
  const pairs = (count: number) => {
    for (let i = 0; i < count; i++) {
      story.order('sara sells 1 GOLD at 100')
      expect(story.order('ali buys 1 GOLD at 100')).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION' })
    }
  }
  pairs(1_200)
  story.order('ali buys 1 GOLD at 1')
  pairs(1_200)
  expect(story.book()).toBe(`
  buy  1: 1 (ali 1)
`)
  expect(story.cancel('ali', 2_401)).toMatchObject({ status: 'CANCELLED_BY_USER' })
  pairs(1)
  expect(story.order('sara sells 2 GOLD at 100')).toMatchObject({ orderId: 4_804, status: 'IS_OPEN' })
  expect(story.cancel('sara', 4_804)).toMatchObject({ status: 'CANCELLED_BY_USER' })
})
