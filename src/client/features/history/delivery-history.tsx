import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { HandCoins, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { RowButton } from '#client/entities/order/use-order-details.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { cancelDelivery, getDeliveries } from '#contract/deliveries.ts'
import { getWallets } from '#contract/wallets.ts'
import { GOLD } from '#domain/coin.ts'
import { type Delivery, deliveryPagesQuery } from './history.queries.ts'

const COLOURS = {
  REQUESTED: 'gold',
  APPROVED: 'gold',
  READY: 'gold',
  SHIPPED: 'gold',
  DELIVERED: 'buy',
  CANCELLED: 'sell',
  REFUSED: 'sell',
} as const satisfies Record<Delivery['state'], string>

/** Gold that is handed over as metal, with the state of each; the sheet of one that waits has the code of its hand-over. */
export function DeliveryHistory() {
  const { t } = useTranslation('delivery')
  const pages = useInfiniteQuery({ ...deliveryPagesQuery(), refetchInterval: every(POLL_MS.wallets) })
  const [shownId, setShownId] = useState<string>()
  const { weight, place, state, at } = useColumns()
  const details: Column<Delivery> = {
    key: 'details',
    label: t('details'),
    unnamed: true,
    cell: ({ id, code }) => (
      <RowButton
        icon={<ReceiptText size={16} aria-hidden="true" />}
        text={t(code === null ? 'details' : 'code')}
        label={t(code === null ? 'details' : 'code')}
        onClick={() => setShownId(id)}
      />
    ),
  }
  return (
    <PageList
      pages={pages}
      more="scroll"
      empty={<EmptyState icon={<HandCoins size={24} />} title={t('empty.title')} text={t('empty.text')} />}
    >
      {(rows) => {
        const shown = rows.find(({ id }) => id === shownId)
        return (
          <>
            <RowList
              caption={t('list')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[weight, place, state, at, details]}
              lines={{ what: place.cell, amount: weight.cell, when: at.cell, result: state.cell }}
            />
            {shown && <DeliveryDetails delivery={shown} onClose={() => setShownId(undefined)} />}
          </>
        )
      }}
    </PageList>
  )
}

function useColumns(): Record<'weight' | 'place' | 'state' | 'at', Column<Delivery>> {
  const { t } = useTranslation('delivery')
  const { billed } = useCoins()
  return {
    weight: {
      key: 'weight',
      label: t('weight'),
      figure: true,
      cell: ({ weight }) => <DecimalText value={weight} {...billed(GOLD)} />,
    },
    place: {
      key: 'place',
      label: t('place.label'),
      cell: ({ place }) => (place.kind === 'BRANCH' ? place.name : t('place.COURIER')),
    },
    state: { key: 'state', label: t('status'), cell: (delivery) => <State delivery={delivery} /> },
    at: { key: 'at', label: t('at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  }
}

function State({ delivery: { state } }: { delivery: Delivery }) {
  const { t } = useTranslation('delivery')
  return (
    <div>
      <chakra.span color={COLOURS[state]} fontWeight="semibold">
        {t(`state.${state}`)}
      </chakra.span>
      <chakra.p fontSize="xs" color="fg.muted">
        {t(`next.${state}`)}
      </chakra.p>
    </div>
  )
}

/** One delivery: its code, its place, and the way to cancel it. */
function DeliveryDetails({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('delivery')
  const facts = useFacts(delivery)
  const [cancelling, setCancelling] = useState(false)
  if (cancelling) return <CancelQuestion delivery={delivery} onClose={onClose} />
  return (
    <Sheet open title={t('title')} onClose={onClose}>
      {delivery.code !== null && <HandOverCode code={delivery.code} />}
      <FactList facts={facts} />
      {delivery.cancellable && (
        <chakra.div paddingTop="3">
          <Button full variant="quiet" onClick={() => setCancelling(true)}>
            {t('cancel.action')}
          </Button>
        </chakra.div>
      )}
    </Sheet>
  )
}

/** The code in large figures, for the counter of a branch or the door of a house. */
function HandOverCode({ code }: { code: string }) {
  const { t } = useTranslation('delivery')
  const language = useLanguage()
  return (
    <chakra.div bg="sunken" borderRadius="md" padding="4" marginBottom="3" textAlign="center">
      <chakra.p fontSize="sm" color="fg.muted">
        {t('code')}
      </chakra.p>
      <chakra.p fontSize="3xl" fontWeight="bold" letterSpacing="0.2em" dir="ltr">
        {showDigits(code, language)}
      </chakra.p>
      <chakra.p fontSize="xs" color="fg.muted">
        {t('codeHint')}
      </chakra.p>
    </chakra.div>
  )
}

function useFacts(delivery: Delivery): Fact[] {
  const { t } = useTranslation('delivery')
  const { billed } = useCoins()
  const language = useLanguage()
  const { place, trackingNumber, endReason, endedAtDateTime } = delivery
  return [
    { label: t('status'), value: <State delivery={delivery} /> },
    { label: t('weight'), value: <DecimalText value={delivery.weight} {...billed(GOLD)} />, strong: true },
    { label: t('fee'), value: <DecimalText value={delivery.fee} {...billed(GOLD)} /> },
    ...(place.kind === 'BRANCH'
      ? [
          { label: t('branch'), value: place.name },
          { label: t('address'), value: place.address },
          { label: t('hours'), value: place.hours },
        ]
      : [
          { label: t('place.label'), value: t('place.COURIER') },
          { label: t('city'), value: <bdi>{place.city}</bdi> },
          { label: t('address'), value: <bdi>{place.address}</bdi> },
          { label: t('postalCode'), value: <bdi dir="ltr">{showDigits(place.postalCode, language)}</bdi> },
        ]),
    ...(trackingNumber === null ? [] : [{ label: t('tracking'), value: <bdi dir="ltr">{trackingNumber}</bdi> }]),
    ...(endReason === null ? [] : [{ label: t('reason'), value: <bdi>{endReason}</bdi> }]),
    { label: t('at'), value: <DateText at={delivery.createdAtDateTime} /> },
    ...(endedAtDateTime === null ? [] : [{ label: t('ended'), value: <DateText at={endedAtDateTime} /> }]),
  ]
}

function CancelQuestion({ delivery: { id, weight }, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation('delivery')
  const { billed } = useCoins()
  const client = useQueryClient()
  const refetch = () => {
    for (const { path } of [getDeliveries, getWallets]) void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <ConfirmMutation
      title={t('cancel.question')}
      yes={t('cancel.yes')}
      no={t('cancel.no')}
      variant="danger"
      act={() => callApi(cancelDelivery, { params: { id } })}
      done={t('cancel.done')}
      onDone={refetch}
      onClose={onClose}
    >
      <DecimalText value={weight} {...billed(GOLD)} />
    </ConfirmMutation>
  )
}
