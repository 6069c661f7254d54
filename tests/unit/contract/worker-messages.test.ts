import { expect, test } from 'vitest'
import { parseWorkerMessage } from '#contract/worker.ts'

test('a message of ours is read', () => {
  expect(parseWorkerMessage({ type: 'SKIP_WAITING' })).toEqual({ type: 'SKIP_WAITING' })
})

test('what else a message carries is left behind', () => {
  expect(parseWorkerMessage({ type: 'SKIP_WAITING', reload: true })).toEqual({ type: 'SKIP_WAITING' })
})

test.each([undefined, null, 'SKIP_WAITING', 7, {}, [], { type: 'skip_waiting' }, { type: { type: 'SKIP_WAITING' } }])(
  'anything else is none of ours: %j',
  (data) => {
    expect(parseWorkerMessage(data)).toBeUndefined()
  },
)
