import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showToast } from '#client/ui/toasts.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'

const arrived = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#client/ui/toast-card.tsx', async (load) => {
  await arrived.promise
  return load()
})

afterEach(() => void vi.useRealTimers())

test('a toast whose look comes late is shown as long as any other', async () => {
  await drawClient(<p>Here</p>)
  await screen.findByText('Here')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => showToast({ tone: 'success', title: 'Saved' }))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryByText('Saved')).toBeNull()
  await act(async () => arrived.resolve())
  await vi.waitFor(() => expect(screen.getByText('Saved')).toBeVisible(), { interval: 10 })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('Saved')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(3_500))
  expect(screen.queryByText('Saved')).toBeNull()
})
