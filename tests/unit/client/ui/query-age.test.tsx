import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { QueryAge } from '#client/ui/query-age.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

const KEY = ['balances']

afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

/** A page whose last answer is a minute old, and that gets no other. */
function Returned() {
  const client = useQueryClient()
  useState(() => client.setQueryData(KEY, 'an answer', { updatedAt: Date.now() - 60_000 }))
  return (
    <p>
      now <QueryAge of="balance" queryKey={KEY} />
    </p>
  )
}

test('a page that is opened again has two seconds for a new answer before it says how old the last one is', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await drawClient(<Returned />)
  await vi.waitFor(() => expect(screen.getByText('now')).toBeVisible())
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.queryByTestId('age')).toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.getByTestId('age')).toBeVisible()
})

test('a page that is opened without a network says at once how old its last answer is', async () => {
  onlineManager.setOnline(false)
  await drawClient(<Returned />)
  expect((await screen.findByText('now')).querySelector('[data-testid=age]')).toBeVisible()
})
