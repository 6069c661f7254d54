import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { words } from '#client/locales/fa/ui.ts'
import { CodeChallenge } from '#client/ui/code-challenge.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

const MINUTE_MS = 60_000

function Screen({ onChecked, check }: { onChecked: () => void; check: (code: string) => Promise<void> }) {
  return (
    <CodeChallenge
      length={6}
      deadline={Date.now() + MINUTE_MS}
      check={check}
      send={async () => Date.now() + MINUTE_MS}
      onChecked={onChecked}
    />
  )
}

test('a right code is sent once, and lets go of the focus for the page that it leads to', async () => {
  const check = vi.fn(async () => undefined)
  const onChecked = vi.fn()
  await drawClient(<Screen check={check} onChecked={onChecked} />)
  const field = await screen.findByLabelText('کد ۶ رقمی')
  await vi.waitFor(() => expect(field).toHaveFocus())
  await userEvent.type(field, '۱۲۳۴۵۶{Enter}')
  await vi.waitFor(() => expect(onChecked).toHaveBeenCalledOnce())
  expect(check).toHaveBeenCalledExactlyOnceWith('123456', expect.anything())
  expect(field).toBeDisabled()
})

test('a wrong code empties the field, which is ready for another', async () => {
  const check = vi.fn(() => Promise.reject(new Error('wrong')))
  await drawClient(<Screen check={check} onChecked={() => undefined} />)
  const field = await screen.findByLabelText('کد ۶ رقمی')
  await userEvent.type(field, '123456')
  await vi.waitFor(() => expect(field).toHaveValue(''))
  await vi.waitFor(() => expect(field).toHaveFocus())
})

test('half a code is not sent, and the button says what is missing', async () => {
  const check = vi.fn(async () => undefined)
  await drawClient(<Screen check={check} onChecked={() => undefined} />)
  const field = await screen.findByLabelText('کد ۶ رقمی')
  await userEvent.type(field, '123')
  await userEvent.click(screen.getByRole('button', { name: 'تأیید کد' }))
  expect(field).toHaveAccessibleDescription('همهٔ رقم‌های کد را وارد کنید.')
  expect(check).not.toHaveBeenCalled()
})

test('a code that reached no server stays, and is sent again by the button', async () => {
  const check = vi.fn(() => Promise.reject(new ApiRefusal({ code: 'UNREACHABLE', message: '' })))
  await drawClient(<Screen check={check} onChecked={() => undefined} />)
  const field = await screen.findByLabelText('کد ۶ رقمی')
  await userEvent.type(field, '123456')
  await vi.waitFor(() => expect(field).toHaveAccessibleDescription(words.refusal.unreachable))
  expect(field).toHaveValue('123456')
  await userEvent.click(screen.getByRole('button', { name: 'تأیید کد' }))
  await vi.waitFor(() => expect(check).toHaveBeenCalledTimes(2))
})
