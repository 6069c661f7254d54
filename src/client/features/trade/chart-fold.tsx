import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChartLine, ChevronDown } from 'lucide-react'
import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ON_ITS_SIDE } from '#client/ui/media.ts'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { useMedia } from '#client/ui/use-wide.ts'
import { chartFold } from './chart/chart.queries.ts'
import { ChartPanel } from './chart/chart-panel.tsx'
import { marketInfoQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

/** Whether the window has space for the chart above a whole book. */
export const useTablet = () => useMedia('(min-width: 48em) and (min-height: 45em)')

/** Whether the chart stands beside book and form: on a phone that lies on its side. */
export const LANDSCAPE = `${ON_ITS_SIDE} and (min-width: 40em)`

/** Whether the chart is always open: it has space of its own above the book or beside it. */
function useOwnSpace(): 'above' | 'beside' | undefined {
  const isBeside = useMedia(LANDSCAPE)
  return useTablet() ? 'above' : isBeside ? 'beside' : undefined
}

const toggle = () => chartFold.set(chartFold.get() === 'open' ? 'folded' : 'open')

/** Folds the chart and unfolds it, from the line of the market. On the smallest phones only the line of the chart does. */
export function ChartButton() {
  const { t } = useTranslation('trade')
  const isOpen = chartFold.use() === 'open'
  if (useOwnSpace()) return null
  return (
    <chakra.span css={{ display: 'none', '@media (min-width: 22.5em)': { display: 'inline' } }}>
      <IconButton
        label={t(isOpen ? 'chart.fold' : 'chart.unfold')}
        icon={<ChartLine size={20} aria-hidden="true" />}
        expanded={isOpen}
        onClick={toggle}
      />
    </chakra.span>
  )
}

/** The chart of a phone: a line with the week's prices, which unfolds to the chart itself. On a tablet, and on a phone on its side, it is always open. */
export function ChartFold({ path }: { path: MarketPath }) {
  const isOpen = chartFold.use() === 'open'
  const space = useOwnSpace()
  if (space)
    return (
      <ChartFrame>
        <ChartPanel path={path} height={space === 'above' ? 'max(20rem, 30dvh)' : 'max(13rem, 70dvh)'} />
      </ChartFrame>
    )
  return (
    <ChartFrame data-folded={!isOpen || undefined}>
      <FoldLine path={path} isOpen={isOpen} />
      {isOpen && (
        <ChartPanel
          path={path}
          height="max(18rem, 36dvh)"
          after={<chakra.span width="tap" css={{ [LARGE_LETTERS]: { display: 'none' } }} />}
        />
      )}
    </ChartFrame>
  )
}

const ChartFrame = chakra('div', {
  base: {
    position: 'relative',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    bg: 'surface',
    '&:not([data-folded])': { paddingInline: '2', paddingBottom: '1' },
  },
})

/** With large letters the button has a line of its own. */
const LARGE_LETTERS = '@media (max-width: 19.9em)'

/** The folded chart is this line alone. Unfolded, it is a button at the end of the chart's own line, which keeps a space for it. */
function FoldLine({ path, isOpen }: { path: MarketPath; isOpen: boolean }) {
  const { t } = useTranslation('trade')
  const week = useQuery(marketInfoQuery(marketSymbol(path))).data?.lastWeekData
  const swipe = useSwipe()
  const open = { position: 'absolute', zIndex: '2', top: '0', insetInlineEnd: '2' } as const
  const large = { [LARGE_LETTERS]: { position: 'static' } }
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="end" {...(isOpen ? open : {})} css={large}>
      <chakra.button
        type="button"
        aria-expanded={isOpen}
        display="flex"
        flex={isOpen ? undefined : '1'}
        minWidth="tap"
        alignItems="center"
        justifyContent={isOpen ? 'center' : 'space-between'}
        gap="3"
        minHeight="tap"
        paddingInline={isOpen ? '0' : '3'}
        fontSize="sm"
        color="fg.muted"
        touchAction="pan-x!"
        {...swipe}
      >
        <chakra.span srOnly={isOpen}>{t('tabs.chart')}</chakra.span>
        {!isOpen && <Sparkline points={week ?? []} />}
        <chakra.span transform={isOpen ? 'rotate(180deg)' : undefined}>
          <ChevronDown size={18} aria-hidden="true" />
        </chakra.span>
      </chakra.button>
    </chakra.div>
  )
}

const SWIPE_PX = 24

/** A press toggles the chart; a swipe up over its line folds it, a swipe down unfolds it. */
function useSwipe() {
  const from = useRef<number>(undefined)
  const swiped = useRef(false)
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.clientY
      swiped.current = false
    },
    onPointerUp(event: PointerEvent) {
      const by = event.clientY - (from.current ?? event.clientY)
      if (Math.abs(by) < SWIPE_PX) return
      swiped.current = true
      chartFold.set(by < 0 ? 'folded' : 'open')
    },
    onClick() {
      if (!swiped.current) toggle()
      swiped.current = false
    },
  }
}
