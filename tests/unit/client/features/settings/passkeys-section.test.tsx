import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { PasskeysSection } from '#client/features/settings/passkeys-section.tsx'
import { words as en } from '#client/locales/en/passkeys.ts'
import { words as fa } from '#client/locales/fa/passkeys.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const passkey = (id: number) => ({
  id: String(id),
  name: `Key ${id}`,
  createdDateTime: '2026-11-20T08:00:00.000Z',
  lastUsedDateTime: id % 2 === 0 ? '2026-11-21T08:00:00.000Z' : null,
  synced: id === 1,
})

const server = clientServer()

describe.each(['fa', 'en'] as const)('passkeys in the settings (%s)', (language) => {
  const words = { fa, en }[language]

  test('are listed, all twelve, each with its name and what can be done with it', async () => {
    server.use(mockEndpoint(getPasskeys, { content: Array.from({ length: 12 }, (_, index) => passkey(index + 1)) }))
    await drawClient(<PasskeysSection />, { language })
    const rows = within(await screen.findByRole('list')).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('bdi')?.textContent)).toEqual(
      Array.from({ length: 12 }, (_, index) => `Key ${index + 1}`),
    )
    expect(screen.getByText(new RegExp(words.synced))).toBeVisible()
    for (const { rename, remove } of [words])
      for (const { action } of [rename, remove])
        expect(screen.getByRole('button', { name: action.replace('{{name}}', 'Key 7') })).toBeVisible()
  })

  test.each(['PASSKEYS_TOO_MANY', 'PASSKEY_ALREADY_ADDED'] as const)('are not added: %s', async (code) => {
    const body = { code, message: code, errors: [REFUSALS[code][language]] }
    server.use(
      mockEndpoint(getPasskeys, { content: [] }),
      http.post('*/api/users/passkeys/begin', () => HttpResponse.json(body, { status: REFUSALS[code].status })),
    )
    await drawClient(<PasskeysSection />, { language })
    expect(await screen.findByText(words.empty)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: words.add.action }))
    const sheet = within(await screen.findByRole('dialog', { hidden: true }))
    const add = sheet.getByRole('button', { name: words.add.action, hidden: true })
    await userEvent.click(add)
    expect(await sheet.findByText(words.name.required)).toBeInTheDocument()
    await userEvent.type(sheet.getByRole('textbox', { hidden: true }), 'Phone')
    await userEvent.click(add)
    expect(await sheet.findByText(REFUSALS[code][language])).toBeInTheDocument()
  })
})
