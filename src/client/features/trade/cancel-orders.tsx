import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { isPartly } from '#client/entities/order/ending.ts'
import { type Order, openOrderPagesQuery } from '#client/entities/order/orders.queries.ts'
import { noteAllCancelled, noteReported } from '#client/entities/order/reported-orders.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { type NamedOrder, typeKey, useOrderName } from '#client/entities/order/use-order-name.ts'
import type { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { type KeyOutcome, orderIn } from '#client/lib/use-key-outcome.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import type { Side } from '#domain/order.ts'
import {
  CANCEL_ALL,
  CANCEL_ORDER,
  CancelAllTerms,
  CancelTerms,
  cancelAllOrders,
  cancelOrder,
  refreshAfterOrder,
} from './order.commands.ts'

type CancelOrderProps = {
  /** Absent: resumes a cancellation without an answer. */
  order: Order | undefined
  onClose: () => void
}

/** Confirms the cancellation of an order. An order that has already ended is reported as such, and the lists are refreshed. */
export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const { t } = useTranslation('trade')
  const client = useQueryClient()
  const language = useLanguage()
  const { unitOf } = useCoins()
  const nameOf = useOrderName()
  const leave = (toast: Toast) => {
    onClose()
    refreshAfterOrder(client)
    showToast(toast)
  }
  const textOf = (cancelled: Order) => {
    const order = nameOf(cancelled)
    if (!isPartly(cancelled)) return order
    const unit = unitOf(cancelled.destinationCoin)
    return t('cancel.withPart', { order, amount: amountInSentence(cancelled.executedAmount, language, { unit }) })
  }
  const intention = useIntention<CancelTerms, Order>({
    kind: CANCEL_ORDER,
    schema: CancelTerms,
    send: cancelOrder,
    recognize: orderIn,
    onDone: (cancelled) => {
      noteReported(cancelled)
      leave({ tone: 'success', title: t('cancel.done'), text: textOf(cancelled) })
    },
    first: order && { id: order.id, order },
  })
  useExpiredToast(intention)
  useEndedOrder(intention.refusal, leave)
  return (
    <CancelSheet
      intention={intention}
      title={t('cancel.title')}
      yes={t('cancel.yes')}
      no={t('cancel.no')}
      onClose={onClose}
    >
      <chakra.p>{t(intention.terms?.order?.linkedOrderId ? 'cancel.both' : 'cancel.text')}</chakra.p>
      {intention.terms?.order && <OrderFacts order={intention.terms.order} />}
    </CancelSheet>
  )
}

/** An order that has ended meanwhile is reported by a toast, since its sheet has nothing left to do. */
export function useEndedOrder(refusal: ApiRefusal | undefined, leave: (toast: Toast) => void): void {
  const ended = refusal?.code === 'ORDER_NOT_OPEN' || refusal?.code === 'ORDER_NOT_FOUND' ? refusal : undefined
  const sayEnded = useEffectEvent((title: string) => leave({ tone: 'info', title }))
  useEffect(() => {
    if (ended) sayEnded(ended.message)
  }, [ended])
}

type Toast = Parameters<typeof showToast>[0]

function OrderFacts({ order }: { order: NamedOrder }) {
  const { t: word } = useTranslation('orders')
  const { pairOf, unitOf } = useCoins()
  const { amount, unitPrice, sourceCoin, destinationCoin } = order
  return (
    <FactList
      facts={[
        { label: word('column.type'), value: word(typeKey(order)) },
        { label: word('column.market'), value: pairOf({ base: destinationCoin, quote: sourceCoin }) },
        { label: word('column.amount'), value: <DecimalText value={amount} unit={unitOf(destinationCoin)} /> },
        ...(unitPrice === null
          ? []
          : [{ label: word('column.price'), value: <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} /> }]),
      ]}
    />
  )
}

type CancelAllOrdersProps = {
  /** Cancels the orders of this market, or of all. Absent: resumes a cancellation without an answer. */
  terms: CancelAllTerms | undefined
  onClose: () => void
}

/** Confirms the cancellation of every open order, including orders beyond the loaded pages. */
export function CancelAllOrders({ terms, onClose }: CancelAllOrdersProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const client = useQueryClient()
  const intention = useIntention<CancelAllTerms, { cancelled: number }>({
    kind: CANCEL_ALL,
    schema: CancelAllTerms,
    send: cancelAllOrders,
    recognize: cancelledIn,
    onDone: ({ cancelled }) => {
      noteAllCancelled()
      onClose()
      refreshAfterOrder(client)
      showToast({
        tone: 'success',
        title: t('cancelAll.done', { number: amountInSentence(String(cancelled), language) }),
      })
    },
    first: terms,
  })
  useExpiredToast(intention)
  const scope = intention.terms?.market === undefined ? 'everywhere' : 'inMarket'
  return (
    <CancelSheet
      intention={intention}
      title={t('cancelAll.title')}
      yes={t('cancelAll.yes')}
      no={t('cancelAll.no')}
      onClose={onClose}
    >
      <chakra.p>{t(`cancelAll.${scope}`)}</chakra.p>
      {intention.terms && <StandingOrders market={intention.terms.market} />}
    </CancelSheet>
  )
}

/** The orders that would be cancelled, counted by market and side as far as they are loaded. */
function StandingOrders({ market }: { market: string | undefined }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { pairOf } = useCoins()
  const { data, hasNextPage } = useInfiniteQuery(openOrderPagesQuery(market))
  const orders = data?.pages.flatMap(({ content }) => content) ?? []
  const markets = Map.groupBy(orders, ({ marketType }) => marketType)
  const count = (rows: readonly Order[], side: Side) =>
    amountInSentence(String(rows.filter(({ orderType }) => sideOf(orderType) === side).length), language)
  return (
    <div>
      <FactList
        facts={[...markets.values()].flatMap((rows) => {
          const [first] = rows
          if (!first) return []
          const pair = pairOf({ base: first.destinationCoin, quote: first.sourceCoin })
          return [
            { label: pair, value: t('cancelAll.sides', { buys: count(rows, 'BUY'), sells: count(rows, 'SELL') }) },
          ]
        })}
      />
      {hasNextPage && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('cancelAll.more')}
        </chakra.p>
      )}
    </div>
  )
}

const cancelledIn = (found: KeyOutcome) =>
  found.kind === 'ORDERS_CANCELLED' ? { cancelled: found.cancelled } : undefined

type CancelSheetProps = {
  intention: Omit<Intention<unknown, unknown>, 'propose' | 'begin'>
  title: string
  yes: string
  no: string
  children: ReactNode
  onClose: () => void
}

/** The confirmation of a cancellation, or its outcome if it did not succeed. */
function CancelSheet({ intention, title, yes, no, children, onClose }: CancelSheetProps) {
  const { t: ofUi } = useTranslation('ui')
  const sentenceOf = useSentenceOf()
  const { terms, sending, outcomeUnknown, inquiry, refusal, outcome } = intention
  if (terms === undefined || outcome !== undefined) return null
  return (
    <ConfirmSheet
      open
      title={title}
      yes={outcomeUnknown ? ofUi('unknown.again') : yes}
      no={outcomeUnknown ? ofUi('unknown.leave') : no}
      variant="danger"
      busy={sending || (outcomeUnknown && inquiry === 'asking')}
      onYes={intention.accept}
      onNo={() => {
        intention.dismiss()
        onClose()
      }}
    >
      <chakra.div display="grid" gap="3">
        {children}
        {refusal && (
          <Notice tone="error" urgent>
            {sentenceOf(refusal)}
          </Notice>
        )}
        {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
      </chakra.div>
    </ConfirmSheet>
  )
}
