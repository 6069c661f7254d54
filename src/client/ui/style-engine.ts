/**
 * What stands between a style prop and CSS, as Chakra's own system does it, but reading a table that the build has
 * worked out from that system (.vite/build-style-table.ts). The browser then neither loads nor computes the tokens,
 * the presets and the reset: 18 KB and, on a slow phone, a quarter of a second. tests/unit/client/ui/style-engine
 * compares the two.
 */
export interface StyleTable {
  /** bg → background. */
  readonly shorthands: Readonly<Record<string, string>>
  /** In the order of arrays: base, sm, md, … */
  readonly breakpoints: readonly string[]
  /** The media queries of the breakpoints, the weaker before the stronger. */
  readonly media: readonly string[]
  /** _hover → its selectors, md → its media query. */
  readonly conditions: Readonly<Record<string, string | readonly string[]>>
  /** What a prop sets, where that is not the property of its own name, and the set its values are looked up in. */
  readonly props: Readonly<Record<string, { readonly sets?: readonly string[]; readonly values?: string }>>
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Values that stand for a style of their own: truncate → true → { overflow: 'hidden', … }. */
  readonly whole: Readonly<Record<string, Readonly<Record<string, Styles>>>>
}

export interface Styles {
  [key: string]: StyleValue
}
type StyleValue = string | number | boolean | null | undefined | Styles | readonly StyleValue[]

export interface Recipe {
  readonly base?: Styles
  readonly variants?: Styles
  readonly defaultVariants?: Styles
  readonly compoundVariants?: readonly Styles[]
}

type Transform = (prop: string, value: string | number | boolean) => Styles | undefined

const RECIPES = '@layer recipes'
const SELECTOR = /^@|&|^_/
/** A selector or a query written where a prop stands: `&[aria-current=page]`. */
const IN_PLACE = /[&@]/
/** Attributes that a browser also lists among its styles, since @font-face and @page have them as descriptors. */
const ATTRIBUTES = new Set(['src', 'size'])
/** Styles with values made on the fly must not fill the memory. */
const KEPT_MAX = 2_000

export function createStyleEngine(table: StyleTable) {
  const { shorthands, conditions, props, whole } = table
  const ours = new Set(['css', ...[shorthands, props, conditions, whole].flatMap((part) => Object.keys(part))])
  const resolver = createResolver(table)
  const recipes = new WeakMap<Recipe, ReturnType<typeof makeRecipe>>()
  return {
    // Reset, tokens and global styles stand in index.html already.
    _config: { disableLayers: true },
    _global: [],
    css: resolver.css,
    cva(config: Recipe = {}) {
      const known = recipes.get(config) ?? makeRecipe(config, resolver)
      recipes.set(config, known)
      return known
    },
    isValidProperty: (prop: string) =>
      ours.has(prop) || IN_PLACE.test(prop) || (prop in document.documentElement.style && !ATTRIBUTES.has(prop)),
  }
}

/** Style props to CSS, by the table. */
function createResolver({ shorthands, conditions, props, values, whole, breakpoints, media }: StyleTable) {
  const isCondition = (key: string) => key in conditions || SELECTOR.test(key)

  /** Full names for short ones, objects for arrays. */
  function renamed(styles: Styles): Styles {
    const result: Styles = {}
    for (const [key, value] of Object.entries(styles)) {
      const object = Array.isArray(value)
        ? Object.fromEntries(value.map((each, index) => [breakpoints[index] ?? '', each]))
        : value
      if (object != null) result[shorthands[key] ?? key] = isStyles(object) ? renamed(object) : object
    }
    return result
  }

  const toCss: Transform = (prop, raw) => {
    const known = whole[prop]?.[String(raw)]
    if (known) return known
    const { sets = [prop], values: set = '' } = props[prop] ?? {}
    const value = values[set]?.[String(raw)] ?? raw
    return Object.fromEntries(sets.map((name) => [name, value]))
  }

  function resolved(styles: Styles, transform: Transform): Styles {
    const result: Styles = {}
    const walk = (value: StyleValue, path: readonly string[]) => {
      if (isStyles(value)) for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
      if (value == null || typeof value === 'object') return
      const prop = path.find((key) => key !== 'base' && !isCondition(key)) ?? ''
      const selectors = path.filter((key) => key !== 'base' && key !== prop).flatMap((key) => conditions[key] ?? key)
      merge(placeOf(result, selectors), transformed({ prop, value }, transform))
    }
    walk(styles, [])
    return inOrder(result, media)
  }

  const css = remembered((...parts: readonly (Styles | undefined)[]): Styles => {
    const merged: Styles = {}
    for (const part of parts) if (part) merge(merged, renamed(part))
    return resolved(merged, toCss)
  })

  return { renamed, resolved, css }
}

/** A component's looks: its base, and for what is chosen of each variant the styles of that choice. */
function makeRecipe(config: Recipe, resolver: ReturnType<typeof createResolver>) {
  const { renamed, resolved, css } = resolver
  const { base = {}, variants = {}, defaultVariants = {}, compoundVariants = [] } = config
  const options = renamed(variants)
  const chosenOption: Transform = (name, value) => {
    const option = options[name]
    const styles = isStyles(option) ? option[String(value)] : undefined
    return isStyles(styles) ? styles : undefined
  }
  const resolve = remembered((chosen: Styles = {}): Styles => {
    const selections = renamed({ ...defaultVariants, ...renamed(chosen) })
    const styles = renamed(base)
    merge(styles, resolved(selections, chosenOption))
    const compound = compoundVariants.filter((each) => matches(each, selections)).map(({ css: own }) => own)
    return css({ [RECIPES]: css(styles, ...compound.filter(isStyles)) })
  })
  return Object.assign(resolve, {
    __cva__: true,
    config,
    variantKeys: Object.keys(variants),
    merge: (other: { readonly config: Recipe }) => makeRecipe(mergedRecipe(config, other.config), resolver),
  })
}

function transformed({ prop, value }: { prop: string; value: string | number | boolean }, transform: Transform) {
  if (typeof value !== 'string' || !value.includes('!')) return transform(prop, value) ?? {}
  const plain = transform(prop, value.replace(/\s*!(?:important)?/i, '')) ?? {}
  return Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, `${each} !important`]))
}

function placeOf(styles: Styles, path: readonly string[]): Styles {
  let place = styles
  for (const key of path) {
    const next = place[key]
    const inner = isStyles(next) ? next : {}
    place[key] = inner
    place = inner
  }
  return place
}

/** Copies what is merged in, so that the table and the recipes stay as they are. */
function merge(target: Styles, source: Styles): void {
  for (const [key, value] of Object.entries(source)) {
    if (!isStyles(value)) {
      if (value !== undefined) target[key] = value
      continue
    }
    const inner = target[key]
    const own = isStyles(inner) ? inner : {}
    target[key] = own
    merge(own, value)
  }
}

/** Media queries last and the stronger after the weaker, so that the later rule is the one that should win. */
function inOrder(styles: Styles, media: readonly string[]): Styles {
  const entries = Object.entries(styles).map(([key, value]): [string, StyleValue] => [
    key,
    isStyles(value) && !key.startsWith('@media') ? inOrder(value, media) : value,
  ])
  const isMedia = ([key]: [string, StyleValue]) => key.startsWith('@media')
  const rank = (query: string) => (media.indexOf(query) + media.length + 1) % (media.length + 1)
  const queries = entries.filter(isMedia).sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
  return Object.fromEntries([...entries.filter((entry) => !isMedia(entry)), ...queries])
}

function matches(compound: Styles, selections: Styles): boolean {
  return Object.entries(compound).every(
    ([key, value]) => key === 'css' || [value].flat().some((each) => each === selections[key]),
  )
}

function mergedRecipe(one: Recipe, other: Recipe): Recipe {
  const both = (part: 'base' | 'variants' | 'defaultVariants') => {
    const styles: Styles = {}
    merge(styles, one[part] ?? {})
    merge(styles, other[part] ?? {})
    return styles
  }
  return {
    base: both('base'),
    variants: both('variants'),
    defaultVariants: both('defaultVariants'),
    compoundVariants: [...(one.compoundVariants ?? []), ...(other.compoundVariants ?? [])],
  }
}

function isStyles(value: StyleValue): value is Styles {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same arguments, the same object: what hangs on it need not be worked out again. */
function remembered<Args extends readonly (Styles | undefined)[]>(work: (...args: Args) => Styles) {
  const known = new Map<string, Styles>()
  return (...args: Args): Styles => {
    const key = JSON.stringify(args)
    const before = known.get(key)
    if (before) return before
    const styles = work(...args)
    if (known.size >= KEPT_MAX) known.clear()
    known.set(key, styles)
    return styles
  }
}
