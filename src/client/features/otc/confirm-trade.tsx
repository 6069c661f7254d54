import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useBoundSentence } from '#client/ui/use-bound-sentence.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import { useFeeLabel } from './use-fee-label.ts'

type ConfirmTradeProps = { intention: Intention<QuickTradeTerms, Order>; onClose: () => void }

/** The trade as it will be sent, for the last look; and what became of it where that was no success. */
export function ConfirmTrade({ intention, onClose }: ConfirmTradeProps) {
  const { t } = useTranslation('deal')
  const { terms, refusal, outcomeUnknown, sending } = intention
  const boundSentence = useBoundSentence()
  if (!terms) return null
  const refused = refusal && refusal.code !== 'PRICE_CHANGED'
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${terms.side}`)}
      yes={outcomeUnknown || refused ? t('confirm.again') : t(`confirm.yes.${terms.side}`)}
      no={outcomeUnknown ? t('confirm.close') : t('confirm.no')}
      variant={terms.side === 'BUY' ? 'buy' : 'sell'}
      busy={sending || refusal?.code === 'PRICE_CHANGED'}
      onYes={intention.accept}
      onNo={onClose}
    >
      <chakra.div display="grid" gap="4">
        {terms.priceBefore !== undefined && !sending && !outcomeUnknown && !refused && (
          <Notice tone="warning" urgent>
            {t('priceChanged')}
          </Notice>
        )}
        <TermsList terms={terms} />
        {refused && (
          <Notice tone="error" urgent>
            {boundSentence(refusal)}
          </Notice>
        )}
        {outcomeUnknown && (
          <Notice
            tone="warning"
            urgent
            title={t('unknown.title')}
            action={<TextLink to="/profile/history">{t('unknown.history')}</TextLink>}
          >
            {t('unknown.text')}
          </Notice>
        )}
      </chakra.div>
    </ConfirmSheet>
  )
}

/** Currency, unit price, amount, what is paid or received, the fee and what is left after it. */
export function TermsList({ terms }: { terms: QuickTradeTerms }) {
  const { t } = useTranslation('deal')
  const { t: ofForm } = useTranslation('otc')
  const feeLabel = useFeeLabel()
  const { coinOf, nameOf, unitOf } = useCoins()
  const { side, coin, unit, unitPrice, amount, total, fee, received, priceBefore } = terms
  const arriving = side === 'BUY' ? coin : unit
  const billed = (symbol: string) => ({ unit: unitOf(symbol), fractionMax: coinOf(symbol)?.billedDecimals ?? 8 })
  const before =
    priceBefore === undefined
      ? []
      : [
          {
            label: t('priceBefore'),
            value: (
              <s>
                <DecimalText value={priceBefore} unit={unitOf(unit)} />
              </s>
            ),
          },
        ]
  return (
    <FactList
      facts={[
        { label: t('confirm.coin'), value: nameOf(coin) },
        ...before,
        { label: t('confirm.unitPrice'), value: <DecimalText value={unitPrice} unit={unitOf(unit)} /> },
        { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(coin)} /> },
        {
          label: t(`confirm.gross.${side}`),
          value: <DecimalText value={total} {...billed(unit)} rounding={side === 'BUY' ? 'up' : 'down'} />,
          strong: side === 'BUY',
        },
        { label: feeLabel, value: <DecimalText value={fee} {...billed(arriving)} rounding="nearest" /> },
        { label: ofForm('received'), value: <DecimalText value={received} {...billed(arriving)} />, strong: true },
      ]}
    />
  )
}
