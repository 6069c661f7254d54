/**
 * What does not fit on the page as it stands: text or boxes that leave the card, field or button they stand in, values
 * cut off in their field, text over text, and a page that scrolls sideways. Runs in the page.
 */
export function findMisfits(): string[] {
  const TOLERANCE_PX = 1
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const round = Math.round
  const found = new Set<string>()
  /** What leaves an edge the furthest. */
  const beyondEdge = new Map<Element, { px: number; name: string }>()
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)

  type Box = { left: number; right: number; top: number; bottom: number }
  const opaque = (colour: string) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour)

  /** Where a person sees an edge: a border on both sides, or a ground of its own. */
  const isDrawn = (element: Element) => {
    const { borderLeftWidth, borderRightWidth, borderLeftColor, borderRightColor, backgroundColor } = styleOf(element)
    const bordered = parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0
    return (bordered && opaque(borderLeftColor) && opaque(borderRightColor)) || opaque(backgroundColor)
  }
  const inside = (element: Element): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const { borderLeftWidth, borderRightWidth } = styleOf(element)
    return { left: left + parseFloat(borderLeftWidth), right: right - parseFloat(borderRightWidth), top, bottom }
  }
  const isForScreenReaders = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return styleOf(element).position === 'absolute' && width <= 1 && height <= 1
  }
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.querySelector('h1, h2, h3')?.textContent ?? ''
    return `<${element.localName}${element.role ? ` role=${element.role}` : ''}> ${label}`.trim()
  }

  /** What is left of a box after all that clips it; `undefined` for nothing. Notes each edge that it crosses. */
  const follow = (from: Element, { left, right, top, bottom }: Box, name: string): Box | undefined => {
    let seen = { left, right, top, bottom }
    for (let each: Element | null = from; each && each !== root; each = each.parentElement) {
      const { overflowX, overflowY, position, textOverflow, display } = styleOf(each)
      if (display === 'inline' || display === 'contents') continue
      const edge = inside(each)
      const beyond = Math.max(edge.left - seen.left, seen.right - edge.right)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll'
      const mayLeave = textOverflow === 'ellipsis' || (scrolls && /tablist|radiogroup/.test(each.role ?? ''))
      const clips = overflowX !== 'visible'
      const before = beyondEdge.get(each)?.px ?? TOLERANCE_PX
      if (beyond > before && !mayLeave && (clips || isDrawn(each))) beyondEdge.set(each, { px: beyond, name })
      if (clips) seen = { ...seen, left: Math.max(seen.left, edge.left), right: Math.min(seen.right, edge.right) }
      if (overflowY !== 'visible')
        seen = { ...seen, top: Math.max(seen.top, edge.top), bottom: Math.min(seen.bottom, edge.bottom) }
      if (seen.left >= seen.right || seen.top >= seen.bottom) return undefined
      if (position === 'fixed' || each.localName === 'dialog') break
    }
    return seen
  }

  const layerOf = (element: Element): Element => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (each.localName === 'dialog' || /fixed|sticky/.test(styleOf(each).position)) return each
    return root
  }

  const texts: { node: Node; text: string; layer: Element; box: Box }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return node.nodeValue?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
    const skipped = /^(script|style|noscript|canvas|option)$/.test(node.localName) || isForScreenReaders(node)
    return skipped || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT
  })
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      const { position, display } = styleOf(node)
      const box = node.getBoundingClientRect()
      const decorates = position === 'absolute' && node.closest('[aria-hidden]') !== null
      if (node instanceof HTMLInputElement && !/checkbox|radio|file/.test(node.type) && node.value !== '')
        if (node.scrollWidth > node.clientWidth + TOLERANCE_PX)
          found.add(`"${node.value}" is cut by ${node.scrollWidth - node.clientWidth} px in ${node.name || node.type}`)
      if (decorates || display === 'inline' || position === 'fixed' || box.width <= 1 || !node.parentElement) continue
      // The parts of a drawing are its own affair.
      if (node instanceof SVGElement && node.localName !== 'svg') continue
      follow(node.parentElement, box, nameOf(node))
      continue
    }
    const parent = node.parentElement
    if (!parent) continue
    const decorates = parent.closest('[aria-hidden]')
    if (decorates && styleOf(decorates).position === 'absolute') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = (node.nodeValue ?? '').trim().slice(0, 40)
    for (const box of range.getClientRects()) {
      const seen = box.width > 0 ? follow(parent, box, `"${text}"`) : undefined
      if (!seen) continue
      // A line's box is taller than its letters.
      const quarter = (seen.bottom - seen.top) / 4
      const letters = { ...seen, top: seen.top + quarter, bottom: seen.bottom - quarter }
      texts.push({ node, text, layer: layerOf(parent), box: letters })
    }
  }

  texts.sort((one, other) => one.box.top - other.box.top)
  texts.forEach((one, index) => {
    for (let at = index + 1; at < texts.length; at += 1) {
      const other = texts[at]
      if (!other || other.box.top >= one.box.bottom) break
      const shared = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      if (shared > TOLERANCE_PX && one.node !== other.node && one.layer === other.layer)
        found.add(`"${one.text}" lies over "${other.text}" by ${round(shared)} px`)
    }
  })
  for (const [edge, { px, name }] of beyondEdge) found.add(`${name} leaves ${nameOf(edge)} by ${round(px)} px`)
  return [...found]
}
