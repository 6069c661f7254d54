import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'
import { words as en } from '#client/locales/en/operations.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { getOperator, operatorLogout } from '#contract/operations.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

describe.each([
  ['fa', fa, '۶', '۵'],
  ['en', en, '6', '5'],
] as const)("the end of an operator's session (%s)", (language, words, six, five) => {
  const server = clientServer()
  let isOver: boolean

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    isOver = false
    server.use(
      mockEndpoint(getOperator, () =>
        isOver
          ? refuseWith('UNAUTHENTICATED')
          : {
              baseDTO: {
                id: '7',
                name: 'Sara',
                roles: ['SUPPORT' as const],
                expiresAt: new Date(NOW + 6 * 60_000).toISOString(),
              },
            },
      ),
      mockEndpoint(operatorLogout, () => {
        isOver = true
        return {}
      }),
    )
    return () => vi.useRealTimers()
  })
  const draw = () => drawClient(<OperationsFrame>a room</OperationsFrame>, { language, path: '/operations' })
  const left = (minutes: string) => words.session.left.replace('{{minutes}}', minutes)
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  test('is marked and said once from five minutes on, and leads to the login in words', async () => {
    await draw()
    expect(await screen.findByText(left(six))).toBeVisible()
    expect(said()).not.toContain(words.session.soon)
    vi.advanceTimersByTime(60_000)
    expect(await screen.findByText(left(five))).toBeVisible()
    expect(said()).toContain(words.session.soon)
    const marked = getComputedStyle(screen.getByText(left(five))).backgroundColor
    expect(marked).not.toBe(getComputedStyle(screen.getByText('Sara')).backgroundColor)
    isOver = true
    vi.advanceTimersByTime(6 * 60_000)
    expect(await screen.findByRole('button', { name: words.login.action })).toBeVisible()
    expect(screen.getByText(words.session.ended).closest('[role=alert]')).toBeVisible()
    expect(screen.queryByText('a room')).toBeNull()
  })

  test('is not what a logout is', async () => {
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: words.session.exit }))
    expect(await screen.findByRole('button', { name: words.login.action })).toBeVisible()
    await waitFor(() => expect(screen.queryByText('a room')).toBeNull())
    expect(screen.queryByText(words.session.ended)).toBeNull()
  })
})
