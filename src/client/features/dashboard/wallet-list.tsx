import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { marketOfCoin } from '#client/lib/market-of-coin.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { orderWallets } from '#client/lib/wallet-worth.ts'
import type { WalletEntry } from '#client/lib/wallets.queries.ts'
import { BalanceText } from '#client/ui/balance-text.tsx'
import { CoinIcon } from '#client/ui/coin-icon.tsx'
import { PlainLink } from '#client/ui/link.tsx'

/** The coins one has. A press on one leads to its market; Toman has none. */
export function WalletList({ wallets }: { wallets: readonly WalletEntry[] }) {
  const owned = orderWallets(wallets).filter(({ totalBalance }) => !/^[0.]*$/.test(totalBalance))
  return (
    <chakra.ul listStyleType="none" maxHeight="16rem" overflowY="auto">
      {owned.map((entry) => (
        <WalletRow key={entry.coin} entry={entry} />
      ))}
    </chakra.ul>
  )
}

function WalletRow({ entry: { coin, totalBalance } }: { entry: WalletEntry }) {
  const { t } = useTranslation('dashboard')
  const { nameOf } = useCoins()
  const market = marketOfCoin(coin, useLanguage())
  return (
    <chakra.li
      position="relative"
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="3.25rem"
      borderRadius="md"
      paddingInline="2"
      _hover={market ? { bg: 'hover' } : {}}
    >
      <CoinIcon symbol={coin} size={28} />
      {market === undefined ? (
        <chakra.span flex="1" fontWeight="semibold">
          {nameOf(coin)}
        </chakra.span>
      ) : (
        <PlainLink
          to="/profile/trade/$tradeTo/$tradeFrom"
          params={market}
          aria-label={t('trade', { name: nameOf(coin) })}
          flex="1"
          fontWeight="semibold"
          _before={{ content: '""', position: 'absolute', inset: '0' }}
        >
          {nameOf(coin)}
        </PlainLink>
      )}
      <BalanceText coin={coin} value={totalBalance} />
    </chakra.li>
  )
}
