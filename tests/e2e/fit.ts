import type { Page } from 'playwright/test'
import { standsStill } from './screen.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Place {
  readonly element: Element
  readonly box: Box
  readonly name: () => string
}

interface Text {
  readonly node: Node
  readonly text: string
  readonly layer: Element
  readonly box: Box
}

/** An element's limits for its content. */
interface Frame {
  readonly edge: Box
  readonly clipsX: boolean
  readonly clipsY: boolean
  /** True if content may cross its sides: it scrolls by design, or ends in dots. */
  readonly mayLeave: boolean
  readonly isSeen: boolean
  readonly isInline: boolean
  readonly endsHere: boolean
}

interface Look {
  readonly tolerance: number
  /** The content that crosses each edge the furthest. */
  readonly crossed: Map<Element, { px: number; name: string }>
  /** Each element is the frame of all that it contains: its style is read once. */
  readonly frames: Map<Element, Frame>
  readonly layers: Map<Element, Element>
}

/** Allows for rounding, and for letters that hang over their line. */
const TOLERANCE_PX = 1
/** A misfit that lasts this long is a fault; a busy machine takes its time to measure and draw again. */
const LASTING_MS = 30_000
const LOOK_AGAIN_MS = 250

/** A page that moves for so long never comes to rest. */
const STILL_MS_MAX = 60_000

/**
 * The misfits of the page once it is still: text or boxes that leave their card, field or button, values
 * cut off in their field, text over text, and a page that scrolls sideways.
 */
export function findMisfits(page: Page): Promise<string[]> {
  const parts = [
    isDrawn,
    paddingBox,
    frameOf,
    isForScreenReaders,
    isDecoration,
    nameOf,
    layerOf,
    follow,
    readText,
    readElement,
  ]
  const whole = [...parts, visibleNodes, findOverlaps, lookThrough, standsStill, lookOnceStill].map(String).join('\n')
  // In one call: `settle` before it cost 33 of 84 ms at each of a screen's 14 widths.
  return page.evaluate(`(() => { ${whole}\nreturn lookOnceStill(${TOLERANCE_PX}, ${STILL_MS_MAX}) })()`)
}

/** The misfits that last: after a change of width tables and bars are measured and drawn again. */
export async function lastingMisfits(page: Page): Promise<string[]> {
  const until = Date.now() + LASTING_MS
  let found = await findMisfits(page)
  while (found.length > 0 && Date.now() < until) {
    await page.waitForTimeout(LOOK_AGAIN_MS)
    found = await findMisfits(page)
  }
  return found
}

// All functions from here on run in the page and call only each other.

async function lookOnceStill(tolerance: number, ms: number): Promise<string[]> {
  const until = Date.now() + ms
  while (!(await standsStill())) if (Date.now() > until) return [`the page moved for ${ms} ms`]
  return lookThrough(tolerance)
}

function lookThrough(tolerance: number): string[] {
  const look: Look = { tolerance, crossed: new Map(), frames: new Map(), layers: new Map() }
  const texts: Text[] = []
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
  const walker = visibleNodes()
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Element) found.push(...readElement(node, look))
    else texts.push(...readText(node, look))
  for (const [edge, { px, name }] of look.crossed) found.push(`${name} leaves ${nameOf(edge)} by ${Math.round(px)} px`)
  return [...new Set([...found, ...findOverlaps(texts, tolerance)])]
}

function visibleNodes(): TreeWalker {
  return document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return node.nodeValue?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
    const skipped = /^(script|style|noscript|canvas|option)$/.test(node.localName) || isForScreenReaders(node)
    return skipped || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT
  })
}

function isForScreenReaders(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width <= 1 && height <= 1 && getComputedStyle(element).position === 'absolute'
}

/** The large digit of a step, the bar of a row of the book. */
function isDecoration(element: Element): boolean {
  const hidden = element.closest('[aria-hidden]')
  return hidden !== null && getComputedStyle(hidden).position === 'absolute'
}

/** Whether a person sees an edge: a border on both sides, or a background. */
function isDrawn(element: Element): boolean {
  const style = getComputedStyle(element)
  const isOpaque = (colour: string) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour)
  const bordered = parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderRightWidth) > 0
  return (bordered && isOpaque(style.borderLeftColor)) || isOpaque(style.backgroundColor)
}

function paddingBox(element: Element): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const { borderLeftWidth, borderRightWidth } = getComputedStyle(element)
  return { left: left + parseFloat(borderLeftWidth), right: right - parseFloat(borderRightWidth), top, bottom }
}

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? element.querySelector('h1, h2, h3')?.textContent ?? ''
  const role = element.getAttribute('role')
  return `<${element.localName}${role ? ` role=${role}` : ''}> ${label}`.trim()
}

/** The closest dialog, or fixed or sticky element, around it: texts of two layers may overlap. */
function layerOf(element: Element, look: Look): Element {
  const known = look.layers.get(element)
  if (known) return known
  const isOne = element.localName === 'dialog' || /fixed|sticky/.test(getComputedStyle(element).position)
  const parent = element.parentElement
  const layer = isOne ? element : parent ? layerOf(parent, look) : document.documentElement
  look.layers.set(element, layer)
  return layer
}

function frameOf(element: Element, { frames }: Look): Frame {
  const known = frames.get(element)
  if (known) return known
  const { overflowX, overflowY, position, textOverflow, display } = getComputedStyle(element)
  const scrolls = overflowX === 'auto' && /tablist|radiogroup/.test(element.getAttribute('role') ?? '')
  const frame = {
    edge: paddingBox(element),
    clipsX: overflowX !== 'visible',
    clipsY: overflowY !== 'visible',
    mayLeave: scrolls || textOverflow === 'ellipsis',
    isSeen: overflowX !== 'visible' || isDrawn(element),
    isInline: display === 'inline' || display === 'contents',
    endsHere: position === 'fixed' || element.localName === 'dialog',
  }
  frames.set(element, frame)
  return frame
}

/** The visible part of a box after all clipping; `undefined` if nothing is left. Notes each edge that it crosses. */
function follow({ element, box, name }: Place, look: Look): Box | undefined {
  let { left, right, top, bottom } = box
  for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement) {
    const { edge, clipsX, clipsY, mayLeave, isSeen, isInline, endsHere } = frameOf(each, look)
    if (isInline) continue
    const beyond = Math.max(edge.left - left, right - edge.right)
    const before = look.crossed.get(each)?.px ?? look.tolerance
    if (beyond > before && !mayLeave && isSeen) look.crossed.set(each, { px: beyond, name: name() })
    if (clipsX) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
    if (clipsY) [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    if (left >= right || top >= bottom) return undefined
    if (endsHere) break
  }
  return { left, right, top, bottom }
}

function readElement(element: Element, look: Look): string[] {
  const { position, display } = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  // The parts inside a drawing are not checked.
  const isPart = element instanceof SVGElement && element.localName !== 'svg'
  const parent = element.parentElement
  if (parent && !isPart && display !== 'inline' && position !== 'fixed' && box.width > 1 && !isDecoration(element))
    follow({ element: parent, box, name: () => nameOf(element) }, look)
  if (!(element instanceof HTMLInputElement) || /checkbox|radio|file/.test(element.type)) return []
  const cut = element.scrollWidth - element.clientWidth
  return cut > look.tolerance ? [`"${element.value}" is cut by ${cut} px in ${element.name || element.type}`] : []
}

/** The visible lines of a text, each as high as its letters. */
function readText(node: Node, look: Look): Text[] {
  const parent = node.parentElement
  if (!parent || isDecoration(parent)) return []
  const range = document.createRange()
  range.selectNodeContents(node)
  const text = (node.nodeValue ?? '').trim().slice(0, 40)
  return [...range.getClientRects()].flatMap((line) => {
    const seen = line.width > 0 ? follow({ element: parent, box: line, name: () => `"${text}"` }, look) : undefined
    if (!seen) return []
    const quarter = (seen.bottom - seen.top) / 4
    const box = { ...seen, top: seen.top + quarter, bottom: seen.bottom - quarter }
    return [{ node, text, layer: layerOf(parent, look), box }]
  })
}

function findOverlaps(texts: readonly Text[], tolerance: number): string[] {
  const downwards = texts.toSorted((one, other) => one.box.top - other.box.top)
  return downwards.flatMap((one, index) => {
    const rest = downwards.slice(index + 1)
    const end = rest.findIndex(({ box }) => box.top >= one.box.bottom)
    return rest.slice(0, end === -1 ? rest.length : end).flatMap((other) => {
      const shared = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      return shared > tolerance && one.node !== other.node && one.layer === other.layer
        ? [`"${one.text}" lies over "${other.text}" by ${Math.round(shared)} px`]
        : []
    })
  })
}
