import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { words as wallet } from '#client/locales/fa/wallet.ts'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('#client/features/wallet/worth-card.tsx', () => {
  asked()
  throw new Error('the network is away')
})

const server = clientServer()

test('a touch without a network asks in vain for the chart below, and the wallet stands without it', async () => {
  const toman = { coin: 'TOMAN', credit: '1200000', blockedCredit: '0', totalBalance: '1200000' }
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getDeposits, { content: [] }),
    mockEndpoint(getWallets, { baseDTO: { TOMAN: { ...toman, wholePriceOfCredit: '1200000' } } }),
  )
  await drawClient(<WalletPage />)
  await screen.findByRole('region', { name: wallet.coins.title })
  fireEvent.pointerDown(document.body)
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  // The failed import reaches the page in a later turn.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByRole('region', { name: wallet.coins.title })).toBeVisible()
})
