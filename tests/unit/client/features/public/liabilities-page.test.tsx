import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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
      {
        ...{ network: 'ERC20', kind: 'COLD', address: '0xcold', attestation: null },
        coins: [{ coin: 'TETHER', amount: '0' }],
      },
      {
        ...{ network: 'ERC20', kind: 'DEPOSITS', address: null, attestation: null },
        coins: [{ coin: 'TETHER', amount: '0.25' }],
      },
    ],
  },
}

const server = clientServer()

async function open(published: PublishedLiabilities = PUBLISHED) {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getPage, { baseDTO: { html: '<p>What it proves</p>' } }),
    mockEndpoint(getLiabilities, {
      baseDTO: published,
      content: ['3', '2'].map((number) => ({ number, at: statement.at, fingerprint: number.repeat(64) })),
    }),
  )
  await drawClient(<LiabilitiesPage />, { language: 'en' })
  return await screen.findByRole('table', { name: 'Owed to all customers' })
}

/** The table that a press on a fold's title opens. */
async function unfold(title: string) {
  await userEvent.click(screen.getByText(title, { selector: 'summary' }))
  return screen.getByRole('table', { name: title })
}

test('the public page begins with what it is and the way to the own check, before the totals', async () => {
  const totals = await open()
  const lead = screen.getByText(/^Once a day we publish/)
  const check = screen.getByRole('link', { name: 'Check my proof' })
  expect(check).toHaveAttribute('href', '/profile/liabilities')
  for (const [one, next] of [
    [lead, check],
    [check, totals],
  ] as const)
    expect(one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('what is owed stands beside what the addresses hold together; an asset of no address has a dash', async () => {
  const totals = await open()
  await waitFor(() => expect(totals).toHaveTextContent(/Gold.*1,234\.5/))
  const rows = within(totals).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'AssetOwedHeld on chain',
    'Gold 18K1,234.5 g—',
    'Tether0 USDT12.75 USDT',
  ])
  expect(screen.getByText(/are counted as customers/)).toBeVisible()
})

test('without addresses there is no column of what is held', async () => {
  const totals = await open({ ...PUBLISHED, reserves: null })
  expect(within(totals).getAllByRole('columnheader')).toHaveLength(2)
  expect(screen.getByText('No addresses stand beside this statement.')).toBeVisible()
})

test('addresses are a table with their messages, without zeros; the empty ones are folded', async () => {
  await open()
  const addresses = screen.getByRole('table', { name: 'Our addresses and the coins on them' })
  await userEvent.click(within(addresses).getByText('Signed message (EIP-191)'))
  for (const text of [MESSAGE, '0xsignature']) expect(within(addresses).getByText(text)).toBeVisible()
  expect(addresses).toHaveTextContent(/0xhot.*12\.5 .*All deposit addresses together.*0\.25/)
  expect(addresses).not.toHaveTextContent(/0xcold|Gold/)
  expect(await unfold('Addresses without coins')).toHaveTextContent(/0xcold.*No signed message/)
})

test('hashes are folded, and each is copied as it is', async () => {
  const user = userEvent.setup()
  await open()
  expect(screen.getByText(statement.signature)).not.toBeVisible()
  await user.click(screen.getByText('Fingerprint, signature and roots'))
  for (const text of [
    PUBLISHED.fingerprint,
    statement.publicKey,
    statement.signature,
    statement.coins[0]?.root ?? '',
  ]) {
    const shown = screen.getByText(text)
    expect(shown).toBeVisible()
    const fact = shown.parentElement
    if (!fact) throw new Error('a hash stands in its fact')
    await user.click(within(fact).getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(text)
  }
})

test('the command has the names of the files as they are saved, and is copied', async () => {
  const user = userEvent.setup()
  await open()
  const command = 'node check-liabilities.mjs kimia-liabilities-3.json kimia-statement-3.json'
  expect(screen.getByText(command)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toBe(command)
  expect(screen.getByRole('link', { name: 'Download the statement' })).toHaveAttribute(
    'download',
    'kimia-statement-3.json',
  )
  expect(screen.getByRole('link', { name: /script/ })).toHaveAttribute('href', '/check-liabilities.mjs')
})

test('earlier statements are listed', async () => {
  await open()
  const earlier = await unfold('Earlier statements')
  expect(within(earlier).getByRole('link')).toHaveAttribute('href', '/api/liabilities/2')
})
