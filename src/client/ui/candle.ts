export interface Candle {
  /** UTC seconds at which it opens. */
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export interface CandleChartProps {
  readonly candles: readonly Candle[]
  /** Changes with the market or the resolution: the view then starts anew at the newest candle. */
  readonly series: string
  /** Whether a candle is shorter than a day: the axis then shows hours. */
  readonly intraday: boolean
  readonly priceDecimals: number
  /** Said to a screen reader in place of the picture. */
  readonly label: string
  /** The candle under the pointer, or `undefined` when it leaves. */
  readonly onHover: (candle: Candle | undefined) => void
}
