import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextAreaField } from '#client/ui/text-area-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function Field({ oneLine = false }: { oneLine?: boolean }) {
  const [value, setValue] = useState('')
  return <TextAreaField label="Title" value={value} onChange={setValue} maxLength={100} oneLine={oneLine} />
}

test.each([
  [true, 'Fees of gold'],
  [false, 'Fees\n of gold'],
])('a field of one line (%s) takes a pasted line’s end as a space', async (oneLine, shown) => {
  await drawClient(<Field oneLine={oneLine} />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Title'))
  await user.paste('Fees\n of gold')
  expect(screen.getByLabelText('Title')).toHaveValue(shown)
})
