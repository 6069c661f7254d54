import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { beginWork, inRequest, inTimeForRequest, requestFacts } from '#server/compose/present-request.ts'

afterEach(() => vi.useRealTimers())

test('what is logged on the way of a request carries its id, through every wait and beside other requests', async () => {
  const seen: unknown[] = []
  const work = (id: string, until: Promise<unknown>) =>
    new Promise<void>((done) =>
      inRequest(id, () => {
        void until.then(() => {
          seen.push(requestFacts())
          done()
        })
      }),
    )
  const second = Promise.withResolvers<void>()
  const first = work(
    'first',
    second.promise.then(() => sleep(5)),
  )
  await Promise.all([first, work('second', sleep(5).then(second.resolve))])
  expect(seen).toEqual([{ requestId: 'second' }, { requestId: 'first' }])
  expect(requestFacts()).toEqual({})
})

test('a command waits ten seconds, and none of a request is executed later than twenty after it arrived', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  expect(inTimeForRequest({ traceparent: 'a span' })).toEqual({ traceparent: 'a span' })
  inRequest('slow', () => {
    expect(inTimeForRequest()).toEqual({})
    // Its body arrives slowly: nothing counts from then.
    later(60_000)
    beginWork()
    expect(inTimeForRequest({ traceparent: 'a span' })).toEqual({ traceparent: 'a span', deadline: 1_070_000 })
    later(15_000)
    expect(inTimeForRequest()).toEqual({ deadline: 1_080_000 })
    expect(inTimeForRequest({ deadline: 1_076_000 })).toEqual({ deadline: 1_076_000 })
  })
  expect(inTimeForRequest()).toEqual({})
})
