import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#client/entities/session/session.ts'
import { IdentityScreen } from '#client/features/account/identity-screen.tsx'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()
beforeEach(() => sessionStorage.clear())

async function refusedWith(code: ErrorCode, language: 'fa' | 'en') {
  const message = REFUSALS[code][language]
  server.use(
    http.get('*/api/fino/send-sms-to-customer', () => HttpResponse.json({ baseDTO: { expiresInSeconds: 120 } })),
    http.post('*/api/fino/otp', () =>
      HttpResponse.json({ code, message, errors: [message] }, { status: REFUSALS[code].status }),
    ),
    http.get('*/api/users/account', () => HttpResponse.json({ baseDTO: person() })),
  )
  const onNotAwaited = vi.fn()
  await drawClient(<IdentityScreen back={null} onVerified={() => undefined} onNotAwaited={onNotAwaited} />, {
    language,
  })
  await userEvent.click(await screen.findByRole('button', { name: language === 'fa' ? 'ارسال کد' : 'Send code' }))
  const field = await screen.findByLabelText(/کد ۵ رقمی|5-digit code/)
  await userEvent.type(field, '12345')
  const confirm = screen.queryByRole('button', { name: /تأیید کد|Confirm/ })
  if (confirm) await userEvent.click(confirm)
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  return onNotAwaited
}

test.each([
  ['ACCOUNT_INCOMPLETE', 'fa'],
  ['IDENTITY_SERVICE_NOT_COMPLETED', 'fa'],
  ['IDENTITY_SERVICE_NOT_COMPLETED', 'en'],
  ['ALREADY_AUTHORIZED', 'en'],
] as const)('%s says in %s that no code is awaited, and leads back to the account', async (code, language) => {
  const onNotAwaited = await refusedWith(code, language)
  await waitFor(() => expect(onNotAwaited).toHaveBeenCalled())
})

test('the number is named that the code goes to, and went to', async () => {
  server.use(
    http.get('*/api/fino/send-sms-to-customer', () => HttpResponse.json({ baseDTO: { expiresInSeconds: 120 } })),
    http.get('*/api/users/account', () => HttpResponse.json({ baseDTO: person() })),
  )
  const page = <IdentityScreen back={null} onVerified={() => undefined} onNotAwaited={() => undefined} />
  const { client } = await drawClient(page)
  client.setQueryData(sessionQuery().queryKey, person())
  expect(await screen.findByText('کد ۵ رقمی را به \u2066۰۹۱۲***۶۷۸۹\u2069 پیامک می‌کنیم.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'ارسال کد' }))
  expect(await screen.findByText('کد ۵ رقمی را به \u2066۰۹۱۲***۶۷۸۹\u2069 پیامک کردیم.')).toBeVisible()
})

test('an account known from the device alone, without a number, leaves no gap in the sentence', async () => {
  server.use(http.get('*/api/users/account', () => HttpResponse.error()))
  const page = <IdentityScreen back={null} onVerified={() => undefined} onNotAwaited={() => undefined} />
  const { client } = await drawClient(page, { language: 'en' })
  client.setQueryData(sessionQuery().queryKey, person({ mobileNumber: '' }))
  expect(await screen.findByText("We'll text a 5-digit code to your mobile number.")).toBeVisible()
})

test.each([
  ['INCORRECT_OTP', 'fa'],
  ['CODE_EXPIRED', 'en'],
] as const)('%s is said in %s, and the page stays', async (code, language) => {
  expect(await refusedWith(code, language)).not.toHaveBeenCalled()
})
