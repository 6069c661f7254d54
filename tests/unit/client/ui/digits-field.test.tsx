import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { typeMobile } from '#client/features/auth/auth-forms.logic.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function Field({ mobile = false }: { mobile?: boolean }) {
  const [value, setValue] = useState('')
  const kind = mobile ? { lengthMax: 11, keep: typeMobile } : { lengthMax: 16, group: 4 }
  return (
    <>
      <DigitsField label="digits" value={value} onChange={setValue} placeholder="0912" {...kind} />
      <output>kept {value}</output>
    </>
  )
}

async function typed(language: 'fa' | 'en', text: string, mobile = false) {
  await drawClient(<Field mobile={mobile} />, { language })
  const field = await screen.findByLabelText<HTMLInputElement>('digits')
  await userEvent.click(field)
  await userEvent.paste(text)
  return field
}

test.each([
  ['fa', '60379911', '۶۰۳۷-۹۹۱۱', '۰۹۱۲'],
  ['fa', '۶۰۳۷۹۹۱۱', '۶۰۳۷-۹۹۱۱', '۰۹۱۲'],
  ['en', '۶۰۳۷۹۹۱۱', '6037-9911', '0912'],
] as const)(
  '%s shows %s in the digits of the language, and keeps Latin ones',
  async (language, text, shown, example) => {
    const field = await typed(language, text)
    expect(field).toHaveValue(shown)
    expect(field).toHaveAttribute('placeholder', example)
    expect(screen.getByText('kept 60379911')).toBeVisible()
  },
)

test('a digit corrected in the middle leaves the caret behind it', async () => {
  const field = await typed('fa', '60379911')
  field.setSelectionRange(2, 2)
  await userEvent.keyboard('5')
  expect(field).toHaveValue('۶۰۵۳-۷۹۹۱-۱')
  expect(field.selectionStart).toBe(3)
})

test('a number pasted with its country code is the local one', async () => {
  const field = await typed('fa', '+98 912 345 6789', true)
  expect(field).toHaveValue('۰۹۱۲۳۴۵۶۷۸۹')
})
