import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FreezePage } from '#client/features/freeze/freeze-page.tsx'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'

const refused = (code: ErrorCode) => new ApiRefusal({ code, message: REFUSALS[code].en })

test('who may not log in is led to the contacts of the support, and nobody else is', async () => {
  const first = await drawClient(<RefusalNotice error={refused('LOGIN_NOT_ALLOWED')} />, { language: 'en' })
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact-us/')
  first.unmount()
  await drawClient(<RefusalNotice error={refused('INCORRECT_CREDENTIALS')} />, { language: 'en' })
  expect(screen.getByText(REFUSALS.INCORRECT_CREDENTIALS.en)).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('who has just frozen the account is told where the support is', async () => {
  await drawClient(<FreezePage token="" frozen onFrozen={() => undefined} />)
  expect(await screen.findByRole('link', { name: 'تماس با پشتیبانی' })).toHaveAttribute('href', '/contact-us/')
})
