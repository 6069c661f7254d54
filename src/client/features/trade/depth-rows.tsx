import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn } from '#client/ui/figures.ts'
import { finest } from '#client/ui/finest.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TotalText } from '#client/ui/total-text.tsx'
import type { Side } from '#domain/order.ts'
import type { DepthRow } from './market.queries.ts'

/** Called for a pressed level, with the side of the order that would take it, its price and its amount. */
export type TakeLevel = (level: { side: Side; price: string; amount: string }) => void

interface LevelProps {
  readonly side: Side
  /** Decimals of the total, which is only a guide here. */
  readonly totalDecimals: number
  readonly onTake: TakeLevel
}

type DepthRowsProps = LevelProps & { caption: string; rows: readonly DepthRow[] }

/** With large letters on a small screen, the book omits totals, which are only a guide, to make space for prices and amounts. */
export const NARROW_BOOK = '@container (max-width: 16rem)'

/** As `xs`, but never larger than fits on a small phone. */
export const BOOK_FONT = 'min(0.75rem, 3.75vw)'

/** The columns of the whole book: each is as wide as its longest figure, so that all three fit. */
const ownColumns = { display: 'grid', gridTemplateColumns: 'subgrid', gridColumn: '1 / -1' } as const

const Row = chakra('button', {
  base: {
    position: 'relative',
    ...ownColumns,
    alignItems: 'center',
    width: 'full',
    minHeight: { base: '2rem', lg: '1.5rem' },
    paddingInline: '1.5',
    fontSize: BOOK_FONT,
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { bg: 'hover' },
  },
})

/** The levels of one side. The bar behind a row shows its share of the deepest displayed level. */
export function DepthRows({ caption, rows, ...level }: DepthRowsProps) {
  const { t } = useTranslation('trade')
  const priceDecimals = finest(rows.map(({ unitPrice }) => unitPrice))
  const amountDecimals = finest(rows.map(({ volume }) => volume))
  return (
    <chakra.ul listStyleType="none" aria-label={caption} {...ownColumns}>
      {rows.map((row) => (
        <Level key={row.unitPrice} row={row} {...level} priceDecimals={priceDecimals} amountDecimals={amountDecimals} />
      ))}
      {rows.length === 0 && (
        <chakra.li gridColumn="1 / -1" fontSize="xs" color="fg.muted" paddingBlock="4" textAlign="center">
          {t('book.emptySide')}
        </chakra.li>
      )}
    </chakra.ul>
  )
}

type OneLevelProps = LevelProps & { row: DepthRow; priceDecimals: number; amountDecimals: number }

/** Memoized: React Query keeps an unchanged level as the same object, so it does not render again. */
const Level = memo(function Level({ side, row, priceDecimals, amountDecimals, totalDecimals, onTake }: OneLevelProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitPrice, volume } = row
  const colour = side === 'BUY' ? 'buy' : 'sell'
  return (
    <chakra.li {...ownColumns}>
      <Row
        type="button"
        title={t('book.take', { price: showDecimal(unitPrice, language) })}
        onClick={() => onTake({ side: otherSide(side), price: unitPrice, amount: volume })}
      >
        <chakra.span
          aria-hidden="true"
          position="absolute"
          insetBlock="1px"
          insetInlineEnd="0"
          borderRadius="sm"
          bg={`${colour}.subtle`}
          transition="width 300ms"
          style={{ width: `${row.executedPercent}%` }}
        />
        <chakra.span position="relative" color={colour} fontWeight="semibold" {...figureColumn}>
          <DecimalText value={unitPrice} fractionMin={priceDecimals} />
        </chakra.span>
        <chakra.span position="relative" {...figureColumn}>
          <DecimalText value={volume} fractionMin={amountDecimals} />
        </chakra.span>
        <chakra.span position="relative" color="fg.muted" css={{ ...figureColumn, [NARROW_BOOK]: { display: 'none' } }}>
          <TotalText value={row.wholePrice} decimals={totalDecimals} />
        </chakra.span>
      </Row>
    </chakra.li>
  )
})

const otherSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
