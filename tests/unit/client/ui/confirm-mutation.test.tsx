import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

const draw = async (act: () => Promise<string>) => {
  const onDone = vi.fn()
  const onClose = vi.fn()
  await drawClient(
    <ConfirmMutation
      title="remove"
      yes="yes"
      no="no"
      act={act}
      done="removed"
      onDone={onDone}
      onClose={onClose}
      sentenceOf={() => 'it is in use'}
    >
      really?
    </ConfirmMutation>,
  )
  return { onDone, onClose }
}

test('an act runs once it is confirmed, says that it is done, and closes the sheet', async () => {
  const act = vi.fn(async () => 'a key')
  const { onDone, onClose } = await draw(act)
  expect(act).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'yes' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('a key'))
  expect(onClose).toHaveBeenCalledOnce()
  expect(await screen.findByText('removed')).toBeInTheDocument()
})

test('a refusal is shown in the sheet, which stays open to try again', async () => {
  const act = vi.fn(() => Promise.reject<string>(new Error('refused')))
  const { onDone, onClose } = await draw(act)
  await userEvent.click(await screen.findByRole('button', { name: 'yes' }))
  expect(await screen.findByText('it is in use')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'yes' }))
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
  expect([onDone, onClose].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

test('nothing runs if it is not confirmed', async () => {
  const act = vi.fn(async () => 'a key')
  const { onClose } = await draw(act)
  await userEvent.click(await screen.findByRole('button', { name: 'no' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(act).not.toHaveBeenCalled()
})
