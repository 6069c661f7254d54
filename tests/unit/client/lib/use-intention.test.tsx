import { act, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { quickBuy } from '#contract/exchange.ts'
import { intentionScreen, keptIntentions, MADE, TERMS } from '#tests/builders/intention-screen.tsx'
import { mockEndpoint, NO_ANSWER, refuseWith } from '#tests/builders/mock-endpoint.ts'

const { server, world, done, open, begin, accept, reload, answerWith, loseAnswer } = intentionScreen()

describe('an outcome is unknown', () => {
  test.each(['OUTCOME_UNKNOWN', 'INTERNAL'] as const)('after %s', async (code) => {
    answerWith(refuseWith(code))
    const { result } = await loseAnswer()
    expect(result.current).toMatchObject({ outcomeUnknown: true, refusal: undefined, terms: TERMS })
  })

  test('where no answer came', async () => {
    answerWith(NO_ANSWER)
    expect((await loseAnswer()).result.current.outcomeUnknown).toBe(true)
  })

  test.each([
    ['a gateway page', 502, '<html>Bad gateway</html>'],
    ['a page with the status of success', 200, '<html>Log in to this network</html>'],
    ['a time-out of a proxy', 408, ''],
    ['a code of a newer server', 503, JSON.stringify({ code: 'HALF_DONE', message: '', errors: ['?'] })],
    ['a refusal of a newer server', 409, JSON.stringify({ code: 'MOON_PHASE', message: '', errors: ['?'] })],
  ])('after %s', async (_what, status, text) => {
    server.use(http.post('*/api/exchange/buy', () => new HttpResponse(text, { status })))
    expect((await loseAnswer()).result.current.outcomeUnknown).toBe(true)
  })

  test.each(['UNAVAILABLE', 'PRICE_STALE', 'NOT_ENOUGH_BALANCE', 'TOO_MANY_REQUESTS'] as const)(
    'but not after %s: nothing happened, and another attempt is another intention',
    async (code) => {
      answerWith(refuseWith(code))
      const hook = open()
      await begin(hook)
      await waitFor(() => expect(hook.result.current.refusal?.code).toBe(code))
      expect(hook.result.current.outcomeUnknown).toBe(false)
      expect(keptIntentions().length > 0).toBe(false)
      await accept(hook)
      await waitFor(() => expect(world.sent).toHaveLength(2))
      expect(world.sent[1]?.idempotencyKey).not.toBe(world.sent[0]?.idempotencyKey)
      expect(world.asked).toEqual([])
    },
  )
})

test('what is sent is on the device before the request leaves, and gone with its answer', async () => {
  let keptAtSending = false
  server.use(
    mockEndpoint(quickBuy, () => {
      keptAtSending = keptIntentions().length === 1
      return { baseDTO: MADE }
    }),
  )
  const hook = open()
  await begin(hook)
  await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
  expect(keptAtSending).toBe(true)
  expect(keptIntentions()).toHaveLength(0)
  expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '77' }), { wasLost: false })
})

test('two presses send once', async () => {
  answerWith({ baseDTO: MADE })
  const hook = open()
  await act(async () => {
    hook.result.current.begin(TERMS)
    hook.result.current.begin(TERMS)
    hook.result.current.accept()
  })
  await waitFor(() => expect(hook.result.current.outcome).toBeDefined())
  expect(world.sent).toHaveLength(1)
})

describe('a lost answer', () => {
  test('is asked for before "again" is possible, and "again" carries the same key and terms', async () => {
    answerWith(NO_ANSWER, { baseDTO: MADE })
    const hook = open()
    let letAnswer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letAnswer = resolve
    })
    server.use(
      http.get('*/api/outcomes/:key', async () => {
        await held
        return HttpResponse.json({ baseDTO: { kind: 'NONE' } })
      }),
    )
    await begin(hook)
    await waitFor(() => expect(hook.result.current.outcomeUnknown).toBe(true))
    expect(hook.result.current.inquiry).toBe('asking')
    await accept(hook)
    expect(world.sent).toHaveLength(1)
    letAnswer()
    await waitFor(() => expect(hook.result.current.inquiry).toBe('nothing-so-far'))
    await accept(hook)
    await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
    expect(world.sent[1]).toEqual(world.sent[0])
  })

  test('that turns out to have happened is the outcome, reported once', async () => {
    world.committed = MADE
    answerWith(NO_ANSWER)
    const hook = open()
    await begin(hook)
    await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
    expect(world.asked).toEqual([world.sent[0]?.idempotencyKey])
    expect(hook.result.current).toMatchObject({ outcomeUnknown: false, refusal: undefined })
    expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '77' }), { wasLost: true })
    expect(keptIntentions()).toHaveLength(0)
  })

  test('is asked for every few seconds, and found when it is committed late; nothing is sent by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerWith(refuseWith('OUTCOME_UNKNOWN'))
    const hook = await loseAnswer()
    world.committed = MADE
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
    expect(world.sent).toHaveLength(1)
  })

  test('is not asked for without end', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerWith(NO_ANSWER)
    const hook = await loseAnswer()
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
    const { length } = world.asked
    expect(length).toBeLessThanOrEqual(40)
    expect(length).toBeGreaterThan(10)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(world.asked).toHaveLength(length)
    expect(world.sent).toHaveLength(1)
    expect(hook.result.current.outcomeUnknown).toBe(true)
  })

  test('whose repeat is refused did happen where the server knows its key', async () => {
    answerWith(NO_ANSWER, refuseWith('UNAVAILABLE'))
    const hook = await loseAnswer()
    world.committed = MADE
    await accept(hook)
    await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
    expect(hook.result.current.refusal).toBeUndefined()
  })

  test('whose repeat is refused did not happen where the server knows nothing; its key stays', async () => {
    answerWith(NO_ANSWER, refuseWith('NOT_ENOUGH_BALANCE'), { baseDTO: MADE })
    const hook = await loseAnswer()
    await accept(hook)
    await waitFor(() => expect(hook.result.current.refusal?.code).toBe('NOT_ENOUGH_BALANCE'))
    expect(keptIntentions()).toHaveLength(0)
    await accept(hook)
    await waitFor(() => expect(hook.result.current.outcome?.id).toBe('77'))
    expect(new Set(world.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('may be left: nothing of it stays', async () => {
    answerWith(NO_ANSWER)
    const hook = await loseAnswer()
    act(() => hook.result.current.dismiss())
    expect(hook.result.current.terms).toBeUndefined()
    expect(reload(hook).result.current.terms).toBeUndefined()
    expect(keptIntentions()).toHaveLength(0)
  })
})
