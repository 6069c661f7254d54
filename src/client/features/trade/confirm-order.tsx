import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import { useFeeFacts } from './order-figures.tsx'
import { useRefusalText } from './order-sentences.ts'

/** The warning is shown at least this long before it can be confirmed, so that a double click cannot confirm it. */
const READING_MS = 800

type ConfirmOrderProps = { path: MarketPath; intention: Intention<ConfirmedOrder, Order> }

/** The order as it will be sent, or its outcome if it did not succeed. */
export function ConfirmOrder({ path, intention }: ConfirmOrderProps) {
  const { t } = useTranslation('trade')
  const { billed, pairOf, unitOf } = useCoins()
  const refusalText = useRefusalText()
  const { t: ofUi } = useTranslation('ui')
  const { terms, refusal, outcomeUnknown, inquiry, outcome, sending } = intention
  const warned = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
  const warnedBefore = useDebounced(warned, READING_MS)
  const feeFacts = useFeeFacts(path, terms)
  if (!terms || outcome) return null
  const { side, kind, unitPrice, amount, total } = terms
  const quote = unitOf(path.tradeTo)
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${side}`)}
      yes={warned ? t('confirm.force') : outcomeUnknown || refusal ? t('confirm.again') : t(`confirm.yes.${side}`)}
      no={outcomeUnknown ? ofUi('unknown.leave') : t('confirm.no')}
      variant={side === 'BUY' ? 'buy' : 'sell'}
      busy={sending || (outcomeUnknown && inquiry === 'asking') || (warned && !warnedBefore)}
      onYes={warned ? () => intention.begin({ ...terms, force: true }) : intention.accept}
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
            {
              label: t(`form.total.${kind}`),
              value: <DecimalText value={total} rounding={side === 'BUY' ? 'up' : 'down'} {...billed(path.tradeTo)} />,
              strong: true,
            },
            ...feeFacts,
          ]}
        />
        {refusal && (
          <Notice tone={warned ? 'warning' : 'error'} urgent>
            {refusalText(refusal, terms)}
          </Notice>
        )}
        {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
      </chakra.div>
    </ConfirmSheet>
  )
}
