import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { Held } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { GOLD } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DELIVERY, DeliveryTerms, deliveryTermsQuery, type TermsOfDeliveries } from './delivery.queries.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { useDelivery } from './use-withdrawal.ts'
import { WithdrawCode } from './withdraw-code.tsx'

const asLeaving = (terms: DeliveryTerms) => terms

/** Gold that is handed over as metal: the form, the code that was sent for it, and its receipt. */
export default function DeliverySheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('delivery')
  const { coinOf } = useCoins()
  const terms = useQuery(deliveryTermsQuery())
  const wallets = useQuery(walletsQuery())
  const delivery = useDelivery({ kind: DELIVERY, schema: DeliveryTerms, leaving: asLeaving })
  const { intention, begun, sending } = delivery
  const { refetch } = terms
  // A refusal may come from other terms than those on the screen: a fee or a place that has changed.
  useEffect(() => {
    if (sending.error) void refetch()
  }, [sending.error, refetch])
  const { outcome } = intention
  const gold = coinOf(GOLD)
  const free = wallets.data && (wallets.data.find(({ coin }) => coin === GOLD)?.credit ?? '0')
  const facts = gold && free !== undefined ? { gold, free } : undefined
  return (
    <Sheet open title={t('title')} onClose={onClose} dismissible={!intention.sending}>
      {outcome ? (
        <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <Notice tone="success" urgent>
            {t('asked')}
          </Notice>
          <WeightFacts {...outcome} />
          <ButtonLink to="/profile/history" search={{ tab: 'deliveries' }} variant="quiet" full>
            {t('history')}
          </ButtonLink>
          <Button full size="lg" onClick={onClose}>
            {t('close')}
          </Button>
        </chakra.div>
      ) : begun ? (
        <WithdrawCode withdrawal={delivery} yes={t('confirm')} back={t('back')}>
          <Summary asked={begun} terms={terms.data} />
        </WithdrawCode>
      ) : (
        <QueryView query={terms} data={facts && terms.data} rows={4}>
          {(data) =>
            data.heldUntilDateTime !== null ? (
              <Held until={data.heldUntilDateTime} />
            ) : (
              facts && <DeliveryFields {...facts} terms={data} sending={sending} first={delivery.first} />
            )
          }
        </QueryView>
      )}
    </Sheet>
  )
}

/** The weight, its fee, and both together. */
export function WeightFacts({ weight, fee }: Pick<DeliveryTerms, 'weight' | 'fee'>) {
  const { t } = useTranslation('delivery')
  const { billed, coinOf } = useCoins()
  const gold = coinOf(GOLD)
  const total = gold && formatDecimal(decodeAmount(weight, gold) + decodeAmount(fee, gold), gold.decimals)
  return (
    <FactList
      facts={[
        { label: t('weight'), value: <DecimalText value={weight} {...billed(GOLD)} />, strong: true },
        { label: t('fee'), value: <DecimalText value={fee} {...billed(GOLD)} /> },
        { label: t('total'), value: <DecimalText value={total} {...billed(GOLD)} /> },
      ]}
    />
  )
}

/** Everything that the code confirms. */
function Summary({ asked, terms }: { asked: DeliveryTerms; terms: TermsOfDeliveries | undefined }) {
  const { t } = useTranslation('delivery')
  const language = useLanguage()
  const { place } = asked
  const branch = place.kind === 'BRANCH' ? terms?.branches.find(({ id }) => id === place.branchId) : undefined
  const facts =
    place.kind === 'COURIER'
      ? [
          { label: t('place.label'), value: t('place.COURIER') },
          { label: t('city'), value: <bdi>{place.city}</bdi> },
          { label: t('address'), value: <bdi>{place.address}</bdi> },
          { label: t('postalCode'), value: <bdi dir="ltr">{showDigits(place.postalCode, language)}</bdi> },
        ]
      : [
          { label: t('place.label'), value: branch?.name ?? t('place.BRANCH') },
          ...(branch ? [{ label: t('address'), value: branch.address }] : []),
        ]
  return (
    <>
      <WeightFacts {...asked} />
      <FactList
        facts={[
          ...facts,
          ...(terms ? [{ label: t('recipient'), value: <bdi>{terms.recipientName}</bdi>, strong: true }] : []),
        ]}
      />
    </>
  )
}
