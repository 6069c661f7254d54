import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { person } from '#tests/builders/session.ts'

clientServer()
beforeEach(() => sessionStorage.clear())

async function openScreen() {
  const onSubmitted = vi.fn()
  await drawClient(<AccountScreen account={person()} onSubmitted={onSubmitted} />)
  return { onSubmitted, action: await screen.findByRole('button', { name: 'ثبت و ادامه' }) }
}

test('the button says what is missing beside every field, and leads to the first', async () => {
  const { action, onSubmitted } = await openScreen()
  expect(action).toBeEnabled()
  await userEvent.click(action)
  expect(screen.getByLabelText('نام')).toHaveAccessibleDescription('«نام» را کامل کنید.')
  expect(screen.getByLabelText('کد پستی')).toHaveAccessibleDescription('«کد پستی» را کامل کنید.')
  expect(action).toHaveAccessibleDescription('«نام» را کامل کنید.')
  await waitFor(() => expect(screen.getByLabelText('نام')).toHaveFocus())
  expect(onSubmitted).not.toHaveBeenCalled()
})

test('Latin letters stay in a name, and are reported while typed', async () => {
  await openScreen()
  await userEvent.type(screen.getByLabelText('نام'), 'Sara')
  expect(screen.getByLabelText('نام')).toHaveValue('Sara')
  expect(screen.getByLabelText('نام')).toHaveAccessibleDescription('«نام» را به فارسی بنویسید.')
  await userEvent.clear(screen.getByLabelText('نام'))
  await userEvent.type(screen.getByLabelText('نام'), 'سارا')
  expect(screen.getByLabelText('نام')).toBeValid()
})

test.each([
  ['leads to the code that is awaited', { authenticationType: 'UNIDENTIFIED' }, 'در انتظار احراز هویت', true],
  ['says that a person is looking', { pending: true, authenticationType: 'PENDING' }, /در حال بررسی/, false],
  ['says what is missing', { authenticationType: 'NOT_COMPLETE' }, 'اطلاعات خود را کامل کنید', false],
] as const)('the head of the form %s', async (_what, differences, title, leadsToCode) => {
  await drawClient(<AccountScreen account={person(differences)} onSubmitted={() => undefined} />)
  expect(await screen.findByText(title)).toBeVisible()
  const link = screen.queryByRole('link', { name: 'وارد کردن کد' })
  expect(link?.getAttribute('href')).toBe(leadsToCode ? '/profile/fino-verifying' : undefined)
})
