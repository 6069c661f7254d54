import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SignUpScreen } from '#client/features/auth/sign-up-screen.tsx'
import { getAccount } from '#contract/account.ts'
import { REFUSALS } from '#contract/errors.ts'
import { register } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'

const server = clientServer()

async function openScreen() {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(register, (request) => {
      sent.push(request)
      return refuseWith('TOO_MANY_REQUESTS')
    }),
  )
  const [onCodeSent, onSignedUp] = [vi.fn(), vi.fn()]
  await drawClient(<SignUpScreen next={undefined} referralCode="" onCodeSent={onCodeSent} onSignedUp={onSignedUp} />)
  return { action: await screen.findByRole('button', { name: 'ثبت‌نام' }), sent, onCodeSent, onSignedUp }
}

async function fillIn(password = 'Abcdef12') {
  await userEvent.type(screen.getByLabelText('شمارهٔ موبایل'), '09123456789')
  await userEvent.type(screen.getByLabelText('رمز عبور'), password)
  await userEvent.click(screen.getByRole('checkbox'))
}

test('an answer that opens the session leads home, and no code is waited for', async () => {
  const { action, onCodeSent, onSignedUp } = await openScreen()
  const baseDTO = {
    starTwoStepAuthentication: '0912***6789',
    twoStepAuthenticationType: 'SMS',
    expiresInSeconds: 300,
  } as const
  server.use(mockEndpoint(register, { token: 'a-token', baseDTO }), mockEndpoint(getAccount, { baseDTO: person() }))
  await fillIn()
  await userEvent.click(action)
  await waitFor(() => expect(onSignedUp).toHaveBeenCalledOnce())
  expect(onCodeSent).not.toHaveBeenCalled()
})

test.each([
  ['Ab1', 'رمز عبور باید حداقل ۸ کاراکتر باشد.'],
  ['abcdefg1', 'رمز عبور باید شامل حرف بزرگ و کوچک انگلیسی و عدد باشد.'],
])('the password %s is refused with its own sentence', async (password, sentence) => {
  const { action, sent } = await openScreen()
  await fillIn(password)
  await userEvent.click(action)
  expect(screen.getByLabelText('رمز عبور')).toHaveAccessibleDescription(sentence)
  expect(sent).toEqual([])
})

test.each(['PASSWORD_TOO_COMMON', 'PASSWORD_HAS_NUMBER', 'SIGN_IN_BUSY', 'INVALID_MOBILE'] as const)(
  'the refusal %s shows its sentence',
  async (code) => {
    const { action } = await openScreen()
    server.use(mockEndpoint(register, refuseWith(code)))
    await fillIn()
    await userEvent.click(action)
    expect(await screen.findByText(REFUSALS[code].fa)).toBeVisible()
  },
)

test('a refusal that names a field stands beside it alone, until the field is another', async () => {
  const { action } = await openScreen()
  server.use(mockEndpoint(register, refuseWith('PASSWORD_TOO_COMMON', undefined, 'password')))
  await fillIn('Password1')
  await userEvent.click(action)
  const password = screen.getByLabelText('رمز عبور')
  await waitFor(() => expect(password).toHaveAccessibleDescription(REFUSALS.PASSWORD_TOO_COMMON.fa))
  expect(screen.getAllByText(REFUSALS.PASSWORD_TOO_COMMON.fa)).toHaveLength(1)
  await userEvent.type(password, 'x')
  expect(password).not.toHaveAccessibleDescription(REFUSALS.PASSWORD_TOO_COMMON.fa)
})

test('an empty form says all that is missing when its button is pressed, and sends nothing', async () => {
  const { action, sent } = await openScreen()
  expect(action).toBeEnabled()
  await userEvent.click(action)
  expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveAccessibleDescription('شمارهٔ موبایل را وارد کنید.')
  expect(screen.getByLabelText('رمز عبور')).toHaveAccessibleDescription('رمز عبور را وارد کنید.')
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('برای ثبت‌نام، قوانین و مقررات را بپذیرید.')
  await waitFor(() => expect(screen.getByLabelText('شمارهٔ موبایل')).toHaveFocus())
  expect(sent).toEqual([])
})

test('the terms alone are asked for beside their box, and the rules of the password stay in sight', async () => {
  const { action, sent } = await openScreen()
  await userEvent.type(screen.getByLabelText('شمارهٔ موبایل'), '09123456789')
  await userEvent.type(screen.getByLabelText('رمز عبور'), 'Abcdef12')
  await userEvent.click(action)
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveFocus())
  expect(screen.getByRole('list', { name: 'شرایط رمز عبور' })).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(action)
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('the screen leads to the login and to the questions', async () => {
  await openScreen()
  expect(screen.getByRole('link', { name: 'وارد شوید' })).toHaveAttribute('href', expect.stringMatching(/^\/login/))
  expect(screen.getByRole('link', { name: 'پرسش‌های متداول' })).toHaveAttribute('href', '/faq')
})
