import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Invitee, inviteePagesQuery } from '#client/entities/account/invites.queries.ts'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'

/** The invited friends, newest first, with the reward from each. */
export function FriendsSection() {
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
