import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { WalletList } from '#client/features/dashboard/dashboard.tsx'
import { CoinList } from '#client/features/wallet/coin-list.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
beforeEach(() => server.use(mockEndpoint(getCoinDetails, WIRE_COINS)))

const gold = (totalBalance: string, blockedCredit = '0') => ({
  coin: 'GOLD',
  credit: totalBalance,
  blockedCredit,
  totalBalance,
  wholePriceOfCredit: '12000000',
})

test.each([
  ['GOLD', '0.4985', '0.4985'],
  ['GOLD', '0.84745', '0.84745'],
  ['GOLD', '1.50000000', '1.5'],
  ['BITCOIN', '0.00000001', '0.00000001'],
  ['TOMAN', '500.75', '500'],
])('a balance in %s of %s is shown as %s', async (coin, value, shown) => {
  await drawClient(<BalanceText coin={coin} value={value} withUnit={false} />, { language: 'en' })
  expect(await screen.findByText(shown)).toBeVisible()
})

test.each(['0.4985', '0.84745'])('wallet and dashboard show all of %s g, as the receipt does', async (balance) => {
  const wallets = [gold(balance, balance)]
  await drawClient(
    <>
      <WalletList wallets={wallets} />
      <CoinList wallets={wallets} />
    </>,
    { language: 'en' },
  )
  // Once on the dashboard, twice in the wallet: the whole and its blocked part.
  expect(await screen.findAllByText(balance)).toHaveLength(3)
})
