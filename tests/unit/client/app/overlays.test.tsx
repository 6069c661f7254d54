import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createNewVersion } from '#client/app/new-version.ts'
import { Overlays } from '#client/app/overlays.tsx'
import { proofAsked, requestProof } from '#client/lib/proof.ts'
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
