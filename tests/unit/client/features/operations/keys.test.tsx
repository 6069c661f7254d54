import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CONSOLE_PAGES } from '#client/features/operations/console-pages.ts'
import { OperationsFrame } from '#client/features/operations/operations-frame.tsx'
import { words as desk } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { getOperator } from '#contract/operations.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const draw = (...roles: OperatorRole[]) => {
  server.use(
    mockEndpoint(getOperator, { baseDTO: { id: '9', name: 'Sara', roles, expiresAt: '2099-01-01T00:00:00Z' } }),
  )
  return drawClient(
    <OperationsFrame>
      <input aria-label="a field" />
    </OperationsFrame>,
    { language: 'en', path: '/operations' },
  )
}
const linkTo = (word: keyof typeof desk.room) => screen.findByRole('link', { name: new RegExp(`^${desk.room[word]}`) })

test('every room has a letter of its own', () => {
  expect(new Set(CONSOLE_PAGES.map(({ letter }) => letter)).size).toBe(CONSOLE_PAGES.length)
  expect(CONSOLE_PAGES.map(({ letter }) => letter)).not.toContain('G')
})

test('G and then a letter goes to any room, and letters show only in between', async () => {
  await draw('ADMIN')
  const audit = await linkTo('audit')
  expect(audit.textContent).toBe(desk.room.audit)
  await userEvent.keyboard('[KeyG]')
  await waitFor(() => expect(audit.textContent).toBe(`${desk.room.audit}A`))
  await userEvent.keyboard('[KeyA]')
  await waitFor(() => expect(audit).toHaveAttribute('aria-current', 'page'))
  expect(audit.textContent).toBe(desk.room.audit)
})

test('a letter alone goes nowhere, and neither does a room that the role does not open, nor what is typed in a field', async () => {
  await draw('SUPPORT')
  const first = await linkTo('overview')
  await userEvent.keyboard('[KeyU]')
  await userEvent.keyboard('[KeyG][KeyA]')
  await userEvent.type(screen.getByLabelText('a field'), 'gu')
  expect(first).toHaveAttribute('aria-current', 'page')
})

test('a question mark lists the keys of the rooms that the role opens, and the button does the same', async () => {
  await draw('SUPPORT')
  await linkTo('overview')
  await userEvent.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: en.keys.title }))
  expect(sheet.getByText(desk.room.tickets)).toBeInTheDocument()
  expect(sheet.queryByText(desk.room.audit)).toBeNull()
  await userEvent.click(sheet.getByRole('button'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: new RegExp(en.keys.title) }))
  expect(screen.getByRole('dialog', { name: en.keys.title })).toBeInTheDocument()
})

test('on a phone one line names the room, and opens a sheet of those that the role opens', async () => {
  await draw('SUPPORT')
  await linkTo('overview')
  await userEvent.click(
    screen.getByRole('button', { name: `${en.rooms}: ${desk.room.overview}`, hidden: true, expanded: false }),
  )
  const sheet = within(await screen.findByRole('dialog', { name: en.rooms }))
  expect(sheet.getByRole('link', { name: desk.room.overview })).toHaveAttribute('aria-current', 'page')
  expect(sheet.queryByRole('link', { name: desk.room.audit })).toBeNull()
  await userEvent.click(sheet.getByRole('link', { name: desk.room.tickets }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(
    await screen.findByRole('button', { name: `${en.rooms}: ${desk.room.tickets}`, hidden: true }),
  ).toBeInTheDocument()
})
