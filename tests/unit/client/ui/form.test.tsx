import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Form } from '#client/ui/form.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function TwoFields() {
  const [isFaulty, setFaulty] = useState(false)
  // Each letter draws the form again.
  const [name, setName] = useState('')
  return (
    <Form onSubmit={() => setFaulty(true)}>
      <input aria-label="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="price" aria-invalid={isFaulty} />
      <button type="submit">Send</button>
    </Form>
  )
}

test('a press that finds a faulty field leads to it, together with the sentences', async () => {
  await drawClient(<TwoFields />)
  const action = screen.getByRole('button', { name: 'Send' })
  action.focus()
  act(() => action.click())
  expect(screen.getByLabelText('price')).toHaveFocus()
})

test('a field that is typed into after a press keeps the focus', async () => {
  await drawClient(<TwoFields />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.type(screen.getByLabelText('name'), 'Kimia')
  expect(screen.getByLabelText('name')).toHaveFocus()
  expect(screen.getByLabelText('name')).toHaveValue('Kimia')
})
