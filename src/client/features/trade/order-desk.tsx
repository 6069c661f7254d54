import { useQueryClient } from '@tanstack/react-query'
import { createContext, type Dispatch, type ReactNode, use, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { endingReason } from '#client/entities/order/ending.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { noteReported } from '#client/entities/order/reported-orders.ts'
import { sideOf, tradedPrice } from '#client/entities/order/traded-price.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { hasTraded } from '#client/lib/install-offer.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { offerPushOnce } from '#client/lib/push-offer.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { priceDecimals } from '#domain/market.ts'
import { ConfirmOrder } from './confirm-order.tsx'
import type { TakeLevel } from './depth.tsx'
import type { MarketPath } from './market-path.ts'
import { ConfirmedOrder, placeOrder, refreshAfterOrder } from './order.commands.ts'
import { takenAmount } from './order-checks.ts'
import type { MarketRules, OrderFormAction } from './order-form.logic.ts'
import { type OrderFormState, useOrderForm } from './use-order-form.ts'

interface Desk {
  readonly state: OrderFormState
  readonly intention: Intention<ConfirmedOrder, Order>
}

const DeskContext = createContext<Desk | undefined>(undefined)
/** Lets other parts of the page change the form. The function never changes, so components that use it do not render with every key. */
const DispatchContext = createContext<Dispatch<OrderFormAction> | undefined>(undefined)
const TakeContext = createContext<TakeLevel | undefined>(undefined)

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
      <TakeContext value={useTaking(state)}>
        <DeskContext value={{ state, intention }}>{children}</DeskContext>
      </TakeContext>
      {intention.terms && <ConfirmOrder path={path} state={state} intention={intention} terms={intention.terms} />}
    </DispatchContext>
  )
}

/** Puts a level of the book into the form. The function never changes, as the rows of the book would render with it. */
function useTaking({ facts, dispatch }: OrderFormState): TakeLevel {
  const newest = useRef(facts)
  useEffect(() => {
    newest.current = facts
  }, [facts])
  return useCallback(
    (level) => dispatch({ type: 'level', ...level, amount: takenAmount(level, newest.current) }),
    [dispatch],
  )
}

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('there is no desk around this')
  return desk
}

export function useTakeLevel(): TakeLevel {
  const take = use(TakeContext)
  if (!take) throw new Error('there is no desk around this')
  return take
}

export function useDeskDispatch(): Dispatch<OrderFormAction> {
  const dispatch = use(DispatchContext)
  if (!dispatch) throw new Error('there is no desk around this')
  return dispatch
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
      if (!/^[0.]*$/.test(order.executedAmount)) hasTraded.set(true)
    },
  })
  useExpiredToast(intention)
  return intention
}

/** A toast with the outcome of a placed order: filled, on the book, waiting, or closed without a trade. */
function useOrderToast({ base, quote, tick }: MarketRules): (order: Order) => void {
  const { t } = useTranslation('trade')
  const { t: ofOrder } = useTranslation('orders')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return (order) => {
    const { progress, averagePrice = '0' } = progressOfOrder(order, { base, quote })
    const figures = {
      amount: amountInSentence(order.executedAmount, language, { unit: unitOf(order.destinationCoin) }),
      price: amountInSentence(averagePrice, language, {
        fractionMax: priceDecimals({ tick }),
        unit: unitOf(order.sourceCoin),
      }),
    }
    const hasTraded = progress === 'filled' || progress === 'partlyClosed'
    const isClosed = progress === 'unfilled' || progress === 'cancelled' || progress === 'expired'
    const reason = endingReason(order)
    const text =
      order.linkedOrderId && progress === 'resting'
        ? t('placed.both')
        : progress === 'unfilled' && reason
          ? ofOrder(`reason.${reason}`)
          : t(`placed.${progress}`, figures)
    showToast({
      tone: isClosed ? 'info' : 'success',
      title: hasTraded
        ? t(`placed.traded.${sideOf(order.orderType)}`)
        : isClosed
          ? t('placed.closed')
          : t('placed.title'),
      // The rest of an order that is not immediate ends only at an own order.
      text: progress === 'partlyClosed' && reason === 'ownOrder' ? [text, ofOrder('reason.ownOrder')].join(' ') : text,
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
