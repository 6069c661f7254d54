import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { IdentityPage } from '#client/features/operations/identity-page.tsx'
import { words as customers } from '#client/locales/en/customers.ts'
import { words } from '#client/locales/en/operations.ts'
import { HAND_BACK_REASONS } from '#contract/hand-back-reasons.ts'
import { getOperator } from '#contract/operations.ts'
import { getPendingIdentity, handBackPendingIdentity, type PendingForm } from '#contract/operations-identities.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const { registry } = customers
const FORM: z.input<typeof PendingForm> = {
  id: '1001',
  mobileNumber: '+989121234567',
  firstName: 'Mina',
  lastName: 'Rad',
  nationalCode: '0012345679',
  country: null,
  authenticationType: 'PENDING',
  openedAt: '2026-11-21T10:00:00Z',
  doubts: [{ what: 'NAME', percent: 60 }],
  nextTryAt: null,
  claim: null,
  email: 'mina@example.com',
  birthDay: '1990-05-04',
  telephone: null,
  foreignMobile: null,
  state: 'Tehran',
  city: 'Tehran',
  postalCode: '1234567890',
  address: 'Somewhere',
  idFormatType: 'ID_CARD',
  submittedAt: '2026-11-21T10:00:00Z',
  documents: [],
  bankAccounts: [],
  handedBack: null,
}
const { BLURRED, CARD } = HAND_BACK_REASONS

test.each([
  ['ready sentences travel by their names', '', 'BLURRED CARD', `${BLURRED.en}\n${CARD.en}`],
  ['words beside them travel as they are', 'Hello', `Hello\n${BLURRED.en}\n${CARD.en}`, undefined],
])('a ready reason is added to what is written: %s', async (_what, typed, travels, shown) => {
  const sent: unknown[] = []
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getPendingIdentity, { baseDTO: FORM }),
    mockEndpoint(handBackPendingIdentity, ({ body }) => {
      sent.push(body)
      return { baseDTO: { authenticationType: 'UNAUTHORIZED' as const } }
    }),
  )
  const user = userEvent.setup()
  await drawClient(<IdentityPage id="1001" />, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: words.identities.handBack.action }))
  const sheet = within(await screen.findByRole('region', { name: /Mina Rad/ }))
  const area = sheet.getByLabelText(words.identities.handBack.reason)
  await waitFor(() => expect(area).toHaveFocus())
  if (typed !== '') await user.type(area, typed)
  for (const { en } of [BLURRED, CARD]) {
    await user.click(sheet.getByRole('button', { name: en }))
    await waitFor(() => expect(area).toHaveFocus())
  }
  expect(area).toHaveValue(shown ?? travels)
  await user.click(sheet.getByRole('button', { name: words.identities.handBack.action }))
  await vi.waitFor(() => expect(sent).toEqual([{ reason: travels }]))
})

test('the typed names stand beside how alike the registry finds each, with the way to the customer', async () => {
  const doubts = [{ what: 'NAME' as const, percent: 60, names: { first: 100, last: 60 } }]
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getPendingIdentity, { baseDTO: { ...FORM, doubts } }),
  )
  await drawClient(<IdentityPage id="1001" />, { language: 'en' })
  const factOf = async (label: string) => (await screen.findByText(label)).parentElement
  expect(await factOf(registry.typed.last)).toHaveTextContent('Rad')
  expect(await factOf(registry.alike.first)).toHaveTextContent('100%')
  expect(await factOf(registry.alike.last)).toHaveTextContent('60%')
  expect(screen.getByText(registry.noName)).toBeVisible()
  const page = await screen.findByRole('link', { name: registry.identity.customer })
  expect(page).toHaveAttribute('href', '/operations/users/1001')
})

test('a reason that ready sentences have made too long says so and is not sent', async () => {
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getPendingIdentity, { baseDTO: FORM }),
  )
  const user = userEvent.setup()
  await drawClient(<IdentityPage id="1001" />, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: words.identities.handBack.action }))
  const sheet = within(await screen.findByRole('region', { name: /Mina Rad/ }))
  await user.click(sheet.getByLabelText(words.identities.handBack.reason))
  await user.paste('a'.repeat(290))
  await user.click(sheet.getByRole('button', { name: BLURRED.en }))
  await user.click(sheet.getByRole('button', { name: words.identities.handBack.action }))
  expect(sheet.getByText(words.act.long)).toBeVisible()
})
