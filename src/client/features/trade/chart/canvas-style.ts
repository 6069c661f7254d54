import type { LineStyle, UTCTimestamp } from 'lightweight-charts'

export const FONT_PX = 11
/** The space that the library leaves beside the figures of an axis. */
const AXIS_EDGES_PX = 24

/** Members of the library's enum, whose object would be loaded for them. */
export const LINES = { solid: 0, dotted: 1, dashed: 2 } as const satisfies Record<string, LineStyle>

/** The current value of a theme colour: a canvas cannot read CSS variables. */
export const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--k-colors-${name}`).trim()

export const fontFamily = () => getComputedStyle(document.documentElement).fontFamily

/** Isolates a text, since a canvas that runs left to right would put a Persian month before its day. */
export const upright = (text: string) => `\u2068${text}\u2069`

/** UTC seconds, in the library's type. */
export const stamp = (seconds: number) => seconds as UTCTimestamp

const DIGIT = /\p{Nd}/gu

/** The width of an axis with these texts, whatever their digits are: Persian digits are not equally wide, and the axis would jump with them. */
export function axisWidth(texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = `${FONT_PX}px ${fontFamily()}`
  const widthOf = (text: string) => context.measureText(text).width
  const digits = [...new Set(texts.join('').match(DIGIT))]
  const widest = digits.reduce((best, digit) => (widthOf(digit) > widthOf(best) ? digit : best), digits[0] ?? '0')
  return Math.ceil(AXIS_EDGES_PX + Math.max(...texts.map((text) => widthOf(text.replace(DIGIT, widest)))))
}
