import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pendingCode, pendingSignOn } from '#client/features/auth/pending-code.ts'
import { SignOnRefusal } from '#client/features/auth/sign-on-refusal.tsx'
import { SignOnRegisterScreen } from '#client/features/auth/sign-on-register-screen.tsx'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as signOnEn } from '#client/locales/en/sign-on.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { words as signOnFa } from '#client/locales/fa/sign-on.ts'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

const server = clientServer()
beforeEach(() => sessionStorage.clear())

describe.each(['fa', 'en'] as const)('after the provider (%s)', (language) => {
  const words = { fa: signOnFa, en: signOnEn }[language]
  const auth = { fa: authFa, en: authEn }[language]

  test.each(['SIGN_ON_EMAIL_TAKEN', 'LOGIN_NOT_ALLOWED', 'SMS_OTP_UNAVAILABLE'] as const)(
    'a person who is not let in reads why, and finds the login: %s',
    async (code) => {
      const message = REFUSALS[code][language]
      await drawClient(<SignOnRefusal error={new ApiRefusal({ code, message })} />, { language })
      expect(await screen.findByText(message)).toBeVisible()
      expect(screen.getByRole('link', { name: words.toLogin })).toHaveAttribute('href', '/login')
    },
  )

  test('a newcomer reads what is missing, and what the server refuses', async () => {
    const { status, [language]: sentence } = REFUSALS.SIGN_ON_EXPIRED
    server.use(
      http.post('*/api/users/sign-on/register', () =>
        HttpResponse.json({ code: 'SIGN_ON_EXPIRED', message: '', errors: [sentence] }, { status }),
      ),
    )
    pendingSignOn.keep({ email: 'mina@example.com', referralCode: 'K7Q2ZD' })
    await drawClient(<SignOnRegisterScreen onCodeSent={vi.fn()} />, { language })
    expect(await screen.findByText(/mina@example\.com/)).toBeVisible()
    expect(screen.getByLabelText(auth.signUp.referralCode)).toHaveValue('K7Q2ZD')
    const send = screen.getByRole('button', { name: words.register.action })
    await userEvent.click(send)
    expect(screen.getByText(auth.problem.mobileRequired)).toBeVisible()
    expect(screen.getByText(auth.problem.termsRequired)).toBeVisible()
    await userEvent.type(screen.getByLabelText(auth.mobile), '09121234567')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(send)
    expect(await screen.findByText(sentence)).toBeVisible()
  })
})

test('the code of a newcomer goes on without the number, whose flow the browser has', async () => {
  let sent: unknown
  server.use(
    http.post('*/api/users/sign-on/register', async ({ request }) => {
      sent = await request.json()
      const step = { starTwoStepAuthentication: '0912***4567', twoStepAuthenticationType: 'SMS', expiresInSeconds: 300 }
      return HttpResponse.json({ token: null, baseDTO: { next: 'CODE', ...step } })
    }),
  )
  pendingSignOn.keep({ next: '/profile/wallet' })
  const onCodeSent = vi.fn()
  await drawClient(<SignOnRegisterScreen onCodeSent={onCodeSent} />)
  await userEvent.type(await screen.findByLabelText(authFa.mobile), '۰۹۱۲۱۲۳۴۵۶۷')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: signOnFa.register.action }))
  await vi.waitFor(() => expect(onCodeSent).toHaveBeenCalledOnce())
  expect(sent).toMatchObject({ mobileNumber: '09121234567', acceptedTerms: true })
  const pending = pendingCode.read()
  expect(pending).toMatchObject({ contact: '0912***4567', next: '/profile/wallet' })
  expect(pending).not.toHaveProperty('mobileNumber')
})
