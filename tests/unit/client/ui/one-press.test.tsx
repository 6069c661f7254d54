import { useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'

type Call = () => Promise<void>

function ButtonScreen({ call }: { call: Call }) {
  const send = useMutation({ mutationFn: call })
  return (
    <Button loading={send.isPending} onClick={() => send.mutate()}>
      Add account
    </Button>
  )
}

function FormScreen({ call, prepare }: { call: Call; prepare?: Call }) {
  const send = useMutation({ mutationFn: call })
  const submit = async () => {
    await prepare?.()
    await send.mutateAsync().catch(() => undefined)
  }
  return (
    <Form noValidate onSubmit={submit}>
      <Button type="submit" loading={send.isPending}>
        Save
      </Button>
    </Form>
  )
}

const pressTwice = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await act(async () => {
    button.click()
    button.click()
  })
}

/** A call that the test answers. */
function openCall() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { call: vi.fn(() => promise), answer: resolve }
}

test('two presses of a button in one tick make one call, and a press after its answer makes another', async () => {
  const { call, answer } = openCall()
  await drawClient(<ButtonScreen call={call} />)
  await pressTwice('Add account')
  expect(call).toHaveBeenCalledOnce()
  await act(async () => answer())
  await vi.waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
  await pressTwice('Add account')
  expect(call).toHaveBeenCalledTimes(2)
})

test('a form that is sent twice in one tick makes one call', async () => {
  const { call } = openCall()
  await drawClient(<FormScreen call={call} />)
  await pressTwice('Save')
  expect(call).toHaveBeenCalledOnce()
})

test('a form is not sent again while what comes before its call takes time', async () => {
  const { call } = openCall()
  const preparing = openCall()
  await drawClient(<FormScreen call={call} prepare={preparing.call} />)
  await pressTwice('Save')
  await pressTwice('Save')
  await act(async () => preparing.answer())
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  expect(preparing.call).toHaveBeenCalledOnce()
  expect(call).toHaveBeenCalledOnce()
})

test('a form that was refused may be sent again', async () => {
  const call = vi.fn(() => Promise.reject(new Error('refused')))
  await drawClient(<FormScreen call={call} />)
  await pressTwice('Save')
  await vi.waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
  await vi.waitFor(async () => {
    await pressTwice('Save')
    expect(call).toHaveBeenCalledTimes(2)
  })
})

test('a form in a sheet that another form opens sends alone', async () => {
  const outer = vi.fn()
  const inner = vi.fn()
  const user = userEvent.setup()
  await drawClient(
    <Form onSubmit={outer}>
      {createPortal(
        <Form onSubmit={inner}>
          <button type="submit">inner</button>
        </Form>,
        document.body,
      )}
    </Form>,
  )
  await user.click(await screen.findByText('inner'))
  expect(inner).toHaveBeenCalledTimes(1)
  expect(outer).not.toHaveBeenCalled()
})
