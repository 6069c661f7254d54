import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createNewVersion, type NewVersion } from '#client/app/new-version.ts'
import { Overlays } from '#client/app/overlays.tsx'
import { installOffer } from '#client/lib/install-offer.ts'
import { proofAsked, requestProof } from '#client/lib/proof.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

vi.mock('#client/features/proof/proof-sheet.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

clientServer()
const connection = { subscribe: () => () => undefined, state: () => 'online' as const }

test('without the sheet of the proof, the call that asked for it is refused and the page stays', async () => {
  await drawClient(
    <>
      <Overlays connection={connection} newVersion={createNewVersion()} />
      <p>the page</p>
    </>,
  )
  await screen.findByText('the page')
  for (const _ of ['first', 'second']) {
    expect(await requestProof({ of: 'user' })).toBe(false)
    expect(proofAsked()).toBeUndefined()
  }
  expect(screen.getByText('the page')).toBeVisible()
})

test('one thing is offered at a time: a new version first', async () => {
  const newVersion = createNewVersion()
  installOffer.set('question')
  await drawClient(<Overlays connection={connection} newVersion={newVersion} />)
  expect(await screen.findByTestId('install')).toBeVisible()
  act(() => newVersion.offer(() => undefined))
  expect(await screen.findByTestId('new-version')).toBeVisible()
  expect(screen.queryByTestId('install')).toBeNull()
  act(() => installOffer.set('none'))
})

test('what is offered waits while a sheet is open', async () => {
  const newVersion = createNewVersion()
  newVersion.offer(() => undefined)
  await drawClient(<PageWithSheet newVersion={newVersion} />, { language: 'en' })
  const sheet = within(await screen.findByRole('dialog', { name: 'a sheet' }))
  // The bar is loaded by now, and does not show.
  await import('#client/app/corner-bar.tsx')
  expect(screen.queryByTestId('new-version')).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  expect(await screen.findByTestId('new-version')).toBeVisible()
})

function PageWithSheet({ newVersion }: { newVersion: NewVersion }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Overlays connection={connection} newVersion={newVersion} />
      <Sheet open={open} title="a sheet" onClose={() => setOpen(false)}>
        text
      </Sheet>
    </>
  )
}
