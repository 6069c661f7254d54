import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ForgetScreen } from '#client/features/auth/forget-screen.tsx'
import { NewPasswordScreen } from '#client/features/auth/new-password-page.tsx'
import { pendingReset } from '#client/features/auth/pending-code.ts'
import { REFUSALS } from '#contract/errors.ts'
import { forgetPassword, resetPassword } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
afterEach(() => sessionStorage.clear())
const MINA = '09123456789'
const SENT = { message: 'code sent successfully.', baseDTO: { expiresInSeconds: 120 } }

async function drawNew({
  language = 'fa',
  expiresAt = Date.now() + 60_000,
  channel = 'SMS',
}: {
  language?: 'fa' | 'en'
  expiresAt?: number
  channel?: 'SMS' | 'EMAIL'
} = {}) {
  const onChanged = vi.fn()
  await drawClient(
    <NewPasswordScreen mobileNumber={MINA} channel={channel} expiresAt={expiresAt} onChanged={onChanged} />,
    { language },
  )
  return onChanged
}

const NEW = 'Darya-e-nur-88'
type Typed = { code?: string; password?: string; repeat?: string }

async function fillIn({ code = '123456', password = NEW, repeat = password }: Typed = {}) {
  await userEvent.type(await screen.findByLabelText('کد ۶ رقمی'), code)
  await userEvent.type(screen.getByLabelText('رمز عبور جدید'), password)
  await userEvent.type(screen.getByLabelText('تکرار رمز عبور جدید'), repeat)
  await userEvent.click(screen.getByRole('button', { name: 'تغییر رمز عبور' }))
}

test('a forgotten password asks for the number, which the next page gets, and for whose code a reload waits on', async () => {
  const asked: Sent[] = []
  server.use(
    mockEndpoint(forgetPassword, (sent) => {
      asked.push(sent)
      return SENT
    }),
  )
  const onAsked = vi.fn()
  await drawClient(<ForgetScreen onAsked={onAsked} />)
  const send = await screen.findByRole('button', { name: 'ارسال کد' })
  await userEvent.click(send)
  expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveAccessibleDescription('شمارهٔ موبایل را وارد کنید.')
  await userEvent.type(screen.getByLabelText('شمارهٔ موبایل'), '۰۹۱۲۳۴۵۶۷۸۹')
  await userEvent.click(send)
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledOnce())
  expect(asked).toMatchObject([{ body: { mobileNumber: MINA, authenticationType: 'SMS' } }])
  expect(pendingReset.read()).toMatchObject({ mobileNumber: MINA, channel: 'SMS' })
  expect(pendingReset.read()?.expiresAt).toBeGreaterThan(Date.now() + 100_000)
  await userEvent.click(screen.getByRole('radio', { name: 'ایمیل' }))
  await userEvent.click(send)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toMatchObject({ body: { authenticationType: 'EMAIL' } })
})

test('code and new password are sent with the number, once both are whole', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(resetPassword, (request) => {
      sent.push(request)
      return { baseDTO: { effectiveDateTime: null } }
    }),
  )
  const onChanged = await drawNew()
  await fillIn()
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ body: { code: '123456', username: MINA, password: 'Darya-e-nur-88' } }])
})

test.each([
  ['no code', { code: '12' }, 'کد ۶ رقمی', 'همهٔ رقم‌های کد را وارد کنید.'],
  ['a short password', { password: 'Abc-12' }, 'رمز عبور جدید', 'رمز عبور باید حداقل ۸ کاراکتر باشد.'],
  [
    'no capital letter',
    { password: 'abcdefg1' },
    'رمز عبور جدید',
    'رمز عبور باید شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.',
  ],
  ['another repeat', { repeat: 'Darya-e-nur-89' }, 'تکرار رمز عبور جدید', 'تکرار با رمز عبور جدید مطابقت ندارد.'],
])('%s is said beside its field, and nothing is sent', async (_what, typed, label, sentence) => {
  const onChanged = await drawNew()
  await fillIn(typed)
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(sentence)
  expect(onChanged).not.toHaveBeenCalled()
})

test.each([
  'INCORRECT_OTP',
  'CODE_EXPIRED',
  'TOO_MANY_TRIES',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_HAS_NUMBER',
  'LOGIN_NOT_ALLOWED',
  'SIGN_IN_BUSY',
] as const)('the refusal %s shows its sentence', async (code) => {
  server.use(mockEndpoint(resetPassword, refuseWith(code)))
  await drawNew()
  await fillIn()
  expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
})

test.each(['fa', 'en'] as const)(
  'the old password as the new one is refused beside its field (%s)',
  async (language) => {
    server.use(mockEndpoint(resetPassword, refuseWith('PASSWORD_UNCHANGED', undefined, 'password')))
    await drawNew({ language })
    await userEvent.type(await screen.findByLabelText(/^(کد ۶ رقمی|6-digit code)$/), '123456')
    const [password, repeat] = [...document.querySelectorAll<HTMLInputElement>('input[autocomplete=new-password]')]
    if (!password || !repeat) throw new Error('a field of the password is missing')
    for (const field of [password, repeat]) await userEvent.type(field, NEW)
    await userEvent.type(repeat, '{Enter}')
    expect(await screen.findByText(REFUSALS.PASSWORD_UNCHANGED[language])).toBeVisible()
    expect(password).toHaveAccessibleDescription(REFUSALS.PASSWORD_UNCHANGED[language])
  },
)

test('when the time is up, the button asks for another code and the clock begins anew', async () => {
  server.use(mockEndpoint(forgetPassword, SENT))
  await drawNew({ expiresAt: Date.now() - 1 })
  expect(await screen.findByText('زمان این کد تمام شد؛ کد جدید بگیرید.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'ارسال دوبارهٔ کد' }))
  expect(await screen.findByRole('button', { name: 'تغییر رمز عبور' })).toBeVisible()
  expect(screen.getByRole('timer')).toBeVisible()
})

test('a new password that waits says from when on it is good', async () => {
  const effectiveDateTime = '2026-11-24T08:00:00.000Z'
  server.use(mockEndpoint(resetPassword, { baseDTO: { effectiveDateTime } }))
  const onChanged = await drawNew()
  await fillIn()
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(onChanged).toHaveBeenCalledWith(new Date(effectiveDateTime), expect.anything(), undefined, expect.anything())
})

test('in English it says the same whether the number has an account or not', async () => {
  await drawNew({ language: 'en' })
  expect(await screen.findByText("If this number has an account, we've texted a code.")).toBeVisible()
})
