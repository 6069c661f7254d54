import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { colors } from './palette.ts'

/** Steps of 4 px: the only distances in the layout. */
const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32]
const steps = Object.fromEntries(STEPS.map((step) => [step, { value: `${step / 4}rem` }]))
const spacing = { ...steps, 0: { value: '0' }, px: { value: '1px' } }
const each = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

const FONT = "'Vazirmatn Variable', 'Vazirmatn stand-in', system-ui, 'Segoe UI', Tahoma, sans-serif"

/** A component of the library whose parts are drawn where it is used. Its name in the theme gives its parts their types. */
const bare = { slots: ['root'] }

/** Recipes are defined with their components (`chakra('button', { base, variants })`), so a page loads only the ones that it uses. */
const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'k',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens: {
      spacing,
      sizes: { ...spacing, ...each({ full: '100%', tap: '2.75rem', page: '75rem', form: '27rem', prose: '44rem' }) },
      fonts: each({ body: FONT, heading: FONT, mono: FONT }),
      fontSizes: each({
        '2xs': '0.6875rem',
        xs: '0.75rem',
        sm: '0.875rem',
        md: '1rem',
        lg: '1.125rem',
        xl: '1.25rem',
        '2xl': '1.5rem',
        '3xl': '1.875rem',
        '4xl': '2.375rem',
        '5xl': '3.125rem',
      }),
      fontWeights: each({ normal: '400', medium: '500', semibold: '600', bold: '700', black: '800' }),
      lineHeights: each({ tight: '1.25', snug: '1.45', normal: '1.65', loose: '1.9' }),
      radii: each({
        none: '0',
        sm: '0.5rem',
        md: '0.75rem',
        lg: '1rem',
        xl: '1.25rem',
        '2xl': '1.75rem',
        full: '999px',
      }),
      zIndex: each({ bar: '20', menu: '30', toast: '60' }),
    },
    semanticTokens: {
      colors,
      shadows: {
        card: { value: { _light: '0 1px 2px rgba(19,23,34,0.05)', _dark: '0 1px 0 rgba(255,255,255,0.03) inset' } },
        lifted: {
          value: {
            _light: '0 18px 50px rgba(19,23,34,0.16)',
            _dark: '0 1px 0 rgba(255,255,255,0.05) inset, 0 24px 60px rgba(0,0,0,0.55)',
          },
        },
      },
    },
    slotRecipes: { nativeSelect: bare, qrCode: bare },
    keyframes: {
      shimmer: { from: { backgroundPositionX: '200%' }, to: { backgroundPositionX: '-200%' } },
      turn: { to: { transform: 'rotate(360deg)' } },
      sheetIn: { from: { opacity: '0', transform: 'translateY(2.5rem)' } },
      rise: { from: { opacity: '0', transform: 'translateY(0.5rem)' } },
      flashUp: { from: { backgroundColor: 'colors.buy.subtle', color: 'colors.buy' } },
      flashDown: { from: { backgroundColor: 'colors.sell.subtle', color: 'colors.sell' } },
    },
  },
  globalCss: {
    html: {
      color: 'fg',
      bg: 'canvas',
      lineHeight: 'normal',
      fontVariantNumeric: 'tabular-nums',
      textSizeAdjust: '100%',
      scrollPaddingTop: '5rem',
      scrollbarGutter: { lg: 'stable' },
      scrollbarColor: 'var(--k-colors-line-strong) transparent',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.line',
    },
    'html:has(dialog[open])': { overflow: 'hidden' },
    body: { overflowX: 'clip' },
    '*::placeholder': { color: 'fg.faint', opacity: '1' },
    '*::selection': { bg: 'gold.subtle' },
    ':focus-visible': { outline: '2px solid', outlineColor: 'gold', outlineOffset: '2px' },
    '[tabindex="-1"]:focus-visible': { outline: 'none' },
    'button, [role=button], [role=tab], [role=radio], label, summary': { touchAction: 'manipulation' },
    'button:not(:disabled), summary, select': { cursor: 'pointer' },
    // Prints show the text of a page, without bars, buttons and fields, and without shadows.
    'html, body': { _print: { bg: 'white!' } },
    'header, footer, nav, aside, button:not(h2 > button), [role=tablist], #main form': {
      _print: { display: 'none!' },
    },
    'section, article': { _print: { boxShadow: 'none!' } },
    'h2, h3, tr, img, li': { _print: { breakInside: 'avoid' } },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '1ms!',
        animationIterationCount: '1!',
        // A duration would start transitions on all elements without one: each colour would reach child elements late.
        transition: 'none!',
        scrollBehavior: 'auto!',
      },
    },
  },
})

export const system = createSystem(defaultBaseConfig, config)
