import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FreezePage } from '#client/features/freeze/freeze-page.tsx'
import { REFUSALS } from '#contract/errors.ts'
import { freezeByToken } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

test('the link freezes nothing by being opened; a press does, with its token in the body', async () => {
  const sent: unknown[] = []
  server.use(
    mockEndpoint(freezeByToken, ({ body }) => {
      sent.push(body)
      return {}
    }),
  )
  const onFrozen = vi.fn()
  await drawClient(<FreezePage token="secret-1" frozen={false} onFrozen={onFrozen} />)
  const button = await screen.findByRole('button', { name: 'مسدود کردن حساب' })
  expect(sent).toEqual([])
  await userEvent.click(button)
  await vi.waitFor(() => expect(onFrozen).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ token: 'secret-1' }])
})

test('a link that was used says so', async () => {
  server.use(mockEndpoint(freezeByToken, refuseWith('FREEZE_LINK_INVALID')))
  await drawClient(<FreezePage token="secret-1" frozen={false} onFrozen={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'مسدود کردن حساب' }))
  expect(await screen.findByText(REFUSALS.FREEZE_LINK_INVALID.fa)).toBeVisible()
})

test.each([
  ['fa', true, 'secret-1', 'حساب شما مسدود شد'],
  ['en', true, 'secret-1', 'Your account is frozen'],
  ['fa', false, '', 'مسدود کردن حساب'],
  ['en', false, '', 'Freeze your account'],
] as const)('in %s, frozen: %s, token %j, the heading is %s', async (language, frozen, token, heading) => {
  await drawClient(<FreezePage token={token} frozen={frozen} onFrozen={() => undefined} />, { language })
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
