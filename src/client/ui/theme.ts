import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'

/**
 * The colours by their meaning. Ink and paper surfaces, a single gold accent, green and red only for direction and side. Every text colour has a
 * contrast of at least 4.5 on every surface of its theme.
 */
// Light comes first: its selector matches every page, and of two matches the later one wins.
const both = (_dark: string, _light: string) => ({ value: { _light, _dark } })

const colors = {
  canvas: both('#0A0D14', '#F5F6F8'),
  surface: both('#111620', '#FFFFFF'),
  raised: both('#181E2B', '#FFFFFF'),
  sunken: both('#070A10', '#F8F9FB'),
  hover: both('#1E2635', '#ECEFF3'),
  /** For a translucent bar that content scrolls under. */
  glass: both('rgba(10, 13, 20, 0.88)', 'rgba(245, 246, 248, 0.88)'),
  veil: both('rgba(4, 6, 10, 0.72)', 'rgba(19, 23, 34, 0.44)'),
  line: { DEFAULT: both('#1F2735', '#E3E7ED'), strong: both('#323D50', '#C5CCD7') },
  fg: { DEFAULT: both('#EEF1F6', '#131722'), muted: both('#A3ADBD', '#4E586A'), faint: both('#8792A5', '#5F697B') },
  gold: {
    DEFAULT: both('#E9BC5A', '#7D5700'),
    solid: both('#E3B14A', '#E3B14A'),
    solidHover: both('#EFC367', '#D9A43A'),
    onSolid: both('#1D1502', '#1D1502'),
    subtle: both('rgba(227, 177, 74, 0.13)', '#FBF1DA'),
    line: both('rgba(227, 177, 74, 0.38)', '#E5C67F'),
  },
  buy: {
    DEFAULT: both('#35C88F', '#0A7148'),
    solid: both('#0B8055', '#0B8055'),
    solidHover: both('#096C47', '#096C47'),
    subtle: both('rgba(53, 200, 143, 0.13)', '#E2F4EC'),
  },
  sell: {
    DEFAULT: both('#FF7081', '#BE2239'),
    solid: both('#D0324A', '#D0324A'),
    solidHover: both('#B4263C', '#B4263C'),
    subtle: both('rgba(255, 112, 129, 0.13)', '#FBE7EA'),
  },
  info: { DEFAULT: both('#7FB2FF', '#1D5FC4'), subtle: both('rgba(127, 178, 255, 0.13)', '#E5EEFB') },
}

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
      textSizeAdjust: '100%',
      scrollPaddingTop: '5rem',
      scrollbarGutter: { lg: 'stable' },
      scrollbarColor: 'var(--k-colors-line-strong) transparent',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.line',
    },
    // Digits have their natural widths: Vazirmatn's tabular Persian digits are all as wide as its «۳», so that a price looks spaced out. Its Latin
    // digits are equally wide in both. Only a running clock must not tremble.
    '[role=timer]': { fontVariantNumeric: 'tabular-nums' },
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
