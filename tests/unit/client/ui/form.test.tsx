import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Form } from '#client/ui/form.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

function TwoFields() {
  const [isFaulty, setFaulty] = useState(false)
  return (
    <Form onSubmit={() => setFaulty(true)}>
      <input aria-label="name" />
      <input aria-label="price" aria-invalid={isFaulty} />
      <button type="submit">Send</button>
    </Form>
  )
}

/** Screens are drawn when the test says so: a busy phone draws late. */
function holdScreens() {
  const waiting: FrameRequestCallback[] = []
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => waiting.push(callback))
  return () => {
    for (const callback of waiting.splice(0)) callback(0)
  }
}

test('a press that finds a faulty field leads to it', async () => {
  await drawClient(<TwoFields />)
  const user = userEvent.setup()
  const drawScreen = holdScreens()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  drawScreen()
  expect(screen.getByLabelText('price')).toHaveFocus()
})

test('a field that is already being typed into keeps the focus', async () => {
  await drawClient(<TwoFields />)
  const user = userEvent.setup()
  const drawScreen = holdScreens()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.type(screen.getByLabelText('name'), 'K')
  drawScreen()
  expect(screen.getByLabelText('name')).toHaveFocus()
})
