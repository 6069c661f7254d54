import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { invitesQuery } from '#client/entities/account/invites.queries.ts'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'
import { type Session, useSession } from '#client/entities/session/session.ts'
import { BalanceDonut, sharesOf } from '#client/entities/wallet/balance-donut.tsx'
import { BalanceText, PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { ProfitTotals } from '#client/entities/wallet/profit-text.tsx'
import { useProfits } from '#client/entities/wallet/use-profits.ts'
import { orderWallets, totalWorth, useWorth, worthByCoin } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink, PlainLink, TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section, SectionPlace } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { FEE_QUICK_TRADE, percentOf } from '#domain/fee.ts'

type DashboardProps = {
  /** Lists of other features, passed in by the route. */
  openOrders: ReactNode
  recentOrders: ReactNode
}

/** An overview of the account. */
export function Dashboard({ openOrders, recentOrders }: DashboardProps) {
  // The words of the ring and the profits too: the card of the assets would become higher with them.
  const { t } = useTranslation(['dashboard', 'wallet'])
  const session = useSession()
  const language = useLanguage()
  const ownsAssets = session?.supervisor !== true
  const wallets = useQuery({ ...walletsQuery(), enabled: ownsAssets })
  const profits = useProfits()
  // The card of the account has one line more with them.
  const levels = useQuery(accountLevelsQuery())
  const isLoading = wallets.isLoading || profits.isLoading || levels.isLoading
  const columns = ownsAssets ? { base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 22rem' } : 'minmax(0, 1fr)'
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {/* An English greeting omits a name in Persian letters. */}
        {session?.firstName && language === 'fa' ? (
          <Trans t={t} i18nKey="hello" values={{ name: session.firstName }} components={{ name: <bdi /> }} />
        ) : (
          t('title')
        )}
      </chakra.h1>
      <chakra.div display="grid" gap="4" gridTemplateColumns={columns}>
        {ownsAssets && <AssetsCard />}
        {session && !isLoading && <AccountCard session={session} />}
      </chakra.div>
      {/* Nobody knows how many coins the card above will list: what stands below it appears with them, and is not pushed down by them. */}
      {isLoading ? (
        <chakra.div minHeight="100dvh" />
      ) : (
        <>
          <SectionPlace>
            <InviteCard />
          </SectionPlace>
          <Section title={t('orders')}>{openOrders}</Section>
          <SectionPlace>{recentOrders}</SectionPlace>
        </>
      )}
    </chakra.div>
  )
}

/** The user's level and the state of the verification; the steps to complete it are shown above the page. */
function AccountCard({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const { billed } = useCoins()
  const { authorized, authenticationType, userAccountLevel, fee, totalTradesVolume } = session
  const next = useNextLevel(session)
  const Shield = authorized ? ShieldCheck : ShieldAlert
  return (
    <Section title={t('account.title')}>
      <FactList
        facts={[
          {
            label: t('account.status'),
            value: (
              <chakra.span display="inline-flex" alignItems="center" gap="1.5" color={authorized ? 'buy' : 'gold'}>
                <Shield size={16} aria-hidden="true" />
                {t(`account.${authenticationType}`)}
              </chakra.span>
            ),
          },
          { label: t('account.level'), value: t(`level.${userAccountLevel}`) },
          { label: t('account.fee'), value: <DecimalText value={fee} percent /> },
          { label: t('account.quickFee'), value: <DecimalText value={percentOf(FEE_QUICK_TRADE)} percent /> },
          {
            label: t('account.volume'),
            value: <DecimalText value={totalTradesVolume} {...billed('TOMAN')} />,
          },
          ...next,
        ]}
      />
    </Section>
  )
}

/**
 * The volume from which the next level begins, in Toman as it is set, so that no exchange rate moves it. Empty for the last level, and before the
 * levels are loaded.
 */
function useNextLevel({ userAccountLevel }: Session): Fact[] {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const { billed } = useCoins()
  const { data: levels = [] } = useQuery(accountLevelsQuery())
  const at = levels.findIndex((level) => level.userAccountLevel === userAccountLevel)
  const next = at < 0 ? undefined : levels[at + 1]
  if (!next) return []
  const level = t(`level.${next.userAccountLevel}`)
  return [
    {
      label: t('account.next'),
      value: t('account.nextLevel', { level, volume: amountInSentence(next.tradeAmount, language, billed('TOMAN')) }),
    },
  ]
}

/** The number of invited friends and their rewards, with a link to invite more. */
export function InviteCard() {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const { worthOf, look } = useWorth()
  const query = useQuery(invitesQuery())
  return (
    <Section title={t('card.title')}>
      <QueryView query={query} data={query.data?.baseDTO} rows={2}>
        {({ countInvitees, profit }) => (
          <FactList
            facts={[
              {
                label: t('sum.invitees'),
                value: t('sum.people', { number: showDecimal(`${countInvitees}`, language) }),
              },
              { label: t('sum.profit'), value: <DecimalText value={worthOf(profit)} {...look} /> },
            ]}
          />
        )}
      </QueryView>
      <chakra.div paddingTop="3">
        <ButtonLink to="/profile/invite" variant="quiet" full>
          {t('card.action')}
        </ButtonLink>
      </chakra.div>
    </Section>
  )
}

/** The user's balances by worth, as a ring and a list. */
function AssetsCard() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(walletsQuery())
  return (
    <Section title={t('assets.title')} aside={<TextLink to="/profile/wallet">{t('assets.all')}</TextLink>}>
      <QueryView query={query} data={query.data} rows={4} age={{ of: 'balance', queryKey: walletsQuery().queryKey }}>
        {(wallets) => (
          <>
            <Assets wallets={wallets} />
            <ProfitTotals />
          </>
        )}
      </QueryView>
    </Section>
  )
}

function Assets({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('dashboard')
  const mayDeposit = useSession()?.authorized !== false
  const { worthOf, look } = useWorth()
  if (worthByCoin(wallets).length === 0)
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
      <BalanceDonut wallets={wallets} legend={false}>
        <chakra.span display="block" fontSize="xs" color="fg.muted">
          {t('assets.worth')}
        </chakra.span>
        <chakra.span display="block" fontWeight="black">
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
  const shares = new Map(sharesOf(wallets).map(({ coin, percent }) => [coin, percent]))
  return (
    <chakra.ul listStyleType="none" maxHeight="16rem" overflowY="auto">
      {owned.map((entry) => (
        <WalletRow key={entry.coin} entry={entry} share={shares.get(entry.coin)} />
      ))}
    </chakra.ul>
  )
}

type WalletRowProps = {
  entry: WalletEntry
  /** Percent of the whole worth; absent for a coin without a price. */
  share: string | undefined
}

function WalletRow({ entry: { coin, totalBalance }, share }: WalletRowProps) {
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
      <chakra.span flex="1" minWidth="0" display="grid" lineHeight="snug">
        {market === undefined ? (
          <chakra.span fontWeight="semibold">{nameOf(coin)}</chakra.span>
        ) : (
          <PlainLink
            to="/profile/trade/$tradeTo/$tradeFrom"
            params={market}
            aria-label={t('trade', { name: nameOf(coin) })}
            fontWeight="semibold"
            _before={{ content: '""', position: 'absolute', inset: '0' }}
          >
            {nameOf(coin)}
          </PlainLink>
        )}
        {share !== undefined && (
          <chakra.small fontSize="xs" color="fg.muted">
            <DecimalText value={share} percent />
          </chakra.small>
        )}
      </chakra.span>
      <BalanceText coin={coin} value={totalBalance} />
    </chakra.li>
  )
}
