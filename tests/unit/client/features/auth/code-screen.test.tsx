import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CodeScreen } from '#client/features/auth/code-screen.tsx'
import { pendingCode } from '#client/features/auth/pending-code.ts'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { getAccount } from '#contract/account.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getSecurity } from '#contract/security.ts'
import { checkOtpCode, resendOtpCode } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { securityOnWire } from '#tests/builders/security-on-wire.ts'
import { person } from '#tests/builders/session.ts'

const auth = { fa: authFa, en: authEn }

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
  vi.useRealTimers()
})
afterAll(() => server.close())

/** Draws the screen as the page does when it is opened or reloaded. */
async function drawPending(language: 'fa' | 'en' = 'fa') {
  const pending = pendingCode.read()
  if (!pending) throw new Error('nobody waits for a code')
  await drawClient(<CodeScreen pending={pending} back={null} onSignedIn={() => undefined} />, { language })
}

test('the clock of a sign-up runs as long as the server says, also when the page is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T08:00:00Z') })
  const sent = { starTwoStepAuthentication: '0912***4567', twoStepAuthenticationType: 'SMS' } as const
  server.use(mockEndpoint(resendOtpCode, { baseDTO: { ...sent, expiresInSeconds: 300 } }))
  pendingCode.keep({ mobileNumber: '09121234567', contact: '0912***4567', expiresAt: Date.now() })
  await drawPending()
  await userEvent.click(await screen.findByRole('button'))
  expect(await screen.findByText('۵:۰۰')).toBeVisible()
  cleanup()
  vi.setSystemTime(Date.now() + 121_000)
  await drawPending()
  expect(await screen.findByText('۲:۵۹')).toBeVisible()
})

test('when the time is up, "resend" takes the button’s place and asks anew', async () => {
  const sent = { starTwoStepAuthentication: '0912***4567', twoStepAuthenticationType: 'SMS' } as const
  server.use(mockEndpoint(resendOtpCode, { baseDTO: { ...sent, expiresInSeconds: 120 } }))
  pendingCode.keep({ mobileNumber: '09121234567', contact: '0912***4567', expiresAt: Date.now() - 1 })
  await drawPending()
  expect(await screen.findByText('زمان این کد تمام شد؛ کد جدید بگیرید.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'تأیید کد' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'ارسال دوبارهٔ کد' }))
  expect(await screen.findByRole('button', { name: 'تأیید کد' })).toBeVisible()
  expect(screen.queryByText('زمان این کد تمام شد؛ کد جدید بگیرید.')).toBeNull()
})

test.each([
  ['SMS', 'کد تأیید', /پیامک کردیم/],
  ['EMAIL', 'کد تأیید ایمیل', /به این ایمیل/],
] as const)('a code by %s has a title and a text of its own', async (twoStep, title, text) => {
  pendingCode.keep({
    mobileNumber: '09121234567',
    contact: 'm***@example.com',
    twoStep,
    expiresAt: Date.now() + 60_000,
  })
  await drawPending()
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('timer')).toBeVisible()
})

test('an authenticator’s step has no clock, and a recovery code can take its place', async () => {
  const codes: unknown[] = []
  server.use(
    mockEndpoint(checkOtpCode, ({ body }) => {
      codes.push(body)
      return refuseWith('INCORRECT_OTP')
    }),
  )
  pendingCode.keep({
    mobileNumber: '09121234567',
    contact: '0912***4567',
    twoStep: 'GOOGLE_AUTHENTICATOR',
    expiresAt: Date.now() - 1,
  })
  await drawPending()
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '123456')
  expect(await screen.findByText(REFUSALS.INCORRECT_OTP.fa)).toBeVisible()
  expect(screen.queryByRole('timer')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'به برنامه دسترسی ندارید؟ کد بازیابی' }))
  await userEvent.click(screen.getByRole('button', { name: 'ورود با کد بازیابی' }))
  expect(screen.getByLabelText('کد بازیابی')).toHaveAccessibleDescription('همهٔ ۱۶ کاراکتر کد بازیابی را وارد کنید.')
  await userEvent.type(screen.getByLabelText('کد بازیابی'), 'K7QM-2XRD-9WTA-HB4C{Enter}')
  await vi.waitFor(() => expect(codes).toHaveLength(2))
  expect(codes).toMatchObject([{ code: '123456' }, { code: 'K7QM-2XRD-9WTA-HB4C' }])
})

test.each([
  ['fa', 9, '۹ کد استفاده‌نشده دارید.'],
  ['en', 9, 'Unused codes left: 9.'],
  ['fa', 0, 'کد دیگری ندارید؛ در تنظیمات کدهای جدید بسازید.'],
  ['en', 0, 'You have no codes left. Make new ones in Settings.'],
] as const)(
  'a login by recovery code says how many are left (%s, %i)',
  async (language, recoveryCodesLeft, sentence) => {
    server.use(
      mockEndpoint(checkOtpCode, { token: 'a-token' }),
      mockEndpoint(getAccount, { baseDTO: person() }),
      mockEndpoint(getSecurity, { baseDTO: securityOnWire({ recoveryCodesLeft }) }),
    )
    const contact = { mobileNumber: '09121234567', contact: '0912***4567', expiresAt: Date.now() - 1 }
    pendingCode.keep({ ...contact, twoStep: 'GOOGLE_AUTHENTICATOR' })
    await drawPending(language)
    await userEvent.click(await screen.findByRole('button', { name: auth[language].recovery.toRecovery }))
    await userEvent.type(screen.getByLabelText(auth[language].recovery.label), 'K7QM-2XRD-9WTA-HB4C{Enter}')
    expect(await screen.findByText(sentence)).toBeVisible()
    // Closes all toasts, so that none stays for the next test.
    for (const close of screen.getAllByRole('button', { name: /^(بستن|Close)$/ })) await userEvent.click(close)
  },
)

test.each(['CODE_EXPIRED', 'TOO_MANY_TRIES', 'MOBILE_ALREADY_REGISTERED', 'LOGIN_NOT_ALLOWED'] as const)(
  'the refusal %s of a code shows its sentence',
  async (code) => {
    server.use(mockEndpoint(checkOtpCode, refuseWith(code)))
    pendingCode.keep({ mobileNumber: '09121234567', contact: '0912***4567', expiresAt: Date.now() + 60_000 })
    await drawPending()
    await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), '123456')
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
  },
)
