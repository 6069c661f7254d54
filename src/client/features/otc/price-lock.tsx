import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { Veil } from '#client/ui/veil.tsx'
import { QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { useAnyReasonText } from './reason-text.ts'
import type { LockedQuote } from './use-locked-quote.ts'

/** A faster answer shows no veil. */
const VEIL_AFTER_MS = 700

/** Covers the sheet, too, while a trade takes long. */
export function SendingVeil() {
  const { t } = useTranslation('deal')
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), VEIL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown && <Veil text={t('confirm.sending')} />
}

const LOCK_S = QUOTE_LOCK_MS / 1_000
const RADIUS = 19
const ROUND = 2 * Math.PI * RADIUS

/** The remaining time of the price lock, why the price has changed, and why the trade is not possible at this price. */
export function PriceLock({ quote }: { quote: LockedQuote }) {
  const reasonText = useAnyReasonText(quote)
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
    <Pinned>
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
    </Pinned>
  )
}

/** Stays in sight above the facts of the trade while the code of an outside wallet is typed below them. */
const Pinned = chakra('div', {
  base: {
    position: 'sticky',
    top: '-2',
    zIndex: '1',
    display: 'grid',
    gap: '3',
    marginInline: '-5',
    paddingInline: '5',
    bg: 'raised',
  },
})

const Ring = chakra('circle', {
  base: {
    fill: 'none',
    strokeWidth: '3',
    transformOrigin: 'center',
    transform: 'rotate(-90deg)',
    transition: 'stroke-dashoffset 1s linear',
  },
})

/** The seconds left of `seconds`, as a closing ring; `undefined` before the countdown begins. */
function CountdownRing({ secondsLeft, seconds }: { secondsLeft: number | undefined; seconds: number }) {
  const language = useLanguage()
  const share = secondsLeft === undefined ? 0 : Math.min(1, secondsLeft / seconds)
  const colour = secondsLeft !== undefined && share <= 0.3 ? 'var(--k-colors-sell)' : 'var(--k-colors-gold)'
  return (
    <chakra.span position="relative" display="inline-grid" placeItems="center" flexShrink="0" role="timer">
      <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
        <Ring cx="22" cy="22" r={RADIUS} stroke="var(--k-colors-line-strong)" />
        <Ring
          cx="22"
          cy="22"
          r={RADIUS}
          stroke={colour}
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      <chakra.bdi dir="ltr" position="absolute" fontWeight="bold" color="fg" fontSize="sm">
        {secondsLeft === undefined ? '' : showDigits(String(secondsLeft), language)}
      </chakra.bdi>
    </chakra.span>
  )
}
