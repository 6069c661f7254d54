import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sessionQuery } from '#client/entities/session/session.ts'
import { FreezeSection } from '#client/features/settings/freeze-section.tsx'
import { HoldNotice, ResetNotice } from '#client/features/settings/settings-screen.tsx'
import { words } from '#client/locales/en/settings.ts'
import { REFUSALS } from '#contract/errors.ts'
import { cancelPasswordReset, freezeAccount, getSecurity } from '#contract/security.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

test('a press asks once more, says what happens, and the session is over here too', async () => {
  let frozen = 0
  server.use(
    mockEndpoint(freezeAccount, () => {
      frozen += 1
      return {}
    }),
  )
  const { client } = await drawClient(<FreezeSection />)
  client.setQueryData(sessionQuery().queryKey, person())
  await userEvent.click(await screen.findByRole('button', { name: 'مسدود کردن حساب' }))
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getAllByRole('listitem')).toHaveLength(3)
  expect(frozen).toBe(0)
  await userEvent.click(sheet.getByRole('button', { name: 'مسدود کردن حساب' }))
  await vi.waitFor(() => expect(client.getQueryData(sessionQuery().queryKey)).toBeFalsy())
  expect(frozen).toBe(1)
})

test('a hold of withdrawals is said with its end, only while there is one, and not before anything can be withdrawn', async () => {
  server.use(mockEndpoint(getSecurity, { baseDTO: securityOnWire({ withdrawalsHeldUntil: '2026-11-23T06:30:00Z' }) }))
  const withdrawing = { bank: { deposit: true, withdrawal: true }, networks: new Map() }
  const { unmount } = await drawClient(<HoldNotice transfers={withdrawing} />, { language: 'en' })
  expect(await screen.findByText(/withdrawals are locked until 23 Nov 2026, 10:00/)).toBeVisible()
  unmount()
  await drawClient(<HoldNotice />, { language: 'en' })
  server.use(mockEndpoint(getSecurity, { baseDTO: securityOnWire() }))
  await drawClient(<HoldNotice transfers={withdrawing} />, { language: 'en' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText(/withdrawals are locked/)).toBeNull()
})

test('a password that waits is cancelled by the present one, or by a code', async () => {
  const sent: unknown[] = []
  let waits = true
  server.use(
    mockEndpoint(getSecurity, () => ({
      baseDTO: securityOnWire({ passwordResetDateTime: waits ? '2026-11-23T06:30:00Z' : null }),
    })),
    mockEndpoint(cancelPasswordReset, ({ body }) => {
      if (sent.push(body) === 1) return refuseWith('OLD_PASSWORD_INCORRECT')
      waits = false
      return {}
    }),
  )
  await drawClient(<ResetNotice />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: words.reset.cancel }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: words.reset.cancel }))
  expect(await sheet.findByText(words.password.problem.oldRequired)).toBeVisible()
  await userEvent.type(sheet.getByLabelText(words.password.present), 'Zafaran-99')
  await userEvent.click(sheet.getByRole('button', { name: words.reset.cancel }))
  expect(await sheet.findByText(REFUSALS.OLD_PASSWORD_INCORRECT.en)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: words.reset.byCode }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: words.reset.cancel })).toBeNull())
  expect(sent).toEqual([{ oldPassword: 'Zafaran-99' }, {}])
})
