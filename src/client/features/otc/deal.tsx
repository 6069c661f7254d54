import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { PriceLock, SendingVeil } from './price-lock.tsx'
import type { OutsideTerms } from './quick-trade.commands.ts'
import { TradeFacts } from './trade-facts.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { type LockedQuote, useLockedQuote } from './use-locked-quote.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

// Without a network it is missing, and the rest goes on without it.
const TradeEffect = lazy(() =>
  import('#client/entities/wallet/trade-effect.tsx').catch(() => ({ default: () => null })),
)

// Only a purchase for an outside wallet needs it.
const OutsideDeal = lazy(() => import('./outside-deal.tsx'))

type DealProps = {
  /** The form when its button was pressed, and the data for its validation. */
  trade: QuickTradeState
  /** Continues a trade without an answer instead of the trade on the form. */
  resumes: boolean
  /** The destination of what is bought; absent: it stays here. */
  outside?: OutsideTerms | undefined
  /** `refusal`: of the code for the outside address, about what the form has. */
  onEnd: (how: { done: boolean; refusal?: Error }) => void
}

/** A quick trade from the confirmation to the receipt. */
export default function Deal({ trade, resumes, outside, onEnd }: DealProps) {
  const quote = useLockedQuote(trade, { resumes, outside })
  const { outcome, terms } = quote.intention
  if (outcome)
    return (
      <TradeReceipt
        order={outcome}
        unspent={quote.unspentAt(outcome.executedValue)}
        outside={terms?.outside}
        onClose={() => onEnd({ done: true })}
      />
    )
  if (terms?.outside)
    return (
      <Suspense>
        <OutsideDeal quote={quote} terms={terms} outside={terms.outside} onEnd={onEnd} />
      </Suspense>
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
