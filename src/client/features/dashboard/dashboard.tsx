import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Section, SectionPlace } from '#client/ui/section.tsx'
import { AccountCard } from './account-card.tsx'
import { AssetsCard } from './assets-card.tsx'
import { InviteCard } from './invite-card.tsx'

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
