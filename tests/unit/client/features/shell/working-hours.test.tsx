import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { WorkingHours } from '#client/features/shell/deferred-overlays.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getMarket } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_RULES } from '#tests/builders/trade-screen.tsx'

const server = clientServer()

type State = NonNullable<Reply<typeof getMarket>['baseDTO']['state']>

const CLOSED: State = { kind: 'CLOSED', reason: null, opensAt: '2026-11-28T05:45:00.000Z' }

beforeEach(() => sessionStorage.clear())

async function draw(state: State, language: 'fa' | 'en') {
  let asked = 0
  server.use(
    mockEndpoint(getMarket, () => {
      asked += 1
      return { baseDTO: { ...GOLD_RULES, state } }
    }),
  )
  await drawClient(<WorkingHours />, { language })
  return { asked: () => asked }
}

test.each([
  ['fa', 'شنبه تا چهارشنبه: ۹:۱۵ تا ۱۸:۳۰', 'پنجشنبه: ۹:۱۵ تا ۱۵:۰۰', 'متوجه شدم'],
  ['en', 'Saturday to Wednesday: 09:15 to 18:30', 'Thursday: 09:15 to 15:00', 'Got it'],
] as const)('while gold is closed its hours are told once per session (%s)', async (language, week, thursday, ok) => {
  const first = await draw(CLOSED, language)
  expect(await screen.findByText(week)).toBeInTheDocument()
  expect(screen.getByText(thursday)).toBeInTheDocument()
  await userEvent.setup().click(screen.getByText(ok))
  await waitFor(() => expect(screen.queryByText(week)).toBeNull())
  expect(first.asked()).toBe(1)
  const second = await draw(CLOSED, language)
  expect(second.asked()).toBe(0)
})

test('while gold is traded nothing is told', async () => {
  const { asked } = await draw({ kind: 'OPEN', reason: null, opensAt: null }, 'en')
  await waitFor(() => expect(asked()).toBe(1))
  expect(screen.queryByText('Got it')).toBeNull()
})
