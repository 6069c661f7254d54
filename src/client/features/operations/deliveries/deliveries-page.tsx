import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SmallSelect } from '#client/ui/small-select.tsx'
import { approveDelivery } from '#contract/operations-deliveries.ts'
import { DELIVERY_STATES } from '#domain/delivery.ts'
import { useMay } from '../allowed.tsx'
import { ConsoleList } from '../console-list.tsx'
import { type OperatorsDelivery, operatorsDeliveriesQuery } from './deliveries.queries.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { DeliverySettingsSection } from './delivery-settings.tsx'
import { type DeliveryAct, DeliverySheet } from './delivery-sheets.tsx'

type Opened = { readonly act: DeliveryAct; readonly delivery: OperatorsDelivery }

const FILTERS = ['ALL', ...DELIVERY_STATES] as const

/** Gold that users take as metal, by state, with every step to its hand-over, and the settings of deliveries. */
export function DeliveriesPage() {
  const { t } = useTranslation('deliveries')
  const { t: ofDesk } = useTranslation('desk')
  const { t: ofStates } = useTranslation('delivery')
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('ALL')
  const pages = useInfiniteQuery(operatorsDeliveriesQuery(filter === 'ALL' ? undefined : filter))
  const [opened, setOpened] = useState<Opened>()
  const { at, user, weight, place, state } = useDeliveryColumns()
  const acts: Column<OperatorsDelivery> = {
    key: 'acts',
    label: t('acts'),
    unnamed: true,
    wide: true,
    cell: (delivery) => <Acts delivery={delivery} open={(act) => setOpened({ act, delivery })} />,
  }
  return (
    <>
      <PageHeading
        title={ofDesk('room.deliveries')}
        text={t('text')}
        aside={
          <SmallSelect
            label={t('filter')}
            value={filter}
            options={FILTERS.map((value) => ({
              value,
              label: value === 'ALL' ? t('all') : ofStates(`state.${value}`),
            }))}
            onChange={setFilter}
          />
        }
      />
      <Card>
        <ConsoleList pages={pages} empty={<EmptyState title={t('empty')} text={t('emptyText')} />}>
          {(rows) => (
            <DataTable
              caption={ofDesk('room.deliveries')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[at, user, weight, place, state, acts]}
            />
          )}
        </ConsoleList>
      </Card>
      <chakra.div height="4" />
      <DeliverySettingsSection />
      {opened && <DeliverySheet {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** The acts that the state of a delivery leaves. */
function actsOf({ state, isApprovedByMe, locked }: OperatorsDelivery): readonly DeliveryAct[] {
  switch (state) {
    case 'REQUESTED':
      return isApprovedByMe ? ['refuse'] : ['approve', 'refuse']
    case 'APPROVED':
      return ['ready', 'refuse']
    case 'READY':
    case 'SHIPPED':
      return [locked ? 'unlock' : 'handOver', 'giveBack']
    default:
      return []
  }
}

function Acts({ delivery, open }: { delivery: OperatorsDelivery; open: (act: DeliveryAct) => void }) {
  const { t } = useTranslation('deliveries')
  const may = useMay()(approveDelivery)
  if (!may) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {actsOf(delivery).map((act, place) => (
        <Button
          key={act}
          size="sm"
          variant={place === 0 && act !== 'refuse' ? 'primary' : 'quiet'}
          onClick={() => open(act)}
        >
          {act === 'ready' && delivery.place.kind === 'COURIER' ? t('ready.ship') : t(`${act}.action`)}
        </Button>
      ))}
    </chakra.div>
  )
}
