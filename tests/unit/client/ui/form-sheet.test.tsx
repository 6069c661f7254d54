import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { words } from '#client/locales/fa/ui.ts'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

type Sheet = Partial<Parameters<typeof FormSheet>[0]>

function NameSheet(props: Sheet) {
  const [name, setName] = useState('')
  return (
    <FormSheet
      title="a key"
      action="create"
      busy={false}
      complete={name !== ''}
      onSend={() => undefined}
      onClose={() => undefined}
      {...props}
    >
      {(checked) => (
        <TextField
          label="name"
          value={name}
          onChange={setName}
          problem={checked && name === '' ? 'a name is missing' : undefined}
        />
      )}
    </FormSheet>
  )
}

test('a press shows at its field what is missing, puts the focus there, and sends nothing', async () => {
  const onSend = vi.fn()
  await drawClient(<NameSheet onSend={onSend} />)
  const field = await screen.findByLabelText('name')
  expect(screen.queryByText('a name is missing')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'create' }))
  expect(field).toHaveAccessibleDescription('a name is missing')
  expect(field).toHaveFocus()
  expect(onSend).not.toHaveBeenCalled()
})

test('a whole form is sent once, however quickly it is pressed again', async () => {
  let finish: () => void = () => undefined
  const onSend = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  await drawClient(<NameSheet onSend={onSend} />)
  await userEvent.type(await screen.findByLabelText('name'), 'phone')
  await userEvent.dblClick(screen.getByRole('button', { name: 'create' }))
  expect(onSend).toHaveBeenCalledOnce()
  finish()
})

test('a refusal is shown above the fields, and nothing closes the sheet while it is being sent', async () => {
  const error = new ApiRefusal({ code: 'UNREACHABLE', message: '' })
  const { unmount } = await drawClient(<NameSheet error={error} />)
  expect(await screen.findByText(words.refusal.unreachable)).toBeVisible()
  expect(screen.getByRole('button', { name: 'بستن' })).toBeVisible()
  unmount()
  await drawClient(<NameSheet busy />)
  expect(screen.queryByRole('button', { name: 'بستن' })).toBeNull()
})
