import { QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { followWipes, wipeUserData } from '#client/lib/wipe-user-data.ts'
import { intentionScreen, keptIntentions, MADE, TERMS } from '#tests/builders/intention-screen.tsx'
import { NO_ANSWER } from '#tests/builders/mock-endpoint.ts'

const { server, world, done, open, begin, accept, reload, answerWith, loseAnswer } = intentionScreen()
const HOUR_MS = 3_600_000

describe('after a reload', () => {
  test('the intention is there with its key, the server is asked, and a repeat carries the same', async () => {
    answerWith(NO_ANSWER, { baseDTO: MADE })
    const again = reload(await loseAnswer())
    expect(again.result.current).toMatchObject({ terms: TERMS, outcomeUnknown: true, inquiry: 'asking' })
    await waitFor(() => expect(again.result.current.inquiry).toBe('nothing-so-far'))
    expect(world.sent).toHaveLength(1)
    await accept(again)
    await waitFor(() => expect(again.result.current.outcome?.id).toBe('77'))
    expect(world.sent[1]).toEqual(world.sent[0])
    expect(keptIntentions()).toHaveLength(0)
  })

  test('that came while the answer was awaited, what happened is shown', async () => {
    server.use(http.post('*/api/exchange/buy', () => new Promise(() => undefined)))
    const hook = open()
    await begin(hook)
    world.committed = MADE
    const again = reload(hook)
    await waitFor(() => expect(again.result.current.outcome?.id).toBe('77'))
    expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '77' }), { wasLost: true })
  })

  test.each([
    ['22 hours', 22, { terms: TERMS, expired: false }],
    ['a day', 24, { terms: undefined, expired: true }],
  ])('an intention of %s ago is taken up, or said to be too old', async (_age, hours, expected) => {
    answerWith(NO_ANSWER)
    const hook = await loseAnswer()
    vi.setSystemTime(Date.now() + hours * HOUR_MS)
    expect(reload(hook).result.current).toMatchObject(expected)
  })

  test('terms that an older version has kept and this one cannot read are not sent', async () => {
    answerWith(NO_ANSWER)
    const hook = await loseAnswer()
    const [name = ''] = keptIntentions()
    localStorage.setItem(
      name,
      JSON.stringify({ ...JSON.parse(localStorage.getItem(name) ?? ''), terms: { amount: 5 } }),
    )
    expect(reload(hook).result.current.terms).toBeUndefined()
  })
})

test('a page that stood open for a day does not send again what nobody remembers', async () => {
  answerWith(NO_ANSWER)
  const hook = await loseAnswer()
  vi.setSystemTime(Date.now() + 24 * HOUR_MS)
  await accept(hook)
  expect(hook.result.current).toMatchObject({ terms: undefined, expired: true })
  expect(world.sent).toHaveLength(1)
})

describe('another tab', () => {
  const inAnotherTab = () => {
    sessionStorage.setItem('tab', '"another"')
    return open()
  }

  test('keeps intentions of its own, and neither takes up nor loses the other', async () => {
    answerWith(NO_ANSWER)
    const here = await loseAnswer()
    const there = inAnotherTab()
    expect(there.result.current.terms).toBeUndefined()
    await begin(there)
    await waitFor(() => expect(there.result.current.inquiry).toBe('nothing-so-far'))
    expect(keptIntentions()).toHaveLength(2)
    expect(world.sent[1]?.idempotencyKey).not.toBe(world.sent[0]?.idempotencyKey)
    act(() => there.result.current.dismiss())
    expect(keptIntentions()).toHaveLength(1)
    expect(here.result.current.terms).toEqual(TERMS)
  })

  test('takes up what a tab that is gone has left', async () => {
    answerWith(NO_ANSWER)
    const hook = await loseAnswer()
    hook.unmount()
    vi.setSystemTime(Date.now() + 5 * 60_000)
    expect(inAnotherTab().result.current).toMatchObject({ terms: TERMS, outcomeUnknown: true })
  })
})

test('logout forgets it, on the device, on the screen, and in the other tabs', async () => {
  answerWith(NO_ANSWER)
  const hook = await loseAnswer()
  const stop = followWipes(world.client)
  act(() => wipeUserData(new QueryClient()))
  await waitFor(() => expect(hook.result.current.terms).toBeUndefined())
  expect(keptIntentions()).toHaveLength(0)
  expect(reload(hook).result.current.terms).toBeUndefined()
  stop()
})
