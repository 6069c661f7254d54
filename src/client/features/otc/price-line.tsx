import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { mesghalPrice } from './quick-trade.logic.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

/** The present price of one whole coin and its age; for gold also the bazaar's price of a mesghal. */
export function PriceLine({ trade: { form, facts, awaitsPrice, priceAt } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const { unitPrice } = facts
  const shown = unitPrice === undefined ? undefined : formatDecimal(unitPrice, PRICE_DECIMALS)
  return (
    <chakra.div
      display="grid"
      gap="1"
      paddingInline="3.5"
      paddingBlock="3"
      borderRadius="md"
      bg="hover"
      fontSize="sm"
      aria-live="off"
    >
      <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap="3" flexWrap="wrap">
        <chakra.span color="fg.muted">{t(`price.${form.side}`, { unit: unitOf(form.coin) })}</chakra.span>
        <chakra.span fontWeight="bold">
          {awaitsPrice ? <Skeleton width="8rem" /> : <FlashingPrice value={shown} unit={unitOf(form.unit)} />}
        </chakra.span>
      </chakra.div>
      {form.coin === 'GOLD' && (
        <chakra.div
          display="flex"
          justifyContent="space-between"
          alignItems="center"
          gap="3"
          fontSize="xs"
          color="fg.muted"
          flexWrap="wrap"
        >
          <span>{t('price.mesghal')}</span>
          {awaitsPrice ? (
            <Skeleton width="6rem" />
          ) : (
            <DecimalText
              value={unitPrice === undefined ? undefined : mesghalPrice(unitPrice)}
              fractionMin={TOTAL_DECIMALS[form.unit]}
              fractionMax={TOTAL_DECIMALS[form.unit]}
              rounding="nearest"
              unit={unitOf(form.unit)}
            />
          )}
        </chakra.div>
      )}
      <AgeBadge at={priceAt} />
    </chakra.div>
  )
}
