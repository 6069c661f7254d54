import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { ContactSection } from '#client/features/contacts/contact-section.tsx'
import { getAccount } from '#contract/account.ts'
import { changeEmail, changeMobile, checkEmailOtp, checkMobileOtp, resendMobileOtp } from '#contract/contacts.ts'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const AUTHORIZED = 'AUTHORIZED' as const

const server = clientServer()
afterEach(() => void vi.useRealTimers())

const awaited = (contact: 'OLD' | 'NEW', starTwoStepAuthentication: string, codeLength = 6) => ({
  ...{ contact, starTwoStepAuthentication, codeLength, expiresInSeconds: 120 },
})
const draw = (differences: Partial<Session> = {}, language: 'fa' | 'en' = 'fa') =>
  drawClient(<ContactSection account={person(differences)} />, { language })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const typeInto = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

test('the account says which contacts are proven', async () => {
  await draw({ email: 'mina@example.com', emailVerified: false })
  const [mobile, email] = await screen.findAllByRole('listitem')
  expect(within(mobile ?? document.body).getByText('تأیید شده')).toBeVisible()
  expect(within(email ?? document.body).getByText('تأیید نشده')).toBeVisible()
  expect(within(email ?? document.body).getByText('mina@example.com')).toBeVisible()
})

test('a new number takes the code of the old one, then that of the new one', async () => {
  const sent: unknown[] = []
  server.use(
    mockEndpoint(changeMobile, ({ body }) => {
      sent.push(body)
      return { baseDTO: awaited('OLD', '0912***6789') }
    }),
    mockEndpoint(checkMobileOtp, ({ body }) => {
      sent.push(body)
      return sent.length === 2
        ? { baseDTO: { changed: false, authenticationType: AUTHORIZED, next: awaited('NEW', '0935***2233', 5) } }
        : { baseDTO: { changed: true, authenticationType: AUTHORIZED } }
    }),
    mockEndpoint(getAccount, { baseDTO: person() }),
  )
  await draw()
  await press('تغییر شمارهٔ موبایل')
  await typeInto('شمارهٔ موبایل فعلی', '۰۹۱۲۳۴۵۶۷۸۹')
  await typeInto('شمارهٔ موبایل جدید', '09351112233')
  await press('ارسال کد')
  expect(await screen.findByText(/شمارهٔ فعلی شما .*۰۹۱۲\*\*\*۶۷۸۹/)).toBeVisible()
  expect(screen.getByText('۲:۰۰')).toBeVisible()
  await typeInto('کد ۶ رقمی', '123456')
  expect(await screen.findByText(/شمارهٔ جدید .*۰۹۳۵\*\*\*۲۲۳۳/)).toBeVisible()
  await typeInto('کد ۵ رقمی', '54321')
  expect(await screen.findByText('شمارهٔ موبایل شما تغییر کرد؛ برداشت تا ۲۴ ساعت بسته است.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { oldMobileNumber: '09123456789', newMobileNumber: '09351112233' },
    { otp: '123456' },
    { otp: '54321' },
  ])
})

test('an address of the form is proven without an old one; in English too', async () => {
  server.use(
    mockEndpoint(changeEmail, ({ body }) => {
      expect(body).toEqual({ oldEmail: '', newEmail: 'mina@example.com' })
      return { baseDTO: awaited('NEW', 'm***@example.com') }
    }),
    mockEndpoint(checkEmailOtp, { baseDTO: { changed: true, authenticationType: AUTHORIZED } }),
    mockEndpoint(getAccount, { baseDTO: person() }),
  )
  await draw({ email: 'mina@example.com' }, 'en')
  await press('Verify email')
  expect(screen.queryByLabelText('Current email')).toBeNull()
  expect(await screen.findByLabelText('Email')).toHaveValue('mina@example.com')
  expect(screen.queryByText(/After the change/)).toBeNull()
  await press('Send code')
  expect(await screen.findByText(/we emailed to/)).toBeVisible()
  await typeInto('6-digit code', '123456')
  expect(await screen.findByText('Your email is verified.')).toBeVisible()
})

test.each([
  [
    'fa',
    'تغییر ایمیل',
    'ایمیل فعلی',
    'ایمیل جدید',
    'ارسال کد',
    'ایمیل را وارد کنید.',
    'ایمیل معتبر نیست؛ آن را بررسی کنید.',
    'این ایمیل فعلی شما نیست؛ آن را بررسی کنید.',
    'ایمیل جدید با ایمیل فعلی یکی است؛ ایمیل دیگری وارد کنید.',
  ],
  [
    'en',
    'Change email',
    'Current email',
    'New email',
    'Send code',
    'Enter the email.',
    "This email isn't valid. Check it.",
    "This isn't your current email. Check it.",
    'The new email is the same as the current one. Enter another one.',
  ],
] as const)(
  'each rule of the e-mail form has its sentence (%s)',
  async (language, open, old, next, send, required, invalid, mismatch, same) => {
    await draw({ email: 'mina@example.com', emailVerified: true }, language)
    await press(open)
    await press(send)
    expect(screen.getByLabelText(old)).toHaveAccessibleDescription(required)
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(required)
    await typeInto(old, 'other@example.com')
    await typeInto(next, 'mina@example')
    expect(screen.getByLabelText(old)).toHaveAccessibleDescription(mismatch)
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(invalid)
    await typeInto(next, '.com')
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(same)
  },
)

test.each([
  [
    'fa',
    'تغییر شمارهٔ موبایل',
    'شمارهٔ موبایل فعلی',
    'شمارهٔ موبایل جدید',
    'ارسال کد',
    'شمارهٔ موبایل را وارد کنید.',
    'شمارهٔ موبایل بعد از صفر ۱۰ رقم دارد؛ رقم‌ها را بررسی کنید.',
    'این شمارهٔ فعلی شما نیست؛ آن را بررسی کنید.',
    'شمارهٔ جدید با شمارهٔ فعلی یکی است؛ شمارهٔ دیگری وارد کنید.',
  ],
  [
    'en',
    'Change mobile number',
    'Current mobile number',
    'New mobile number',
    'Send code',
    'Enter the mobile number.',
    'A mobile number has 10 digits after the 0. Check the digits.',
    "This isn't your current number. Check it.",
    'The new number is the same as the current one. Enter another one.',
  ],
] as const)(
  'each rule of the number form has its sentence (%s)',
  async (language, open, old, next, send, required, invalid, mismatch, same) => {
    await draw({}, language)
    await press(open)
    await press(send)
    expect(screen.getByLabelText(old)).toHaveAccessibleDescription(required)
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(required)
    await typeInto(old, '09120000000')
    await typeInto(next, '0912345678')
    expect(screen.getByLabelText(old)).toHaveAccessibleDescription(mismatch)
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(invalid)
    await typeInto(next, '9')
    expect(screen.getByLabelText(next)).toHaveAccessibleDescription(same)
  },
)

test.each(['CONTACT_LOCKED', 'TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE'] as const)(
  'the server’s %s stands above the form',
  async (code) => {
    server.use(mockEndpoint(changeMobile, refuseWith(code)))
    await draw()
    await press('تغییر شمارهٔ موبایل')
    await typeInto('شمارهٔ موبایل فعلی', '09123456789')
    await typeInto('شمارهٔ موبایل جدید', '09351112233')
    await press('ارسال کد')
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
  },
)

async function openCodeStep() {
  await draw()
  await press('تغییر شمارهٔ موبایل')
  await typeInto('شمارهٔ موبایل فعلی', '09123456789')
  await typeInto('شمارهٔ موبایل جدید', '09351112233')
  await press('ارسال کد')
}

test('a code that is refused with INCORRECT_OTP says so beside it, and the next one is typed', async () => {
  server.use(
    mockEndpoint(changeMobile, { baseDTO: awaited('OLD', '0912***6789') }),
    mockEndpoint(checkMobileOtp, refuseWith('INCORRECT_OTP')),
  )
  await openCodeStep()
  await typeInto('کد ۶ رقمی', '123456')
  expect(await screen.findByText(/کد نادرست است/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'تأیید کد' })).toBeEnabled()
})

test.each(['SMS_OTP_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const)(
  'a code that was taken while the next one cannot be sent (%s) is not asked for again: another one is offered, which leads on',
  async (code) => {
    server.use(
      mockEndpoint(changeMobile, { baseDTO: awaited('OLD', '0912***6789') }),
      mockEndpoint(checkMobileOtp, refuseWith(code)),
      mockEndpoint(resendMobileOtp, { baseDTO: awaited('NEW', '0935***2233') }),
    )
    await openCodeStep()
    await typeInto('کد ۶ رقمی', '123456')
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByRole('button', { name: 'تأیید کد' })).toBeNull()
    await press('ارسال دوبارهٔ کد')
    expect(await screen.findByText(/شمارهٔ جدید .*۰۹۳۵\*\*\*۲۲۳۳/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'تأیید کد' })).toBeEnabled()
  },
)

test.each(['MOBILE_TAKEN', 'CONTACT_LOCKED', 'MOBILE_NATIONAL_CODE_MISMATCH', 'CONTACT_CHANGE_NOT_BEGUN'] as const)(
  'a change that is over with %s is begun again: the numbers are asked for, with the reason',
  async (code) => {
    server.use(
      mockEndpoint(changeMobile, { baseDTO: awaited('OLD', '0912***6789') }),
      mockEndpoint(checkMobileOtp, refuseWith(code)),
    )
    await openCodeStep()
    await typeInto('کد ۶ رقمی', '123456')
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
    expect(screen.queryByLabelText('کد ۶ رقمی')).toBeNull()
    expect(screen.getByLabelText('شمارهٔ موبایل جدید')).toHaveValue('۰۹۳۵۱۱۱۲۲۳۳')
    await typeInto('شمارهٔ موبایل جدید', '{Backspace}4')
    expect(screen.queryByText(REFUSALS[code].fa)).toBeNull()
    await press('ارسال کد')
    expect(await screen.findByLabelText('کد ۶ رقمی')).toBeEnabled()
  },
)

test('when the time of a code is over, a message offers another one, which restarts it', async () => {
  server.use(
    mockEndpoint(changeMobile, { baseDTO: { ...awaited('OLD', '0912***6789'), expiresInSeconds: 1 } }),
    mockEndpoint(resendMobileOtp, { baseDTO: awaited('OLD', '0912***6789') }),
  )
  await draw()
  await press('تغییر شمارهٔ موبایل')
  await typeInto('شمارهٔ موبایل فعلی', '09123456789')
  await typeInto('شمارهٔ موبایل جدید', '09351112233')
  await press('ارسال کد')
  expect(await screen.findByText('زمان این کد تمام شد؛ کد جدید بگیرید.')).toBeVisible()
  await press('ارسال دوبارهٔ کد')
  expect(await screen.findByText('۲:۰۰')).toBeVisible()
})

test('a number does not change while the identity is looked at', async () => {
  await draw({ authenticationType: 'PENDING', pending: true })
  expect(await screen.findByText('تا پایان احراز هویت تغییر نمی‌کند.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'تغییر شمارهٔ موبایل' })).toBeNull()
  expect(screen.getByRole('button', { name: 'تأیید ایمیل' })).toBeEnabled()
})
