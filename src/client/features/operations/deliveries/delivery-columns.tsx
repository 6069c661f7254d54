import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence, isolated } from '#client/ui/amount-in-sentence.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { GOLD, TOMAN } from '#domain/coin.ts'
import { UserLink, useListText } from '../names.tsx'
import type { OperatorsDelivery } from './deliveries.queries.ts'

const Note = chakra('span', { base: { display: 'block', fontSize: 'xs', color: 'fg.muted' } })

/** The columns of a delivery, in the room and on its user's page. */
export function useDeliveryColumns(): Record<'at' | 'user' | 'weight' | 'place' | 'state', Column<OperatorsDelivery>> {
  const { t } = useTranslation('deliveries')
  const { billed, unitOf } = useCoins()
  const { t: ofOperations } = useTranslation('operations')
  const language = useLanguage()
  return {
    at: { key: 'at', label: t('at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
    user: {
      key: 'user',
      label: t('user'),
      cell: ({ userId, userName, level }) => (
        <>
          <UserLink userId={userId} />
          <Note>
            <bdi>{userName}</bdi> · {ofOperations(`level.${level}`)}
          </Note>
        </>
      ),
    },
    weight: {
      key: 'weight',
      label: t('weight'),
      figure: true,
      cell: ({ weight, fee, worth }) => (
        <>
          <DecimalText value={weight} {...billed(GOLD)} />
          <Note>{t('fee', { fee: amountInSentence(fee, language, billed(GOLD)) })}</Note>
          <Note>
            <DecimalText value={worth} unit={unitOf(TOMAN)} />
          </Note>
        </>
      ),
    },
    place: { key: 'place', label: t('place'), wide: true, cell: (row) => <Place of={row} /> },
    state: { key: 'state', label: t('state'), wide: true, cell: (row) => <State of={row} /> },
  }
}

function Place({ of: { place, trackingNumber } }: { of: OperatorsDelivery }) {
  const { t } = useTranslation('deliveries')
  const language = useLanguage()
  if (place.kind === 'BRANCH') return <bdi>{place.name}</bdi>
  return (
    <>
      {t('city', { city: place.city })}
      {place.address && (
        <Note>
          <bdi>{place.address}</bdi>
        </Note>
      )}
      {place.postalCode && <Note>{t('postalCode', { code: isolated(showDigits(place.postalCode, language)) })}</Note>}
      {trackingNumber !== null && <Note>{t('tracking', { number: isolated(trackingNumber) })}</Note>}
    </>
  )
}

function State({ of }: { of: OperatorsDelivery }) {
  const { t } = useTranslation('deliveries')
  const { t: ofStates } = useTranslation('delivery')
  const language = useLanguage()
  const listOf = useListText()
  const { state, approvedBy, approvalsNeeded, waitingSince, locked, endReason, endedAtDateTime } = of
  const count = (figure: number) => showDecimal(String(figure), language)
  const since = endedAtDateTime ?? waitingSince
  return (
    <>
      <chakra.span fontWeight="semibold">{ofStates(`state.${state}`)}</chakra.span>
      {since !== null && (
        <Note>
          {t('since')} <DateText at={since} />
        </Note>
      )}
      {state === 'REQUESTED' && (
        <Note>{t('approvals', { given: count(approvedBy.length), needed: count(approvalsNeeded) })}</Note>
      )}
      {approvedBy.length > 0 && <Note>{listOf(approvedBy)}</Note>}
      {locked && (
        <Note color="sell" fontWeight="semibold">
          {t('locked')}
        </Note>
      )}
      {endReason !== null && (
        <Note>
          <bdi>{endReason}</bdi>
        </Note>
      )}
    </>
  )
}
