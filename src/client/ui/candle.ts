export interface Candle {
  /** The opening time in UTC seconds. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export interface CandleChartProps {
  readonly candles: readonly Candle[]
  /** Changes with the market or the resolution: the view then starts again at the newest candle. */
  readonly series: string
  /** Whether a candle is shorter than a day: the axis then shows hours. */
  readonly intraday: boolean
  readonly priceDecimals: number
  /** The text alternative for screen readers. */
  readonly label: string
  /** The candle under the pointer; `undefined` when the pointer leaves. */
  readonly onHover: (candle: Candle | undefined) => void
}
