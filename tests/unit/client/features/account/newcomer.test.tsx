import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { words as en } from '#client/locales/en/account.ts'
import { words as fa } from '#client/locales/fa/account.ts'
import { REFUSALS } from '#contract/errors.ts'
import { CARD, complete, openAccountScreen } from '#tests/builders/account-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

const server = clientServer()
const WORDS = { fa, en }
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const stepOf = (name: string) => within(screen.getByRole('navigation')).getByRole('button', { name: new RegExp(name) })

test.each(['fa', 'en'] as const)('a photo that does not open is told when it is chosen (%s)', async (language) => {
  const words = WORDS[language]
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  await openAccountScreen(complete({ image: false }), language)
  await userEvent.click(stepOf(words.steps.documents))
  const field = words.field.image.ID_CARD
  const broken = new File(['not a picture'], 'card.png', { type: 'image/png' })
  const [input] = await screen.findAllByLabelText(new RegExp(field))
  await userEvent.upload(input ?? document.body, broken)
  expect(
    await screen.findByText(
      words.problem.pictureBroken.replace('{{field}}', field.charAt(0).toLowerCase() + field.slice(1)),
    ),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: words.steps.next }))
  expect(stepOf(words.steps.documents)).toHaveAttribute('aria-current', 'step')
})

test('a reload comes back to the step and to what was typed, and no card number is left on the device', async () => {
  await openAccountScreen(complete())
  await userEvent.clear(screen.getByLabelText('کد پستی'))
  await userEvent.type(screen.getByLabelText('کد پستی'), '9876543210')
  await userEvent.click(stepOf('مدارک'))
  expect(JSON.stringify({ ...sessionStorage })).toContain('9876543210')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(CARD.cardNumber)
  cleanup()
  await openAccountScreen(complete())
  expect(stepOf('مدارک')).toHaveAttribute('aria-current', 'step')
  await userEvent.click(stepOf('مشخصات'))
  expect(screen.getByLabelText('کد پستی')).toHaveValue('۹۸۷۶۵۴۳۲۱۰')
})

test('a reload that has lost a photo comes back to the step of the photos', async () => {
  await openAccountScreen(complete({ image: false }))
  await userEvent.click(stepOf('بازبینی'))
  cleanup()
  await openAccountScreen(complete({ image: false }))
  expect(stepOf('مدارک')).toHaveAttribute('aria-current', 'step')
})

test('a card that is another user’s leads back to the cards, where its sentence stands', async () => {
  const message = REFUSALS.BANK_ACCOUNT_TAKEN.fa
  server.use(
    http.post('*/api/users/account', () =>
      HttpResponse.json({ code: 'BANK_ACCOUNT_TAKEN', message, errors: [message] }, { status: 409 }),
    ),
  )
  await openAccountScreen(complete())
  await userEvent.click(stepOf('بازبینی'))
  await userEvent.click(screen.getByRole('button', { name: 'ثبت و ادامه' }))
  await waitFor(() => expect(stepOf('حساب بانکی')).toHaveAttribute('aria-current', 'step'))
  expect(screen.getAllByText(message)).toHaveLength(2)
})

test('a card of the form is removed after a question', async () => {
  await openAccountScreen(complete())
  await userEvent.click(stepOf('حساب بانکی'))
  const remove = () => userEvent.click(screen.getByRole('button', { name: fa.bank.remove }))
  await remove()
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: fa.bank.keep }))
  expect(screen.getByText('بانک ملی ایران')).toBeVisible()
  await remove()
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: fa.bank.removeConfirm }))
  expect(screen.queryByText('بانک ملی ایران')).toBeNull()
})
