import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeField } from '#client/ui/code-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [value, setValue] = useState('')
  return <CodeField label="code" length={6} value={value} onChange={setValue} onComplete={onComplete} />
}

test('Persian digits typed one by one make a code', async () => {
  const onComplete = vi.fn()
  await drawClient(<Code onComplete={onComplete} />)
  await userEvent.type(await screen.findByLabelText('code'), '۱۲۳۴۵۶')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
})

test('a pasted message gives its digits', async () => {
  const onComplete = vi.fn()
  await drawClient(<Code onComplete={onComplete} />)
  await userEvent.click(await screen.findByLabelText('code'))
  await userEvent.paste('کد شما: ۱۲۳-۴۵۶')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
})

test('the phone may fill it from the message', async () => {
  await drawClient(<Code onComplete={() => undefined} />)
  expect(await screen.findByLabelText('code')).toHaveAttribute('autocomplete', 'one-time-code')
})
