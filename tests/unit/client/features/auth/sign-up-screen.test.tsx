import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SignUpScreen } from '#client/features/auth/sign-up-screen.tsx'
import { register } from '#contract/users.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

async function openScreen() {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(register, (request) => {
      sent.push(request)
      return refuseWith('TOO_MANY_REQUESTS')
    }),
  )
  const onCodeSent = vi.fn()
  await drawClient(<SignUpScreen next={undefined} referralCode="" onCodeSent={onCodeSent} />)
  return { action: await screen.findByRole('button', { name: 'ثبت‌نام' }), sent }
}

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
