import type { words as fa } from '../fa/chart.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Price chart',
  resolution: 'Timeframe',
  frame: { '1': '1m', '5': '5m', '15': '15m', '30': '30m', '60': '1h', '1D': '1D', '1W': '1W', '1M': '1M' },
  label:
    'Candlestick chart of {{pair}}, timeframe {{resolution}}. Last price {{close}}, high {{high}}, low {{low}} in this period.',
  sandbox: 'Sandbox data',
  empty: 'No candles in this timeframe yet.',
  table: 'Show as a table',
  options: 'Chart settings',
  kind: { label: 'Chart type', candles: 'Candles', line: 'Line' },
  scale: { label: 'Price scale', normal: 'Regular', log: 'Logarithmic' },
  indicators: 'Indicators',
  indicator: {
    MA: 'Moving average',
    EMA: 'Exponential moving average',
    BB: 'Bollinger bands',
    RSI: 'Relative strength index',
    MACD: 'MACD',
  },
  period: {
    bars: 'Period',
    deviations: 'Deviations',
    short: 'Fast',
    long: 'Slow',
    signal: 'Signal',
    bounds: 'From 1 to {{max}}',
  },
  compare: 'Compare with',
  compareNone: 'Nothing',
  draw: { label: 'Draw', trend: 'Trend line', level: 'Horizontal line', fib: 'Fibonacci', clear: 'Remove drawings' },
  undraw: 'Delete drawing',
  credit: 'Charts by TradingView',
  fold: 'Hide chart',
  unfold: 'Show chart',
  full: 'Full screen chart',
  leaveFull: 'Exit full screen',
  bar: { time: 'Time', open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' },
  unit: { million: 'million', billion: 'billion' },
  short: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
}
