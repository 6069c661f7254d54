import { describe, expect, test } from 'vitest'
import { buttonRecipe } from '#client/ui/button.tsx'
import { createStyleEngine, type Recipe, type Styles } from '#client/ui/style-engine.ts'
import { system } from '#client/ui/theme.ts'
import { buildStyleTable } from '../../../../.vite/build-style-table.ts'

/** Chakra's system, as far as the engine stands in for it. */
interface Oracle {
  css(...styles: readonly object[]): object
  cva(recipe: object): OracleRecipe
}
interface OracleRecipe {
  (chosen: object): object
  merge(other: OracleRecipe): OracleRecipe
}
const chakra: Oracle = system

const table = buildStyleTable(system, { word: () => true, text: () => true, value: () => true, prop: () => false })
const engine = createStyleEngine(table)

/** With the order of the keys, which decides which of two rules wins. */
const text = (styles: object) => JSON.stringify(styles)

const STYLES: Record<string, Styles> = {
  'tokens and plain values': { padding: '4', marginTop: '-2', width: '3.7rem', color: 'fg.muted', opacity: 0.5 },
  shorthands: { bg: 'surface', bgSize: '200% 100%', rounded: 'md' },
  'one prop that sets several properties': { borderTopRadius: '2xl', borderStartRadius: 'sm' },
  breakpoints: { display: { lg: 'flex', base: 'none', sm: 'block' }, padding: { md: '3' } },
  'arrays by breakpoint': { padding: ['2', '3', null, '4'] },
  'ranges of the screen': { mdDown: { display: 'block' }, hideBelow: 'lg', sm: { gap: '2' } },
  states: { _hover: { bg: 'hover', color: { base: 'fg', md: 'gold' } }, _disabled: { opacity: 0.5 } },
  selectors: { '& summary': { '&::marker': { color: 'fg' } }, '&[open] svg': { transform: 'none' } },
  'a state before its screen': { md: { _hover: { color: 'gold' } }, _hover: { md: { color: 'sell' } } },
  'media queries of one’s own': {
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
    _hover: { color: 'fg' },
    xl: { color: 'gold' },
  },
  'an important value': { color: 'fg!', marginTop: '2 !important' },
  helpers: { truncate: true, srOnly: true },
  'a preset of transitions': { transition: 'colors' },
  'nothing at all': { color: undefined, padding: null },
}

const RECIPES: Record<string, { recipe: Recipe; chosen: Styles[] }> = {
  'the button': {
    recipe: buttonRecipe,
    chosen: [{}, { variant: 'sell' }, { variant: 'ghost', size: 'lg', full: true }, { size: { base: 'sm', md: 'lg' } }],
  },
  'variants that count together': {
    recipe: {
      base: { color: 'fg', _hover: { color: 'gold' } },
      variants: { on: { true: { bg: 'gold.solid' }, false: {} }, tone: { buy: {}, sell: {} } },
      compoundVariants: [{ on: true, tone: ['buy', 'sell'], css: { bg: 'buy.solid', lg: { padding: '4' } } }],
      defaultVariants: { on: false },
    },
    chosen: [{}, { on: true }, { on: true, tone: 'buy' }, { tone: 'sell' }, { on: undefined, tone: 'buy' }],
  },
  'no recipe': { recipe: {}, chosen: [{}] },
}

describe('the styles of the engine are those of Chakra’s own system', () => {
  test.each(Object.entries(STYLES))('%s', (_, styles) => {
    expect(text(engine.css(styles))).toBe(text(chakra.css(styles)))
  })

  test('for every value of every style prop', () => {
    const wrong: string[] = []
    for (const [prop, { values = '' }] of Object.entries(table.props)) {
      for (const value of ['3px', ...Object.keys(table.values[values] ?? {}), ...Object.keys(table.whole[prop] ?? {})])
        if (text(engine.css({ [prop]: value })) !== text(chakra.css({ [prop]: value }))) wrong.push(`${prop}: ${value}`)
    }
    expect(Object.keys(table.props).length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  test('for several styles on one element, the last of which wins', () => {
    const parts = [{ padding: '2', color: 'fg', md: { gap: '2' } }, { px: '4' }, { color: 'gold', md: { gap: '3' } }]
    expect(text(engine.css(...parts))).toBe(text(chakra.css(...parts)))
  })

  test.each(Object.entries(RECIPES))('recipe: %s', (_, { recipe, chosen }) => {
    for (const choice of chosen) {
      const own = engine.css(engine.cva(recipe)(choice), { padding: '1' })
      expect(text(own)).toBe(text(chakra.css(chakra.cva({ ...recipe })(choice), { padding: '1' })))
    }
  })

  test('a recipe laid over another', () => {
    const [one, other] = [{ base: { color: 'fg', padding: '2' } }, { base: { color: 'gold' } }]
    const merged = engine.cva(one).merge(engine.cva(other))
    expect(text(merged({}))).toBe(text(chakra.cva(one).merge(chakra.cva(other))({})))
  })
})

test('a recipe and its styles are worked out once', () => {
  const recipe = { base: { color: 'fg' } }
  expect(engine.cva(recipe)).toBe(engine.cva(recipe))
  expect(engine.css({ color: 'gold' })).toBe(engine.css({ color: 'gold' }))
})

test('a style prop is told from an attribute', () => {
  expect(['bg', 'css', '_hover', 'mdDown', 'srOnly', 'color'].filter((prop) => !engine.isValidProperty(prop))).toEqual(
    [],
  )
  expect(['href', 'onClick', 'variant', 'aria-label'].filter((prop) => engine.isValidProperty(prop))).toEqual([])
})

test('a selector in the place of a prop is a style', () => {
  expect(engine.isValidProperty('&[aria-current=page]')).toBe(system.isValidProperty('&[aria-current=page]'))
  expect(engine.isValidProperty('&[aria-current=page]')).toBe(true)
})

test('what a browser lists as a descriptor of @font-face or @page stays an attribute', () => {
  Object.assign(document.documentElement.style, { src: '', size: '' })
  expect(['src', 'size'].filter((prop) => engine.isValidProperty(prop))).toEqual([])
})

test('a style prop that the table cannot say stops the build', () => {
  const written = {
    word: () => true,
    text: () => false,
    value: () => false,
    prop: (prop: string) => prop === 'divideStyle',
  }
  expect(() => buildStyleTable(system, written)).toThrow('divideStyle')
})
