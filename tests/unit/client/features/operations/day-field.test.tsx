import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DayField } from '#client/features/operations/day-field.tsx'
import { words as fa } from '#client/locales/fa/desk.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

clientServer()

function Field({ first, onChange }: { first: string; onChange: (day: string) => void }) {
  const [day, setDay] = useState(first)
  return (
    <DayField
      label="Day"
      value={day}
      onChange={(next) => {
        setDay(next)
        onChange(next)
      }}
    />
  )
}

const draw = async (language: 'fa' | 'en', first = '') => {
  const onChange = vi.fn()
  await drawClient(<Field first={first} onChange={onChange} />, { language })
  return onChange
}

const choose = (part: 'day' | 'month' | 'year', value: string) =>
  userEvent.selectOptions(screen.getByLabelText(fa.day[part]), value)

test('in Persian a day is chosen from the Jalali calendar, and is none until all of it is', async () => {
  const onChange = await draw('fa')
  await screen.findByLabelText(fa.day.day)
  await choose('day', '30')
  await choose('month', '12')
  expect(onChange.mock.calls.flat()).toEqual(['', ''])
  // 1405 is no leap year: its last day is the 29th of Esfand.
  await choose('year', '1405')
  expect(onChange).toHaveBeenLastCalledWith('2027-03-20')
  expect(screen.getByLabelText(fa.day.day)).toHaveDisplayValue('۲۹')
})

test('a day that is there already is shown in Persian, and can be taken away', async () => {
  const onChange = await draw('fa', '2026-11-22')
  expect(await screen.findByLabelText(fa.day.month)).toHaveDisplayValue('آذر')
  expect(screen.getByLabelText(fa.day.year)).toHaveDisplayValue('۱۴۰۵')
  expect(screen.getByLabelText(fa.day.day)).toHaveDisplayValue('۱')
  await choose('day', '')
  expect(onChange).toHaveBeenLastCalledWith('')
})

test('in English the browser has the calendar', async () => {
  await draw('en', '2026-11-22')
  expect(await screen.findByLabelText('Day')).toHaveValue('2026-11-22')
})
