import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { invitesQuery } from '#client/entities/account/invites.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Session, useSession } from '#client/entities/session/session.ts'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section, SectionPlace } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { FEE_QUICK_TRADE, percentOf } from '#domain/fee.ts'
import { AssetsCard } from './assets-card.tsx'

type DashboardProps = {
  /** Lists of other features, passed in by the route. */
  openOrders: ReactNode
  recentTrades: ReactNode
}

/** An overview of the account. */
export function Dashboard({ openOrders, recentTrades }: DashboardProps) {
  const { t } = useTranslation('dashboard')
  const session = useSession()
  const language = useLanguage()
  const ownsAssets = session?.supervisor !== true
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
        {session && <AccountCard session={session} />}
      </chakra.div>
      <SectionPlace>
        <InviteCard />
      </SectionPlace>
      <Section title={t('orders')}>{openOrders}</Section>
      <SectionPlace>{recentTrades}</SectionPlace>
    </chakra.div>
  )
}

/** The user's level and the state of the verification; the steps to complete it are shown above the page. */
export function AccountCard({ session }: { session: Session }) {
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
