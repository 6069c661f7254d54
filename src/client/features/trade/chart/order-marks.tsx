import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  coinTradePagesQuery,
  type Order,
  openOrderPagesQuery,
  type Trade,
} from '#client/entities/order/orders.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { nearestTick, toChartNumber } from '#client/ui/chart-number.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { useConnectionGate } from '#client/ui/toast-card.tsx'
import { barStart, RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { AmendOrder } from '../amend-order.tsx'
import { figuresOf } from '../amendment.ts'
import { sumOf } from '../book-math.ts'
import { marketDetailsQuery } from '../market.queries.ts'
import { type MarketPath, marketSymbol } from '../market-path.ts'
import { logicalOf, pixelOf, timeAt } from './bar-place.ts'
import { axisWidth, colour, LINES, upright } from './canvas-style.ts'
import { letHold } from './hold.ts'
import { OrderChoice } from './order-choice.tsx'
import type { PriceChart } from './price-chart.ts'

type OrderMarksProps = { chart: PriceChart; path: MarketPath; resolution: Resolution }

/** The prices of an order at which something happens: that of its trades, and the one that triggers a stop. */
type PriceName = 'unitPrice' | 'stopPrice'

type Prices = { readonly [name in PriceName]?: string }

/** The sheet that a label has opened: a move to another price, or the choice among the orders of the label. */
type Opened =
  | { readonly what: 'move'; readonly order: Order; readonly proposed: Prices }
  | { readonly what: 'choice'; readonly together: readonly Order[] }

/** The user's open orders as lines whose labels can be moved to another price, and the fills in sight as triangles. */
export default function OrderMarks({ chart, path, resolution }: OrderMarksProps) {
  const market = marketSymbol(path)
  const pages = useInfiniteQuery(openOrderPagesQuery(market)).data?.pages
  const orders = useMemo(() => pages?.flatMap(({ content }) => content) ?? [], [pages])
  const trades = useFillsInSight(chart, path)
  const tick = useQuery(marketDetailsQuery(market)).data?.tickSize
  const language = useLanguage()
  const { t } = useTranslation('trade')
  const isConnected = useConnectionGate()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  useEffect(() => {
    if (tick === undefined) return
    const nameOf = (together: readonly Order[], name: PriceName) => {
      const trigger = name === 'stopPrice' ? `${t('confirm.trigger')} ` : ''
      const side = isBuy(together[0]?.orderType ?? '') ? 'BUY' : 'SELL'
      const amount = showDecimal(sumOf(together.map((order) => order.amount)), language)
      const count = together.length > 1 ? ` (${showDecimal(`${together.length}`, language)})` : ''
      return upright(`${trigger}${t(`form.side.${side}`)} ${amount}${count}`)
    }
    return drawOrders(chart, {
      ...{ orders, tick, nameOf, isConnected },
      onDrop: (order, proposed) => setOpened({ what: 'move', order, proposed }),
      onChoose: (together) => setOpened({ what: 'choice', together }),
    })
  }, [chart, orders, tick, language, t, isConnected])
  useEffect(() => {
    const fills = new Fills(chart, trades, resolution)
    chart.prices.attachPrimitive(fills)
    return () => chart.unlessRemoved(() => chart.prices.detachPrimitive(fills))
  }, [chart, trades, resolution])
  if (opened?.what === 'move') return <AmendOrder order={opened.order} proposed={opened.proposed} onClose={close} />
  return opened ? <OrderChoice orders={opened.together} onClose={close} /> : null
}

/** More pages are not read for one view: a thousand fills hide the candles anyway. */
const FILL_PAGES_MAX = 5

/** The user's trades of a market back to the first bar in sight, read page by page as the chart is moved into the past. */
function useFillsInSight({ chart, feed, unlessRemoved }: PriceChart, path: MarketPath): readonly Trade[] {
  const market = marketSymbol(path)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(coinTradePagesQuery(path.tradeFrom))
  const [since, setSince] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const look = () => {
      const from = chart.timeScale().getVisibleLogicalRange()?.from
      if (from !== undefined) setSince((before) => Math.min(before, timeAt(feed.bars, from) * 1_000))
    }
    look()
    chart.timeScale().subscribeVisibleLogicalRangeChange(look)
    return () => unlessRemoved(() => chart.timeScale().unsubscribeVisibleLogicalRangeChange(look))
  }, [chart, feed, unlessRemoved])
  const oldest = data?.pages.at(-1)?.content.at(-1)?.createdAtDateTime
  const wantsMore = oldest !== undefined && Date.parse(oldest) > since && (data?.pages.length ?? 0) < FILL_PAGES_MAX
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetching) void fetchNextPage()
  }, [wantsMore, hasNextPage, isFetching, fetchNextPage])
  return useMemo(
    () => data?.pages.flatMap(({ content }) => content.filter(({ marketType }) => marketType === market)) ?? [],
    [data, market],
  )
}

const isBuy = (type: string) => type.endsWith('BUY')

/** A label is held by this end of its line alone, so that a swipe which begins on a line scrolls the page. */
const LABEL_PX = 120
const REACH_PX = { finger: 16, mouse: 6 }

interface DrawnOrders {
  readonly orders: readonly Order[]
  readonly tick: string
  readonly nameOf: (together: readonly Order[], name: PriceName) => string
  /** Whether a label can be held now; says why where it cannot. */
  readonly isConnected: () => boolean
  readonly onDrop: (order: Order, proposed: Prices) => void
  readonly onChoose: (together: readonly Order[]) => void
}

interface OrderLine {
  readonly order: Order
  /** The orders of the side that have the same price. */
  readonly together: readonly Order[]
  readonly name: PriceName
  readonly price: number
}

/** The lines of the orders. A stop that waits has one at its trigger, and another where it would then enter the book. */
export function linesOf(orders: readonly Order[]): readonly OrderLine[] {
  const groups = new Map<string, OrderLine>()
  const add = (order: Order, name: PriceName) => {
    const text = order[name]
    if (!text) return
    const key = `${isBuy(order.orderType)} ${name} ${text}`
    const known = groups.get(key) ?? { order, together: [], name, price: toChartNumber(text) }
    groups.set(key, { ...known, together: [...known.together, order] })
  }
  for (const order of orders) {
    const waits = order.orderStatus === 'PENDING'
    if (waits) add(order, 'stopPrice')
    if (!waits || order.unitPrice !== order.stopPrice) add(order, 'unitPrice')
  }
  return [...groups.values()]
}

/**
 * Draws a line for each price of the orders, and lets its label be moved; a label of several orders is not moved, since it does not say which of them
 * is meant, and is pressed to choose one. Returns the function that removes them.
 */
function drawOrders(priceChart: PriceChart, drawn: DrawnOrders): () => void {
  const { orders, tick, nameOf, isConnected, onDrop, onChoose } = drawn
  const { chart, prices, place, unlessRemoved } = priceChart
  const lines = linesOf(orders).map(({ order, together, name, price }) => {
    const title = nameOf(together, name)
    const line = prices.createPriceLine({
      ...{ price, title, lineWidth: 1, axisLabelVisible: true },
      lineStyle: name === 'stopPrice' ? LINES.dotted : LINES.dashed,
      color: colour(isBuy(order.orderType) ? 'buy' : 'sell'),
    })
    // A trailing stop that waits moves its prices itself.
    const isFixed = together.length > 1 || figuresOf(order)[name] === undefined
    return { order, together, name, price, line, title, isFixed }
  })
  priceChart.setLabels(lines.map(({ price }) => price))
  makeRoom(priceChart, lines)
  const stop = letHold(place, ({ x, y, isFinger }) => {
    // Over the axis, a swipe scrolls the page.
    const pane = chart.timeScale().width()
    const isLabel = x > pane - LABEL_PX && x < pane
    const reach = isFinger ? REACH_PX.finger : REACH_PX.mouse
    const taken = lines.find(({ price }) => Math.abs((prices.priceToCoordinate(price) ?? -reach * 2) - y) <= reach)
    if (!isLabel || !taken || !isConnected()) return undefined
    if (taken.isFixed) return { move: stay, undo: stay, drop: () => onChoose(taken.together) }
    const priceAt = (at: number) => nearestTick(prices.coordinateToPrice(at) ?? taken.price, tick)
    const undo = () => taken.line.applyOptions({ price: taken.price })
    return {
      move: (spot) => taken.line.applyOptions({ price: toChartNumber(priceAt(spot.y)) }),
      undo,
      drop(spot) {
        undo()
        const price = priceAt(spot.y)
        if (toChartNumber(price) !== taken.price && toChartNumber(price) > 0)
          onDrop(taken.order, { [taken.name]: price })
      },
    }
  })
  return () => {
    stop()
    unlessRemoved(() => {
      for (const { line } of lines) prices.removePriceLine(line)
    })
  }
}

const stay = () => undefined

/** Of the chart's width: labels stand at prices away from the newest bars, which more room would move off without need. */
const ROOM_MAX = 1 / 5

/** Moves the newest bars out from under the labels in sight, unless the user looks at the past. */
function makeRoom(
  { chart, prices, place }: PriceChart,
  lines: readonly { readonly price: number; readonly title: string }[],
): void {
  const titles = lines.flatMap(({ price, title }) => {
    const y = prices.priceToCoordinate(price)
    return y !== null && y > 0 && y < place.clientHeight ? [title] : []
  })
  if (titles.length > 0 && chart.timeScale().scrollPosition() >= 0)
    chart.timeScale().applyOptions({ rightOffsetPixels: Math.min(axisWidth(titles), place.clientWidth * ROOM_MAX) })
}

const FILL_PX = 5

/** The user's fills, each as a triangle at its bar and price: upwards for a buy, downwards for a sale. */
class Fills implements ISeriesPrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[]

  constructor(chart: PriceChart, trades: readonly Trade[], resolution: Resolution) {
    const [buys, sells] = [colour('buy'), colour('sell')]
    const edge = colour('surface')
    const grid = RESOLUTIONS[resolution]
    const fills = trades.map(({ orderType, unitPrice, createdAtDateTime }) => ({
      isBuy: isBuy(orderType),
      price: toChartNumber(unitPrice),
      time: barStart(Date.parse(createdAtDateTime), grid) / 1_000,
    }))
    this.#views = [
      {
        renderer: () => ({
          draw: (target) =>
            target.useMediaCoordinateSpace(({ context }) => {
              for (const { isBuy: up, price, time } of fills) {
                const y = chart.prices.priceToCoordinate(price)
                if (y === null) continue
                const x = pixelOf(chart, logicalOf(chart.feed.bars, time))
                const height = up ? FILL_PX : -FILL_PX
                context.beginPath()
                context.moveTo(x, y - height)
                context.lineTo(x + FILL_PX, y + height)
                context.lineTo(x - FILL_PX, y + height)
                context.closePath()
                context.fillStyle = up ? buys : sells
                context.strokeStyle = edge
                context.fill()
                context.stroke()
              }
            }),
        }),
      },
    ]
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  attached({ requestUpdate }: { requestUpdate: () => void }): void {
    requestUpdate()
  }
}
