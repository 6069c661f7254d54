import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Language } from '#client/lib/locale.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function Amount({ told, decimals }: { told: string[]; decimals: number }) {
  const [value, setValue] = useState('')
  const tell = (next: string) => {
    told.push(next)
    setValue(next)
  }
  return <DecimalField label="amount" value={value} onChange={tell} decimals={decimals} />
}

async function amountField({ language = 'fa', decimals = 8 }: { language?: Language; decimals?: number } = {}) {
  const told: string[] = []
  await drawClient(<Amount told={told} decimals={decimals} />, { language })
  const field = await screen.findByLabelText<HTMLInputElement>('amount')
  return { field, told, user: userEvent.setup() }
}

test('Persian digits are shown grouped and told as ASCII decimal text', async () => {
  const { field, told, user } = await amountField()
  await user.type(field, '۹۸۵۰۰٫۵')
  expect(field).toHaveValue('۹۸٬۵۰۰٫۵')
  expect(told.at(-1)).toBe('98500.5')
})

test('Latin digits in Persian become Persian digits', async () => {
  const { field, told, user } = await amountField()
  await user.type(field, '1234567')
  expect(field).toHaveValue('۱٬۲۳۴٬۵۶۷')
  expect(told.at(-1)).toBe('1234567')
})

test('nothing that is told is unreadable, not even half a number', async () => {
  const { told, user, field } = await amountField({ language: 'en' })
  await user.type(field, '.5')
  expect(field).toHaveValue('0.5')
  expect(told.every((text) => /^\d*$|^\d+\.\d+$/.test(text))).toBe(true)
})

test('a letter, a second point and a digit too many leave the number as it was', async () => {
  const { field, told, user } = await amountField({ language: 'en', decimals: 2 })
  await user.type(field, '12.3')
  await user.type(field, 'x.45')
  expect(field).toHaveValue('12.34')
  expect(told.at(-1)).toBe('12.34')
})

test('a digit goes in where the caret stands, past the marks', async () => {
  const { field, told, user } = await amountField({ language: 'en' })
  await user.type(field, '1234')
  await user.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(field).toHaveValue('19,234')
  expect(field.selectionStart).toBe(2)
  expect(told.at(-1)).toBe('19234')
})

test('a pasted amount is taken with its marks and unit, and one that is unclear is not', async () => {
  const { field, told, user } = await amountField()
  await user.click(field)
  await user.paste('۹۸٬۵۰۰ تومان')
  expect(field).toHaveValue('۹۸٬۵۰۰')
  await user.clear(field)
  await user.paste('0,5')
  expect(field).toHaveValue('')
  expect(told.at(-1)).toBe('')
})
