import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { CountdownRing } from '#client/ui/countdown-ring.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { useReasonText } from './quick-trade-sentences.ts'
import type { LockedQuote } from './use-locked-quote.ts'

const LOCK_S = QUOTE_LOCK_MS / 1_000

/** The remaining time of the price lock, why the price has changed, and why the trade is not possible at this price. */
export function PriceLock({ quote }: { quote: LockedQuote }) {
  const reasonText = useReasonText(quote)
  const { t } = useTranslation('deal')
  const language = useLanguage()
  const { state, cause, reason, secondsLeft, priceBefore } = quote
  if (state === 'failed')
    return (
      <Notice tone="error" urgent>
        {t('lock.failed')}
      </Notice>
    )
  const seconds = isolated(showDigits(String(secondsLeft), language))
  return (
    <chakra.div display="grid" gap="3">
      {cause !== 'opened' && (
        <Notice tone={priceBefore === undefined ? 'info' : 'warning'} urgent>
          {cause === 'changed' ? t('priceChanged') : priceBefore === undefined ? t('lock.expired') : t('lock.renewed')}
        </Notice>
      )}
      {state === 'locked' && reason && (
        <Notice tone="warning" urgent>
          {reasonText(reason)}
        </Notice>
      )}
      <chakra.div display="flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted" minHeight="tap">
        <CountdownRing secondsLeft={state === 'locked' ? secondsLeft : undefined} seconds={LOCK_S} />
        <span>{state === 'locked' ? t('lock.left', { seconds }) : t('lock.asking')}</span>
      </chakra.div>
    </chakra.div>
  )
}
