import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { UserPage } from './user.queries.ts'
import { TableSection } from './user-sections.tsx'

type SavedAddress = UserPage['savedAddresses'][number]

/** The addresses that a customer keeps for withdrawals, and whether withdrawals go to these alone. */
export function AddressSection({ user: { savedAddresses, onlySavedAddresses } }: { user: UserPage }) {
  const { t } = useTranslation('customers')
  const columns: readonly Column<SavedAddress>[] = [
    { key: 'network', label: t('addresses.network'), cell: ({ network }) => <bdi>{network}</bdi> },
    { key: 'label', label: t('addresses.label'), cell: ({ label }) => <bdi>{label}</bdi> },
    {
      key: 'address',
      label: t('addresses.address'),
      wide: true,
      cell: ({ address }) => <bdi dir="ltr">{address}</bdi>,
    },
    { key: 'addedAt', label: t('addresses.addedAt'), cell: ({ addedAt }) => <DateText at={addedAt} /> },
  ]
  return (
    <>
      {onlySavedAddresses && <Notice tone="info">{t('addresses.only')}</Notice>}
      <TableSection
        title={t('addresses.title')}
        rows={savedAddresses}
        keyOf={({ id }) => id}
        columns={columns}
        empty={t('addresses.none')}
      />
    </>
  )
}
