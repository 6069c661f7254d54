import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { createContext, type Dispatch, lazy, type ReactNode, Suspense, use, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { noteReported } from '#client/entities/order/reported-orders.ts'
import { sideOf, tradedPrice } from '#client/entities/order/traded-price.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { offerPushOnce } from '#client/lib/push-offer.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { finest } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { TakeLevel } from './depth.tsx'
import type { MarketPath } from './market-path.ts'
import { ConfirmedOrder, placeOrder, refreshAfterOrder } from './order.commands.ts'
import { useFeeFacts } from './order-figures.tsx'
import type { MarketRules, OrderFormAction } from './order-form.logic.ts'
import { useRefusalText } from './order-sentences.ts'
import { type OrderFormState, useOrderForm } from './use-order-form.ts'

// Without a network it is missing, and the rest goes on without it.
const SaleProfit = lazy(() => import('#client/entities/wallet/sale-profit.tsx').catch(() => ({ default: () => null })))

interface Desk {
  readonly state: OrderFormState
  readonly intention: Intention<ConfirmedOrder, Order>
}

const DeskContext = createContext<Desk | undefined>(undefined)
/** Lets other parts of the page change the form. The function never changes, so components that use it do not render with every key. */
const DispatchContext = createContext<Dispatch<OrderFormAction> | undefined>(undefined)

type OrderDeskProps = { path: MarketPath; rules: MarketRules; children: ReactNode }

/**
 * Holds the form of a market and the order being placed above the layouts that show them, so that a change of the window's width mounts another
 * layout and loses nothing. Only components that read the desk render while the user types.
 */
export function OrderDesk({ path, rules, children }: OrderDeskProps) {
  const state = useOrderForm(path, rules)
  const { dispatch } = state
  const intention = useOrderIntention(rules, () => dispatch({ type: 'placed' }))
  return (
    <DispatchContext value={dispatch}>
      <DeskContext value={{ state, intention }}>{children}</DeskContext>
      <ConfirmOrder path={path} intention={intention} />
    </DispatchContext>
  )
}

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('there is no desk around this')
  return desk
}

/** Puts a level of the book into the form. The function stays the same for as long as the page is mounted. */
export function useTakeLevel(): TakeLevel {
  const dispatch = useDeskDispatch()
  return useCallback((level) => dispatch({ type: 'level', ...level }), [dispatch])
}

export function useDeskDispatch(): Dispatch<OrderFormAction> {
  const dispatch = use(DispatchContext)
  if (!dispatch) throw new Error('there is no desk around this')
  return dispatch
}

/** The warning is shown at least this long before it can be confirmed, so that a double click cannot confirm it. */
const READING_MS = 800

type ConfirmOrderProps = { path: MarketPath; intention: Intention<ConfirmedOrder, Order> }

/** The order as it will be sent, or its outcome if it did not succeed. */
function ConfirmOrder({ path, intention }: ConfirmOrderProps) {
  const { t } = useTranslation('trade')
  const { billed, pairOf, unitOf } = useCoins()
  const refusalText = useRefusalText()
  const { t: ofUi } = useTranslation('ui')
  const { terms, refusal, outcomeUnknown, inquiry, outcome, sending } = intention
  const warned = isRefusal(refusal, 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER')
  const warnedBefore = useDebounced(warned, READING_MS)
  const feeFacts = useFeeFacts(path, terms)
  const language = useLanguage()
  // An order that is sent without a question is shown only if something is to be said about it.
  if (!terms || outcome || (terms.unasked && sending)) return null
  const { side, kind, unitPrice, stopPrice, stopUnitPrice, trailingDistance, amount, total } = terms
  const quote = unitOf(path.tradeTo)
  const priceFact = (label: string, value: string | undefined): Fact[] =>
    value === undefined ? [] : [{ label, value: <DecimalText value={value} unit={quote} /> }]
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
            ...priceFact(t(kind === 'OCO' ? 'confirm.limit' : 'confirm.price'), unitPrice),
            ...priceFact(t('form.stopPrice'), stopPrice),
            ...priceFact(t('confirm.stopLimit'), stopUnitPrice),
            ...priceFact(t('confirm.distance'), trailingDistance),
            { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(path.tradeFrom)} /> },
            {
              label: t(kind === 'MARKET' ? 'form.estimate' : 'confirm.total'),
              value: <DecimalText value={total} rounding={side === 'BUY' ? 'up' : 'down'} {...billed(path.tradeTo)} />,
              strong: true,
            },
            ...feeFacts,
            ...termFacts(terms, { t, language }),
          ]}
        />
        {side === 'SELL' && (
          <Suspense fallback={null}>
            <SaleProfit coin={path.tradeFrom} unit={path.tradeTo} amount={amount} total={total} />
          </Suspense>
        )}
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

/** The time in force, the terms that are not the usual ones, and the rule of a stop. */
function termFacts(
  { side, kind, stopPrice, timeInForce, postOnly, selfTradePrevention, expiresAt }: ConfirmedOrder,
  { t, language }: { t: TFunction<'trade'>; language: Language },
): Fact[] {
  return [
    stopPrice !== undefined && { label: t('confirm.trigger'), value: t(`form.stopRule.${side}`) },
    {
      label: t('terms.force.label'),
      value: t(`terms.force.${timeInForce ?? (kind === 'MARKET' ? 'IOC' : 'GTC')}`),
    },
    postOnly && { label: t('terms.postOnly'), value: t('confirm.on') },
    expiresAt && { label: t('terms.expiry'), value: showDate(new Date(expiresAt), language, 'date-time') },
    selfTradePrevention && { label: t('terms.self.label'), value: t(`terms.self.${selfTradePrevention}`) },
  ].filter((fact) => typeof fact === 'object')
}

/** The order being placed. Once it is placed, a toast reports the outcome and the lists are refreshed. */
function useOrderIntention(rules: MarketRules, onPlaced: () => void): Intention<ConfirmedOrder, Order> {
  const client = useQueryClient()
  const toast = useOrderToast(rules)
  const intention = useIntention<ConfirmedOrder, Order>({
    kind: 'order',
    schema: ConfirmedOrder,
    isOurs: ({ market }) => market === rules.symbol,
    send: placeOrder,
    recognize: orderIn,
    onDone: (order) => {
      intention.dismiss()
      noteReported(order)
      toast(order)
      refreshAfterOrder(client)
      onPlaced()
      offerPushOnce()
    },
  })
  useExpiredToast(intention)
  return intention
}

/** A toast with the outcome of a placed order: filled, on the book, waiting, or closed without a trade. */
function useOrderToast({ base, quote, tick }: MarketRules): (order: Order) => void {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return (order) => {
    const { progress, averagePrice = '0' } = progressOfOrder(order, { base, quote })
    const figures = {
      amount: amountInSentence(order.executedAmount, language, { unit: unitOf(order.destinationCoin) }),
      price: amountInSentence(averagePrice, language, {
        fractionMax: finest([formatDecimal(tick, PRICE_DECIMALS)]),
        unit: unitOf(order.sourceCoin),
      }),
    }
    const hasTraded = progress === 'filled' || progress === 'partlyClosed'
    const isClosed = progress === 'unfilled' || progress === 'cancelled' || progress === 'expired'
    showToast({
      tone: isClosed ? 'info' : 'success',
      title: hasTraded
        ? t(`placed.traded.${sideOf(order.orderType)}`)
        : isClosed
          ? t('placed.closed')
          : t('placed.title'),
      text: order.linkedOrderId && progress === 'resting' ? t('placed.both') : t(`placed.${progress}`, figures),
    })
  }
}

/** The progress of an order, as the toast reports it. */
type Progress =
  | 'waiting'
  | 'resting'
  | 'partlyResting'
  | 'filled'
  | 'partlyClosed'
  | 'unfilled'
  | 'cancelled'
  | 'expired'

interface CoinDecimals {
  readonly decimals: number
}

interface OrderProgress {
  readonly progress: Progress
  /** The average price of the traded part. */
  readonly averagePrice: string | undefined
}

/** The progress of an order, from its status and its fills. */
export function progressOfOrder(
  order: Order,
  { base, quote }: { base: CoinDecimals; quote: CoinDecimals },
): OrderProgress {
  const executed = decodeAmount(order.executedAmount, base)
  return {
    progress: progressOf(order.orderStatus, {
      hasTraded: executed > 0n,
      isWhole: executed === decodeAmount(order.amount, base),
    }),
    averagePrice: tradedPrice(order, { base, quote }),
  }
}

function progressOf(
  status: Order['orderStatus'],
  { hasTraded, isWhole }: { hasTraded: boolean; isWhole: boolean },
): Progress {
  switch (status) {
    case 'PENDING':
    case 'RAISED_BY_USER':
    case 'ACCEPTED':
      return 'waiting'
    case 'IS_OPEN':
      return hasTraded ? 'partlyResting' : 'resting'
    case 'FINISHED_WITH_TRANSACTION':
    case 'DONE':
      return isWhole ? 'filled' : 'partlyClosed'
    case 'FINISHED_WITHOUT_TRANSACTION':
    case 'FAILED':
      return 'unfilled'
    case 'CANCELLED_BY_USER':
    case 'CANCELLED_BY_ADMIN':
      return 'cancelled'
    case 'EXPIRED':
      return 'expired'
  }
}
