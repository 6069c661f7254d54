import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import MarketMark, { showDuration } from '#client/entities/market/market-mark.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

// A Friday, 22:02:30 in Tehran.
const NOW = new Date('2026-11-27T18:32:30Z')
const OPENS = '2026-11-28T05:45:00Z'

beforeEach(() => vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test('a closed market says when it reopens and counts the minutes until then', async () => {
  await drawClient(<MarketMark withTime state={{ kind: 'CLOSED', reason: null, opensAt: OPENS, closesAt: null }} />)
  expect(screen.getByText('بسته؛ بازگشایی شنبه ۰۹:۱۵ (۱۱ ساعت و ۱۳ دقیقه دیگر)')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(screen.getByText('بسته؛ بازگشایی شنبه ۰۹:۱۵ (۱۱ ساعت و ۱۲ دقیقه دیگر)')).toBeVisible()
})

test('an open market says until when, and nothing of the time left once that is over', async () => {
  const closesAt = '2026-11-27T18:34:00Z'
  await drawClient(<MarketMark withTime state={{ kind: 'OPEN', reason: null, opensAt: null, closesAt }} />)
  expect(screen.getByText('باز تا ۲۲:۰۴ (۲ دقیقه مانده)')).toBeVisible()
  // Each act draws once, and the next minute is awaited from there.
  for (const _ of ['first', 'second']) await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.getByText('باز تا ۲۲:۰۴')).toBeVisible()
})

test.each([
  [60_000, '1m', '۱ دقیقه'],
  [2 * 3_600_000 + 1, '2h 1m', '۲ ساعت و ۱ دقیقه'],
  [(42 * 60 + 14) * 60_000, '1d 18h', '۱ روز و ۱۸ ساعت'],
  [0, undefined, undefined],
])('%s ms are %s, in Persian %s', (ms, en, fa) => {
  expect(showDuration(ms, 'en')).toBe(en)
  expect(showDuration(ms, 'fa')).toBe(fa)
})
