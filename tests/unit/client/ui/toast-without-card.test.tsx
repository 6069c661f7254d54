import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showToast } from '#client/ui/toasts.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'

vi.mock('#client/ui/toast-card.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a first toast without a network has its words, and the page stays', async () => {
  await drawClient(<p>Here</p>)
  await screen.findByText('Here')
  act(() => showToast({ tone: 'info', title: 'No connection' }))
  expect(await screen.findByText('No connection')).toBeVisible()
  expect(screen.getByText('Here')).toBeVisible()
})
