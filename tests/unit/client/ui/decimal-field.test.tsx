import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Language } from '#client/lib/locale.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

type AmountProps = { reported: string[]; decimals: number; unit?: string }

function Amount({ reported, decimals, unit }: AmountProps) {
  const [value, setValue] = useState('')
  const report = (next: string) => {
    reported.push(next)
    setValue(next)
  }
  return <DecimalField label="amount" value={value} onChange={report} decimals={decimals} {...(unit && { unit })} />
}

async function amountField({
  language = 'fa',
  decimals = 8,
  unit,
}: {
  language?: Language
  decimals?: number
  unit?: string
} = {}) {
  const reported: string[] = []
  await drawClient(<Amount reported={reported} decimals={decimals} {...(unit && { unit })} />, { language })
  const field = await screen.findByLabelText<HTMLInputElement>('amount')
  return { field, reported, user: userEvent.setup() }
}

test('Persian digits are shown grouped and reported as ASCII decimal text', async () => {
  const { field, reported, user } = await amountField()
  await user.type(field, '۹۸۵۰۰٫۵')
  expect(field).toHaveValue('۹۸٬۵۰۰٫۵')
  expect(reported.at(-1)).toBe('98500.5')
})

test('Latin digits in Persian become Persian digits', async () => {
  const { field, reported, user } = await amountField()
  await user.type(field, '1234567')
  expect(field).toHaveValue('۱٬۲۳۴٬۵۶۷')
  expect(reported.at(-1)).toBe('1234567')
})

test('nothing that is reported is unreadable, not even half a number', async () => {
  const { reported, user, field } = await amountField({ language: 'en' })
  await user.type(field, '.5')
  expect(field).toHaveValue('0.5')
  expect(reported.every((text) => /^\d*$|^\d+\.\d+$/.test(text))).toBe(true)
})

test.each([
  ['-5', 'عدد منفی قابل قبول نیست.'],
  ['1e5', /^فقط رقم و ممیز وارد کنید/],
  ['1.2.3', /^جای ممیز یا جداکنندهٔ هزارگان را بررسی کنید/],
  ['0.123456789', /^حداکثر .*۸.* رقم اعشار وارد کنید/],
])('%j stays as it was typed, with its reason, and is told as nothing', async (text, reason) => {
  const { field, reported, user } = await amountField({ language: 'fa' })
  await user.type(field, text)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(reason)
  expect(reported.at(-1) ?? '').toBe('')
})

test.each(['0,5', '۰،۵', '۰٫۵', '0/5'])('%j is a half, typed in either language of keyboard', async (text) => {
  const { field, reported, user } = await amountField()
  await user.type(field, text)
  expect(reported.at(-1)).toBe('0.5')
  await user.tab()
  expect(field).toHaveValue('۰٫۵')
  expect(field).toBeValid()
})

test('a comma that may group or divide is asked about, and the choice is taken', async () => {
  const { field, reported, user } = await amountField({ language: 'en' })
  await user.type(field, '1,234')
  expect(reported.at(-1)).toBe('')
  expect(field).toHaveAccessibleDescription(/^Do you mean .*1,234.* or .*1\.234.*\?$/)
  await user.click(screen.getByRole('button', { name: '1.234' }))
  expect(reported.at(-1)).toBe('1.234')
  expect(field).toHaveValue('1.234')
  expect(field).toBeValid()
})

test('a grouped number is understood while it is typed mark by mark', async () => {
  const { field, reported, user } = await amountField({ language: 'en' })
  await user.type(field, '1,234,567')
  expect(reported.at(-1)).toBe('1234567')
  expect(field).toBeValid()
})

test('a coin without decimals says so', async () => {
  const { field, reported, user } = await amountField({ decimals: 0 })
  await user.type(field, '0.5')
  expect(field).toHaveAccessibleDescription('این مبلغ اعشار ندارد؛ عدد را بدون ممیز بنویسید.')
  expect(reported.at(-1)).not.toBe('5')
})

test.each([
  ['abc', 'فقط رقم وارد کنید؛ مثل \u2066۱٬۲۳۴٬۵۶۷\u2069.'],
  ['12.345.678', 'جای ممیز یا جداکنندهٔ هزارگان را بررسی کنید؛ مثل \u2066۱٬۲۳۴٬۵۶۷\u2069.'],
])('%j in a field of whole numbers is told an example without decimals', async (text, reason) => {
  const { field, user } = await amountField({ decimals: 0 })
  await user.type(field, text)
  expect(field).toHaveAccessibleDescription(reason)
})

test('a digit goes in where the caret stands, past the marks', async () => {
  const { field, reported, user } = await amountField({ language: 'en' })
  await user.type(field, '1234')
  await user.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(field).toHaveValue('19,234')
  expect(field.selectionStart).toBe(2)
  expect(reported.at(-1)).toBe('19234')
})

test('a pasted amount is taken with its marks and the unit of the field', async () => {
  const { field, reported, user } = await amountField({ unit: 'تومان' })
  await user.click(field)
  await user.paste('۹۸٬۵۰۰ تومان')
  expect(field).toHaveValue('۹۸٬۵۰۰')
  expect(reported.at(-1)).toBe('98500')
  await user.clear(field)
  await user.paste('98,500 ریال')
  expect(field).toBeInvalid()
  expect(reported.at(-1)).toBe('')
})
