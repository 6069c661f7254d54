import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/lib/use-coins.ts'
import { useWorth } from '#client/lib/use-worth.ts'
import { totalWorth, worthByCoin } from '#client/lib/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/lib/wallets.queries.ts'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import { BalanceDonut } from '#client/ui/balance-donut.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { PrivateDecimal } from '#client/ui/private-decimal.tsx'
import { Section } from '#client/ui/section.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { WalletList } from './wallet-list.tsx'

/** What is owned, by worth: the ring and the list. */
export function AssetsCard() {
  const { t } = useTranslation('dashboard')
  const { data: wallets, isError, isFetching, refetch, dataUpdatedAt } = useQuery(walletsQuery())
  return (
    <Section title={t('assets.title')} aside={<TextLink to="/profile/wallet">{t('assets.all')}</TextLink>}>
      {!wallets && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!wallets && !isError && <SkeletonRows rows={4} />}
      {wallets && <Assets wallets={wallets} />}
      {wallets && <AgeBadge of="balance" at={dataUpdatedAt} />}
    </Section>
  )
}

function Assets({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('dashboard')
  const { nameOf } = useCoins()
  const { worthOf, look } = useWorth()
  const worths = worthByCoin(wallets)
  if (worths.length === 0)
    return (
      <EmptyState
        icon={<Wallet size={24} />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<ButtonLink to="/profile/wallet">{t('empty.action')}</ButtonLink>}
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
