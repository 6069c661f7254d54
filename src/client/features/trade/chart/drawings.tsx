import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { WIPED } from '#client/lib/tab-value.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { logicalOf, pixelOf, timeAt } from './bar-place.ts'
import { type Drawn, TOOLS } from './chart-choice.ts'
import { colour, upright } from './chart-look.ts'
import { letHold, type Spot } from './hold.ts'
import type { PriceChart } from './price-chart.ts'

const Point = z.object({ time: z.number(), price: z.number() })
const Drawing = z.object({ tool: z.enum(TOOLS), from: Point, to: Point })
type Drawing = z.output<typeof Drawing>
const Kept = z.array(Drawing)

const keyOf = (market: string) => `${WIPED}drawings ${market}`

function read(market: string): readonly Drawing[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(market)) ?? '[]'))
  } catch {
    return []
  }
}

function keep(market: string, drawings: readonly Drawing[]): void {
  try {
    localStorage.setItem(keyOf(market), JSON.stringify(drawings))
  } catch {
    // Storage is refused.
  }
}

type DrawingsProps = { chart: PriceChart; market: string; tool: Drawn; onDrawn: () => void }

/** The user's drawings on the chart of a market, kept on the device until the logout. With a tool in hand, a drag makes one; Escape undoes it. */
export default function Drawings({ chart, market, tool, onDrawn }: DrawingsProps) {
  const [drawings, setDrawings] = useState(() => read(market))
  const [sketch, setSketch] = useState<Sketch>()
  useEffect(() => onUserDataWiped(() => setDrawings([])), [])
  useEffect(() => {
    const made = new Sketch(chart)
    chart.prices.attachPrimitive(made)
    setSketch(made)
    return () => chart.unlessRemoved(() => chart.prices.detachPrimitive(made))
  }, [chart])
  useEffect(() => sketch?.show(drawings), [sketch, drawings])
  useEffect(() => {
    const finish = (next: readonly Drawing[]) => {
      setDrawings(next)
      keep(market, next)
      onDrawn()
    }
    if (tool === '' || !sketch) return
    if (tool === 'clear') return finish([])
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onDrawn()
    }
    window.addEventListener('keydown', leave)
    const stop = letHold(chart.place, (spot) => {
      const from = pointAt(chart, spot)
      return {
        move: (to) => sketch.show([...drawings, { tool, from, to: pointAt(chart, to) }]),
        drop: (to) => finish([...drawings, { tool, from, to: pointAt(chart, to) }]),
        undo: () => sketch.show(drawings),
      }
    })
    return () => {
      window.removeEventListener('keydown', leave)
      stop()
    }
  }, [chart, market, tool, sketch, drawings, onDrawn])
  return null
}

function pointAt({ chart, prices, feed }: PriceChart, { x, y }: Spot) {
  const logical = chart.timeScale().coordinateToLogical(x) ?? 0
  return { time: timeAt(feed.bars, logical), price: prices.coordinateToPrice(y) ?? 0 }
}

const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]
const TEXT_PX = 11

/** Draws lines between points of time and price, at any resolution. */
class Sketch implements ISeriesPrimitive<Time> {
  readonly #chart: PriceChart
  readonly #views: readonly IPrimitivePaneView[]
  #drawings: readonly Drawing[] = []
  #repaint: () => void = () => undefined

  constructor(chart: PriceChart) {
    this.#chart = chart
    const tone = colour('gold')
    const font = `${TEXT_PX}px ${getComputedStyle(document.documentElement).fontFamily}`
    this.#views = [
      {
        renderer: () => ({
          draw: (target) =>
            target.useMediaCoordinateSpace(({ context, mediaSize }) => {
              Object.assign(context, { strokeStyle: tone, fillStyle: tone, lineWidth: 1.5, font })
              for (const drawing of this.#drawings) this.#draw(context, drawing, mediaSize.width)
            }),
        }),
      },
    ]
  }

  show(drawings: readonly Drawing[]): void {
    this.#drawings = drawings
    this.#repaint()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  attached({ requestUpdate }: { requestUpdate: () => void }): void {
    this.#repaint = requestUpdate
    requestUpdate()
  }

  detached(): void {
    this.#repaint = () => undefined
  }

  #draw(context: CanvasRenderingContext2D, { tool, from, to }: Drawing, width: number): void {
    const { prices, formats, feed } = this.#chart
    const x = ({ time }: Drawing['from']) => pixelOf(this.#chart, logicalOf(feed.bars, time))
    const line = (ends: { x1: number; x2: number; price1: number; price2: number }) => {
      const [y1, y2] = [prices.priceToCoordinate(ends.price1), prices.priceToCoordinate(ends.price2)]
      if (y1 === null || y2 === null) return
      context.beginPath()
      context.moveTo(ends.x1, y1)
      context.lineTo(ends.x2, y2)
      context.stroke()
    }
    if (tool === 'trend') line({ x1: x(from), x2: x(to), price1: from.price, price2: to.price })
    if (tool === 'level') line({ x1: 0, x2: width, price1: to.price, price2: to.price })
    if (tool !== 'fib') return
    for (const part of FIBONACCI) {
      const price = to.price + (from.price - to.price) * part
      line({ x1: x(from), x2: x(to), price1: price, price2: price })
      const y = prices.priceToCoordinate(price)
      const text = upright(`${formats.percent(part * 100)}  ${formats.price(price)}`)
      if (y !== null) context.fillText(text, Math.min(x(from), x(to)) + 4, y - 3)
    }
  }
}
