import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invites, invitesQuery } from '#client/entities/account/invites.queries.ts'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { CodesSection } from './codes-section.tsx'
import { FriendsSection } from './friends-section.tsx'
import { ShareSection } from './share-section.tsx'

/** The percentage of a fee that inviter and friend share. */
const SHARED_PERCENT = '30'

/** Codes and links to send to friends, and the rewards from those who joined. */
export function InviteScreen() {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const query = useQuery(invitesQuery())
  const [chosen, setChosen] = useState<string>()
  const invites = query.data?.baseDTO
  const codes = invites?.codes ?? []
  const code = codes.find((each) => each.code === chosen) ?? codes[0]
  return (
    <>
      <PageHeading
        title={t('title')}
        text={t('lead', { percent: amountInSentence(SHARED_PERCENT, language, { percent: true }) })}
      />
      {!invites && (
        <Card>
          <QueryPlaceholder query={query} rows={4} />
        </Card>
      )}
      {invites && code && (
        <chakra.div
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
        >
          <ShareSection code={code} />
          <chakra.div display="grid" gap="4">
            <InviteSums invites={invites} />
            <CodesSection codes={codes} chosen={code.code} onChoose={setChosen} />
          </chakra.div>
          <chakra.div gridColumn={{ xl: '1 / -1' }}>
            <FriendsSection />
          </chakra.div>
        </chakra.div>
      )}
    </>
  )
}

/** The number of friends, the rewards from their fees, and the user's own cash-back. */
function InviteSums({ invites }: { invites: Invites }) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const { worthOf, look } = useWorth()
  const { countInvitees, profit, ownPercent = 0, ownCashBack = '0' } = invites
  const own: Fact[] =
    ownPercent === 0
      ? []
      : [
          {
            label: t('sum.own', { percent: amountInSentence(`${ownPercent}`, language, { percent: true }) }),
            value: <DecimalText value={worthOf(ownCashBack)} {...look} />,
          },
        ]
  return (
    <Section title={t('sum.title')}>
      <FactList
        facts={[
          {
            label: t('sum.invitees'),
            value: t('sum.people', { number: showDecimal(`${countInvitees}`, language) }),
          },
          { label: t('sum.profit'), value: <DecimalText value={worthOf(profit)} {...look} />, strong: true },
          ...own,
        ]}
      />
    </Section>
  )
}
