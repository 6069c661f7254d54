import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts'
import * as z from 'zod/mini'
import { nearestTick, toChartNumber } from '#client/ui/chart-number.ts'
import { logicalOf, pixelOf, timeAt } from './bar-place.ts'
import { colour, upright } from './canvas-style.ts'
import { TOOLS } from './chart-choice.ts'
import type { Spot } from './hold.ts'
import type { PriceChart } from './price-chart.ts'

const Point = z.object({ time: z.number(), price: z.number() })
export const Drawing = z.object({ tool: z.enum(TOOLS), from: Point, to: Point })
export type Drawing = z.output<typeof Drawing>
type Point = Drawing['from']

/** The part of a drawing that is held: an end, or all of it. */
export type DrawingPart = 'from' | 'to' | 'whole'

const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]
const TEXT_PX = 11
const HANDLE_PX = 5
/** How near to a line or a handle a press counts as on it. */
const REACH_PX = { line: 8, handle: 12, handleOfFinger: 22 }

interface Place {
  readonly x: number
  readonly y: number
}

interface Line {
  readonly from: Place
  readonly to: Place
  readonly text?: string
}

/** Draws lines between points of time and price, at any resolution, and finds them again under a pointer. */
export class Sketch implements ISeriesPrimitive<Time> {
  readonly #chart: PriceChart
  readonly #tick: string
  readonly #views: readonly IPrimitivePaneView[]
  #drawings: readonly Drawing[] = []
  #selected: number | undefined
  #repaint: () => void = () => undefined

  constructor(chart: PriceChart, tick: string) {
    this.#chart = chart
    this.#tick = tick
    const [tone, inside] = [colour('gold'), colour('surface')]
    const font = `${TEXT_PX}px ${getComputedStyle(document.documentElement).fontFamily}`
    this.#views = [
      {
        renderer: () => ({
          draw: (target) =>
            target.useMediaCoordinateSpace(({ context }) => {
              for (const [at, drawing] of this.#drawings.entries()) {
                const isSelected = at === this.#selected
                const look = { strokeStyle: tone, fillStyle: tone, lineWidth: isSelected ? 2.5 : 1.5, font }
                Object.assign(context, look)
                for (const line of this.#linesOf(drawing)) drawLine(context, line)
                if (!isSelected) continue
                context.fillStyle = inside
                for (const { place } of this.#handlesOf(drawing)) drawHandle(context, place)
              }
            }),
        }),
      },
    ]
  }

  show(drawings: readonly Drawing[], selected?: number): void {
    this.#drawings = drawings
    this.#selected = selected
    this.#repaint()
  }

  /** The place in the list of the drawing at a spot, of several the newest. */
  drawingAt(spot: Place): number | undefined {
    const at = this.#drawings.findLastIndex((drawing) => this.#isOn(drawing, spot))
    return at === -1 ? undefined : at
  }

  /** The part of the selected drawing at a spot. A finger takes its handles alone: a swipe that begins on a line scrolls the page. */
  partAt(spot: Spot): DrawingPart | undefined {
    const drawing = this.#selected === undefined ? undefined : this.#drawings[this.#selected]
    if (!drawing) return undefined
    const reach = spot.isFinger ? REACH_PX.handleOfFinger : REACH_PX.handle
    const handle = this.#handlesOf(drawing).find(({ place }) => Math.hypot(place.x - spot.x, place.y - spot.y) <= reach)
    if (handle) return handle.part
    return !spot.isFinger && this.#isOn(drawing, spot) ? 'whole' : undefined
  }

  /** Its price is one that the market takes. */
  pointAt({ x, y }: Place): Point {
    const { chart, prices, feed } = this.#chart
    const logical = chart.timeScale().coordinateToLogical(x) ?? 0
    const price = toChartNumber(nearestTick(prices.coordinateToPrice(y) ?? 0, this.#tick))
    return { time: timeAt(feed.bars, logical), price }
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

  #isOn = (drawing: Drawing, spot: Place) =>
    this.#linesOf(drawing).some(({ from, to }) => distanceTo(spot, { from, to }) <= REACH_PX.line)

  #placeOf({ time, price }: Point): Place | undefined {
    const { prices, feed } = this.#chart
    const y = prices.priceToCoordinate(price)
    return y === null ? undefined : { x: pixelOf(this.#chart, logicalOf(feed.bars, time)), y }
  }

  #handlesOf({ tool, from, to }: Drawing): readonly { part: DrawingPart; place: Place }[] {
    const ends = { from: this.#placeOf(from), to: this.#placeOf(to) }
    // A level is as long as the chart is wide, so that its handle is in the middle, wherever the user drew it.
    if (tool === 'level') return ends.to ? [{ part: 'to', place: { x: this.#width / 2, y: ends.to.y } }] : []
    return (['from', 'to'] as const).flatMap((part) => (ends[part] ? [{ part, place: ends[part] }] : []))
  }

  get #width(): number {
    return this.#chart.chart.timeScale().width()
  }

  #linesOf({ tool, from, to }: Drawing): readonly Line[] {
    const { formats } = this.#chart
    const [begin, end] = [this.#placeOf(from), this.#placeOf(to)]
    if (!begin || !end) return []
    if (tool === 'trend') return [{ from: begin, to: end }]
    const across = (price: number, { x1, x2, text }: { x1: number; x2: number; text: string }): readonly Line[] => {
      const y = this.#placeOf({ time: to.time, price })?.y
      return y === undefined ? [] : [{ from: { x: x1, y }, to: { x: x2, y }, text }]
    }
    if (tool === 'level') return across(to.price, { x1: 0, x2: this.#width, text: upright(formats.price(to.price)) })
    const [x1, x2] = [Math.min(begin.x, end.x), Math.max(begin.x, end.x)]
    const lines = FIBONACCI.flatMap((part) => {
      const price = to.price + (from.price - to.price) * part
      return across(price, { x1, x2, text: upright(`${formats.percent(part * 100)}  ${formats.price(price)}`) })
    })
    return withoutCrowd(lines)
  }
}

/** Lines without the texts that would stand on each other. */
function withoutCrowd(lines: readonly Line[]): readonly Line[] {
  let lastY = Number.NEGATIVE_INFINITY
  return lines.map((line) => {
    if (Math.abs(line.from.y - lastY) < TEXT_PX + 2) return { from: line.from, to: line.to }
    lastY = line.from.y
    return line
  })
}

function drawLine(context: CanvasRenderingContext2D, { from, to, text }: Line): void {
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
  if (text !== undefined) context.fillText(text, Math.min(from.x, to.x) + 4, from.y - 3)
}

function drawHandle(context: CanvasRenderingContext2D, { x, y }: Place): void {
  context.beginPath()
  context.arc(x, y, HANDLE_PX, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

/** The distance of a place from the nearest point between two others. */
export function distanceTo({ x, y }: Place, { from, to }: { from: Place; to: Place }): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

/** A drawing of which a part is moved from one point to another. */
export function movePart(drawing: Drawing, { part, from, to }: { part: DrawingPart; from: Point; to: Point }): Drawing {
  if (part !== 'whole') return { ...drawing, [part]: to }
  const move = ({ time, price }: Point) => ({ time: time + to.time - from.time, price: price + to.price - from.price })
  return { ...drawing, from: move(drawing.from), to: move(drawing.to) }
}
