import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { MarketPath } from './market-path.ts'
import type { OrderTerms } from './order.commands.ts'

type ConfirmOrderProps = { path: MarketPath; intention: Intention<OrderTerms, Order> }

/** The order as it will be sent, for the last look; and what became of it where that was no success. */
export function ConfirmOrder({ path, intention }: ConfirmOrderProps) {
  const { t } = useTranslation('trade')
  const { pairOf, unitOf } = useCoins()
  const { terms, refusal, outcomeUnknown, outcome, sending } = intention
  if (!terms || outcome) return null
  const { side, kind, unitPrice, amount, total } = terms
  const quote = unitOf(path.tradeTo)
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${side}`)}
      yes={outcomeUnknown || refusal ? t('confirm.again') : t(`confirm.yes.${side}`)}
      no={outcomeUnknown ? t('confirm.close') : t('confirm.no')}
      variant={side === 'BUY' ? 'buy' : 'sell'}
      busy={sending}
      onYes={intention.accept}
      onNo={intention.dismiss}
    >
      <chakra.div display="grid" gap="4">
        <FactList
          facts={[
            { label: t('confirm.market'), value: pairOf({ base: path.tradeFrom, quote: path.tradeTo }) },
            { label: t('confirm.kind'), value: t(`form.kind.${kind}`) },
            ...(unitPrice === undefined
              ? []
              : [{ label: t('confirm.price'), value: <DecimalText value={unitPrice} unit={quote} /> }]),
            { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(path.tradeFrom)} /> },
            { label: t(`form.total.${kind}`), value: <DecimalText value={total} unit={quote} />, strong: true },
          ]}
        />
        {refusal && (
          <Notice tone="error" urgent>
            {refusal.message}
          </Notice>
        )}
        {outcomeUnknown && (
          <Notice tone="warning" urgent title={t('confirm.unknownTitle')}>
            {t('confirm.unknownText')}
          </Notice>
        )}
      </chakra.div>
    </ConfirmSheet>
  )
}
