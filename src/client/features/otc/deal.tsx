import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { Veil } from '#client/ui/veil.tsx'
import { QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { useAnyReasonText } from './reason-text.ts'
import { TradeFacts } from './trade-facts.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { type LockedQuote, useLockedQuote } from './use-locked-quote.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

// Without a network it is missing, and the rest goes on without it.
const TradeEffect = lazy(() =>
  import('#client/entities/wallet/trade-effect.tsx').catch(() => ({ default: () => null })),
)

type DealProps = {
  /** The form when its button was pressed, and the data for its validation. */
  trade: QuickTradeState
  /** Continues a trade without an answer instead of the trade on the form. */
  resumes: boolean
  onEnd: (how: { done: boolean }) => void
}

/** A quick trade from the confirmation to the receipt. */
export default function Deal({ trade, resumes, onEnd }: DealProps) {
  const quote = useLockedQuote(trade, { resumes })
  const { outcome } = quote.intention
  if (outcome)
    return (
      <TradeReceipt
        order={outcome}
        unspent={quote.unspentAt(outcome.executedValue)}
        onClose={() => onEnd({ done: true })}
      />
    )
  return <ConfirmTrade quote={quote} onClose={() => onEnd({ done: false })} />
}

type ConfirmTradeProps = { quote: LockedQuote; onClose: () => void }

/** The trade as it will be sent at the locked price, or its outcome if it did not succeed. */
function ConfirmTrade({ quote, onClose }: ConfirmTradeProps) {
  const { t } = useTranslation('deal')
  const { t: ofUi } = useTranslation('ui')
  const { intention, resumes, state, reason, settling } = quote
  const { terms, refusal, outcomeUnknown, inquiry, sending } = intention
  const boundSentence = useBoundSentence()
  if (!terms) return null
  const isChanging = refusal?.code === 'PRICE_CHANGED' && !resumes
  const isRefused = refusal !== undefined && !isChanging
  const isFailed = state === 'failed' && !outcomeUnknown && !isRefused
  const isInquiring = outcomeUnknown && inquiry === 'asking'
  const yes = isFailed
    ? t('lock.again')
    : outcomeUnknown || isRefused
      ? t('confirm.again')
      : t(`confirm.yes.${terms.side}`)
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${terms.side}`)}
      yes={yes}
      no={outcomeUnknown ? ofUi('unknown.leave') : t('confirm.no')}
      variant={terms.side === 'BUY' ? 'buy' : 'sell'}
      dismissible={!sending}
      busy={sending || isInquiring || state === 'asking' || (state === 'locked' && (settling || isChanging))}
      disabled={reason !== undefined && !outcomeUnknown && !isFailed}
      onYes={isFailed ? quote.renew : intention.accept}
      onNo={() => {
        intention.dismiss()
        onClose()
      }}
    >
      <chakra.div display="grid" gap="4">
        {!sending && !outcomeUnknown && !isRefused && !resumes && <PriceLock quote={quote} />}
        <TradeFacts terms={terms} priceBefore={quote.priceBefore} unspent={quote.unspentAt(terms.total)} />
        <Suspense fallback={null}>
          <TradeEffect {...terms} />
        </Suspense>
        {isRefused && (
          <Notice tone="error" urgent>
            {boundSentence(refusal)}
          </Notice>
        )}
        {outcomeUnknown && (
          <UnknownOutcome
            inquiry={inquiry}
            action={<TextLink to="/profile/history">{t('unknown.history')}</TextLink>}
          />
        )}
      </chakra.div>
      {sending && <SendingVeil />}
    </ConfirmSheet>
  )
}

/** A faster answer shows no veil. */
const VEIL_AFTER_MS = 700

/** Covers the sheet, too, while a trade takes long. */
function SendingVeil() {
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
function PriceLock({ quote }: { quote: LockedQuote }) {
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
