import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Invitee,
  type Invites,
  inviteePagesQuery,
  invitesQuery,
} from '#client/entities/account/invites.queries.ts'
import { useWorth } from '#client/entities/wallet/wallet-worth.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { CodesSection } from './codes-section.tsx'
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

/** The invited friends, newest first, with the reward from each. */
function FriendsSection() {
  const { t } = useTranslation('invite')
  const pages = useInfiniteQuery(inviteePagesQuery())
  const columns = useColumns()
  const empty = (
    <EmptyState icon={<Users size={24} />} title={t('friends.empty.title')} text={t('friends.empty.text')} />
  )
  return (
    <Section title={t('friends.title')}>
      <PageList pages={pages} more="scroll" empty={empty}>
        {(rows) => <DataTable caption={t('friends.title')} rows={rows} keyOf={keyOfFriend} columns={columns} />}
      </PageList>
    </Section>
  )
}

const keyOfFriend = ({ mobileNumber, joinedAtDateTime }: Invitee) => `${joinedAtDateTime} ${mobileNumber}`

function useColumns(): readonly Column<Invitee>[] {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const { worthOf, look } = useWorth()
  return [
    {
      key: 'mobile',
      label: t('friends.mobile'),
      cell: ({ mobileNumber }) => <bdi dir="ltr">{showDigits(mobileNumber, language)}</bdi>,
    },
    {
      key: 'joined',
      label: t('friends.joined'),
      cell: ({ joinedAtDateTime }) => <DateText at={joinedAtDateTime} style="date" />,
    },
    {
      key: 'profit',
      label: t('friends.profit'),
      figure: true,
      cell: ({ profit }) => <DecimalText value={worthOf(profit)} {...look} />,
    },
    {
      key: 'cashBack',
      label: t('friends.cashBack'),
      figure: true,
      cell: ({ cashBack }) => <DecimalText value={worthOf(cashBack)} {...look} />,
    },
  ]
}
