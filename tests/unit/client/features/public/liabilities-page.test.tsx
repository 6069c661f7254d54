import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LiabilitiesPage } from '#client/features/public/liabilities-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getPage } from '#contract/content.ts'
import { getLiabilities, type PublishedLiabilities } from '#contract/liabilities.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { plantTree } from '#tests/builders/liability-tree.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const { statement } = plantTree([
  { holder: 'one', amount: 1_234_500n },
  { holder: 'other', amount: 0n },
])
const MESSAGE = 'Kimia proves that it holds 0xhot'
const PUBLISHED: PublishedLiabilities = {
  statement,
  fingerprint: 'ab'.repeat(32),
  reserves: {
    at: '2026-11-29T10:01:00.000Z',
    addresses: [
      {
        ...{ network: 'ERC20', kind: 'HOT', address: '0xhot', coins: [{ coin: 'TETHER', amount: '12.5' }] },
        attestation: { scheme: 'EIP-191', message: MESSAGE, signature: '0xsignature' },
      },
      { network: 'ERC20', kind: 'COLD', address: '0xcold', coins: [], attestation: null },
      { network: 'ERC20', kind: 'DEPOSITS', address: null, coins: [], attestation: null },
    ],
  },
}

const server = clientServer()

test('the public page shows totals, the signature, the addresses beside them and the earlier statements', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getPage, { baseDTO: { html: '<p>What it proves</p>' } }),
    mockEndpoint(getLiabilities, {
      baseDTO: PUBLISHED,
      content: ['3', '2'].map((number) => ({ number, at: statement.at, fingerprint: number.repeat(64) })),
    }),
  )
  await drawClient(<LiabilitiesPage />, { language: 'en' })
  const totals = await screen.findByRole('table', { name: 'Owed to all customers' })
  await waitFor(() => expect(totals).toHaveTextContent(/Gold.*1,234\.5/))
  expect(totals).toHaveTextContent(statement.coins[0]?.root ?? '')
  const addresses = screen.getByRole('region', { name: 'Our addresses and the coins on them' })
  within(addresses).getByText('Signed message (EIP-191)').click()
  for (const text of [PUBLISHED.fingerprint, statement.publicKey, statement.signature, MESSAGE, '0xsignature'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(within(addresses).getAllByRole('listitem')).toHaveLength(3)
  expect(addresses).toHaveTextContent(/0xhot.*12\.5.*0xcold.*No signed message/)
  const earlier = screen.getByRole('table', { name: 'Earlier statements' })
  expect(within(earlier).getByRole('link')).toHaveAttribute('href', '/api/liabilities/2')
  expect(screen.getByRole('link', { name: /script/ })).toHaveAttribute('href', '/check-liabilities.mjs')
})
