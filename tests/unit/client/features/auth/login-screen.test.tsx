import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { pendingCode } from '#client/features/auth/pending-code.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getExchangeInfo } from '#contract/exchange-info.ts'
import { login } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => server.close())

async function fillIn() {
  const onCodeSent = vi.fn()
  await drawClient(<LoginScreen next="/profile/wallet" onCodeSent={onCodeSent} />)
  await userEvent.type(await screen.findByLabelText('شمارهٔ موبایل'), '۰۹۱۲۳۴۵۶۷۸۹')
  await userEvent.type(screen.getByLabelText('رمز عبور'), 'Abcdef12')
  await userEvent.click(screen.getByRole('button', { name: 'ورود' }))
  return onCodeSent
}

test('a login leads to the code, and remembers what the code is for', async () => {
  let sent: unknown
  server.use(
    http.post('*/api/users/login', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({
        baseDTO: {
          starTwoStepAuthentication: '+98912***6789',
          twoStepAuthenticationType: 'SMS',
          expiresInSeconds: 120,
        },
      })
    }),
  )
  const onCodeSent = await fillIn()
  await vi.waitFor(() => expect(onCodeSent).toHaveBeenCalledOnce())
  expect(sent).toMatchObject({ mobileNumber: '09123456789', password: 'Abcdef12', authenticationType: 'SMS' })
  expect(pendingCode.read()).toMatchObject({ contact: '+98912***6789', next: '/profile/wallet' })
})

test('a refusal shows its sentence and keeps what was typed', async () => {
  const { fa, status } = REFUSALS.INCORRECT_CREDENTIALS
  server.use(
    http.post('*/api/users/login', () =>
      HttpResponse.json({ code: 'INCORRECT_CREDENTIALS', message: 'INCORRECT_CREDENTIALS', errors: [fa] }, { status }),
    ),
  )
  const onCodeSent = await fillIn()
  expect(await screen.findByText(fa)).toBeVisible()
  expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveValue('۰۹۱۲۳۴۵۶۷۸۹')
  expect(screen.getByLabelText('رمز عبور')).toHaveValue('Abcdef12')
  expect(onCodeSent).not.toHaveBeenCalled()
})

test('an empty form says what is missing when its button is pressed, and sends nothing', async () => {
  const onCodeSent = vi.fn()
  await drawClient(<LoginScreen next={undefined} onCodeSent={onCodeSent} />)
  const action = await screen.findByRole('button', { name: 'ورود' })
  expect(action).toBeEnabled()
  await userEvent.click(action)
  expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveAccessibleDescription('شمارهٔ موبایل را وارد کنید.')
  expect(screen.getByLabelText('رمز عبور')).toHaveAccessibleDescription('رمز عبور را وارد کنید.')
  await vi.waitFor(() => expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveFocus())
  expect(onCodeSent).not.toHaveBeenCalled()
})

test.each([
  ['fa', 'نشست شما پایان یافت؛ دوباره وارد شوید.', 'خوش آمدید.'],
  ['en', 'Your session has ended. Log in again.', 'Welcome back.'],
] as const)(
  'in %s a session that ended is given as the reason, and is no welcome',
  async (language, reason, welcome) => {
    await drawClient(<LoginScreen next="/profile/wallet" reason="session-ended" onCodeSent={() => undefined} />, {
      language,
    })
    expect(await screen.findByText(reason)).toBeVisible()
    expect(screen.queryByText(welcome)).toBeNull()
  },
)

test('a login that somebody chose is given no reason', async () => {
  await drawClient(<LoginScreen next={undefined} onCodeSent={() => undefined} />)
  expect(await screen.findByText('خوش آمدید.')).toBeVisible()
  expect(screen.queryByText(/نشست شما پایان یافت/)).toBeNull()
})

test.each(['SMS', 'EMAIL', 'GOOGLE_AUTHENTICATOR'] as const)(
  'the second step by %s is told to the page',
  async (twoStep) => {
    const baseDTO = {
      starTwoStepAuthentication: '0912***6789',
      twoStepAuthenticationType: twoStep,
      expiresInSeconds: 120,
    }
    server.use(http.post('*/api/users/login', () => HttpResponse.json({ baseDTO })))
    const onCodeSent = await fillIn()
    await vi.waitFor(() => expect(onCodeSent).toHaveBeenCalledOnce())
    expect(onCodeSent.mock.calls[0]?.[0]).toBe(twoStep)
    expect(pendingCode.read()).toMatchObject({ twoStep })
  },
)

test('too many tries say how long to wait, and count down', async () => {
  const { fa, status } = REFUSALS.TOO_MANY_REQUESTS
  server.use(
    http.post('*/api/users/login', () =>
      HttpResponse.json(
        { code: 'TOO_MANY_REQUESTS', message: 'TOO_MANY_REQUESTS', errors: [fa] },
        { status, headers: { 'retry-after': '754' } },
      ),
    ),
  )
  await fillIn()
  const timer = await screen.findByRole('timer')
  expect(timer).toHaveTextContent(/۱۲:۳[۳۴]/)
  expect(timer.parentElement).toHaveTextContent(fa)
})

test('a user who is locked out reads how to reach us', async () => {
  const blank = { telegram: '', instagram: '', linkedin: '', twitter: '', whatsapp: '', appAndroid: '', appIOS: '' }
  const info = { address: '', email: 'support@kimia.example', number: '+982191000000', privacyPolicy: '', ...blank }
  server.use(
    mockEndpoint(login, refuseWith('LOGIN_NOT_ALLOWED')),
    mockEndpoint(getExchangeInfo, { content: [{ language: 'fa', ...info }] }),
  )
  await fillIn()
  expect(await screen.findByRole('link', { name: 'support@kimia.example' })).toHaveAttribute(
    'href',
    'mailto:support@kimia.example',
  )
  expect(screen.getByRole('link', { name: '+۹۸۲۱۹۱۰۰۰۰۰۰' })).toHaveAttribute('href', 'tel:+982191000000')
})

test.each(['LOGIN_NOT_ALLOWED', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'] as const)(
  'the refusal %s of a login shows its sentence',
  async (code) => {
    server.use(mockEndpoint(login, refuseWith(code)), mockEndpoint(getExchangeInfo, { content: [] }))
    await fillIn()
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
  },
)
