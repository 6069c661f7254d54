import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChartSpline, Maximize2, Minimize2, PencilRuler, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { DOUBLE_LETTERS } from '#client/ui/media.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import type { Resolution } from '#domain/bar-grid.ts'
import { lastPriceOf, marketDetailsQuery, marketInfoQuery } from '../market.queries.ts'
import { type MarketPath, marketSymbol } from '../market-path.ts'
import { CHART_RESOLUTIONS, frameName, resolutionChoice } from './chart.queries.ts'
import { type ChoicePart, DRAWN, type Drawn } from './chart-choice.ts'

/** The width from which all stands in one line; in a narrower chart the tools stand below it. */
export const ONE_LINE = '@container (min-width: 44rem)'
const NAMED = '@container (min-width: 32rem)'

/** The lengths of a bar side by side, each as wide as a finger: on the narrowest phones the row scrolls. */
export function Intervals({ resolution }: { resolution: Resolution }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  return (
    <chakra.div
      flex="1"
      minWidth="min(15rem, 100%)"
      maxWidth="24rem"
      css={{ '& button': { fontSize: 'xs', minWidth: { base: 'tap', lg: '0' }, minHeight: { base: 'tap', lg: '9' } } }}
    >
      <Segmented
        label={t('chart.resolution')}
        look="narrow"
        value={resolution}
        options={CHART_RESOLUTIONS.map((value) => ({
          value,
          label: t(`chart.frame.${value}`),
          name: frameName(value, language),
        }))}
        onChange={resolutionChoice.set}
      />
    </chakra.div>
  )
}

type ToolsProps = {
  tool: Drawn
  isFull: boolean
  onTool: (tool: Drawn) => void
  onChoose: (part: ChoicePart) => void
  onFull: (full: boolean) => void
}

export function Tools({ tool, isFull, onTool, onChoose, onFull }: ToolsProps) {
  const { t } = useTranslation('trade')
  const FullIcon = isFull ? Minimize2 : Maximize2
  return (
    <chakra.div
      gridArea="tools"
      display="flex"
      alignItems="center"
      css={{ '& > *': { height: { base: 'tap', lg: '8' }, [DOUBLE_LETTERS]: { width: '25%', minWidth: '0' } } }}
    >
      <Named as="div" data-on={tool !== '' || undefined}>
        <PencilRuler size={18} aria-hidden="true" />
        <span>{t('chart.draw.label')}</span>
        <DrawSelect tool={tool} onTool={onTool} />
      </Named>
      <Named type="button" aria-label={t('chart.indicators')} onClick={() => onChoose('indicators')}>
        <ChartSpline size={18} aria-hidden="true" />
        <span>{t('chart.indicators')}</span>
      </Named>
      <IconButton
        label={t('chart.options')}
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        onClick={() => onChoose('options')}
      />
      <IconButton
        label={t(isFull ? 'chart.leaveFull' : 'chart.full')}
        icon={<FullIcon size={18} aria-hidden="true" />}
        onClick={() => onFull(!isFull)}
      />
    </chakra.div>
  )
}

/** Named wherever there is space for its name. */
const Named = chakra('button', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minWidth: 'tap',
    borderRadius: 'md',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'fg.muted',
    _hover: { bg: 'hover', color: 'fg' },
    '&[data-on]': { color: 'gold' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'gold' },
    '& span': { display: 'none' },
    [NAMED]: { paddingInline: '2', '& span': { display: 'inline' } },
  },
})

/** The browser's own list over an icon: a native select is as wide as its longest option. */
function DrawSelect({ tool, onTool }: Pick<ToolsProps, 'tool' | 'onTool'>) {
  const { t } = useTranslation('trade')
  return (
    <chakra.select
      aria-label={t('chart.draw.label')}
      title={t('chart.draw.label')}
      value={tool}
      onChange={({ currentTarget }) => onTool(DRAWN.find((each) => each === currentTarget.value) ?? '')}
      position="absolute"
      inset="0"
      width="full"
      opacity="0"
      cursor="pointer"
      css={{ '& option': { bg: 'surface', color: 'fg' } }}
    >
      {DRAWN.map((value) => (
        <option key={value} value={value}>
          {t(`chart.draw.${value === '' ? 'label' : value}`)}
        </option>
      ))}
    </chakra.select>
  )
}

/** The market and its last price, which a chart on the whole screen no longer has around it. */
export function FullTitle({ path }: { path: MarketPath }) {
  const { pairOf, unitOf } = useCoins()
  const market = marketSymbol(path)
  const last = useQuery({ ...marketInfoQuery(market), select: lastPriceOf }).data
  const tick = useQuery(marketDetailsQuery(market)).data?.tickSize
  return (
    <chakra.div
      display="flex"
      alignItems="baseline"
      gap="2"
      minHeight="2rem"
      paddingInline="1"
      whiteSpace="nowrap"
      css={{ flex: '1 0 100%', [ONE_LINE]: { flex: '0 0 auto' } }}
    >
      <b>{pairOf({ base: path.tradeFrom, quote: path.tradeTo })}</b>
      <chakra.b marginInlineStart={{ base: 'auto', md: '0' }}>
        <FlashingPrice value={last} fractionMin={finest([tick ?? ''])} />
      </chakra.b>
      <chakra.span fontSize="xs" color="fg.muted">
        {unitOf(path.tradeTo)}
      </chakra.span>
    </chakra.div>
  )
}
