import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceDonut } from '#client/entities/wallet/balance-donut.tsx'
import { BalanceText, PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { orderWallets, totalWorth, worthByCoin } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { ButtonLink, PlainLink, TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'

/** The user's balances by worth, as a ring and a list. */
export function AssetsCard() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(walletsQuery())
  return (
    <Section title={t('assets.title')} aside={<TextLink to="/profile/wallet">{t('assets.all')}</TextLink>}>
      <QueryView query={query} data={query.data} rows={4} age={{ of: 'balance', queryKey: walletsQuery().queryKey }}>
        {(wallets) => <Assets wallets={wallets} />}
      </QueryView>
    </Section>
  )
}

function Assets({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('dashboard')
  const mayDeposit = useSession()?.authorized !== false
  const { nameOf } = useCoins()
  const { worthOf, look } = useWorth()
  const worths = worthByCoin(wallets)
  if (worths.length === 0)
    return (
      <EmptyState
        icon={<Wallet size={24} />}
        title={t('empty.title')}
        text={t(mayDeposit ? 'empty.text' : 'empty.unverified')}
        action={
          mayDeposit && (
            <ButtonLink to="/profile/wallet" search={{ deposit: true }}>
              {t('empty.action')}
            </ButtonLink>
          )
        }
      />
    )
  return (
    <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '12rem minmax(0, 1fr)' }}>
      <BalanceDonut
        wallets={wallets}
        label={t('assets.label', { parts: worths.map(({ coin }) => nameOf(coin)).join('، ') })}
      >
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {t('assets.worth')}
        </chakra.span>
        <chakra.span display="block" fontWeight="black" css={tableFigures}>
          <PrivateDecimal value={worthOf(totalWorth(wallets))} {...look} unit="" />
        </chakra.span>
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {look.unit}
        </chakra.span>
      </BalanceDonut>
      <WalletList wallets={wallets} />
    </chakra.div>
  )
}

/** The user's coins. A press on a coin opens its market; Toman has none. */
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
