import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { figureColumn } from './figures.ts'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** A price, an amount or a share: on a wide screen its digits are aligned at their end. */
  readonly figure?: boolean
  /** A cell that takes the full width of the row's card on a phone. */
  readonly wide?: boolean
  /** A cell without a name on a phone, as buttons need none. */
  readonly unnamed?: boolean
}

type DataTableProps<Row> = {
  /** Describes the list to screen readers. */
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** For the trade page, where space is scarce. */
  dense?: boolean
}

/** Two figures side by side if they fit; with large letters on a small phone, one. */
const TWO_OR_ONE = 'repeat(auto-fit, minmax(min(100%, max(7.5rem, 50% - 0.5rem)), 1fr))'

/** A text column after a column of figures, which ends where the text begins. */
const afterFigure = { '[data-figure] + &:not([data-figure])': { paddingInlineStart: '4' } } as const

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    lgDown: { display: 'block', '& tbody': { display: 'grid', gap: '0' } },
  },
  // Next to a book, the longest figures fit only on wide screens.
  variants: { dense: { true: { lgTo2xl: { fontSize: 'xs' } }, false: {} } },
})

const Head = chakra('th', {
  base: {
    paddingBlock: '2',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    '&[data-figure]': figureColumn,
    ...afterFigure,
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
  variants: {
    dense: {
      true: { paddingInline: '1', lineHeight: 'tight', verticalAlign: 'bottom' },
      false: { paddingInline: '2', whiteSpace: 'nowrap' },
    },
  },
})

const Row = chakra('tr', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'line',
    _last: { borderBottomWidth: '0' },
    lg: { _hover: { bg: 'hover' } },
    lgDown: {
      display: 'grid',
      gridTemplateColumns: { base: TWO_OR_ONE, md: 'repeat(4, minmax(0, 1fr))' },
      columnGap: { base: '2', sm: '4' },
      rowGap: '2.5',
      paddingBlock: '4',
    },
  },
})

const Cell = chakra('td', {
  base: {
    lgDown: {
      display: 'flex',
      flexDirection: 'column',
      minWidth: '0',
      // On the narrowest phones the unit wraps below its number; neither breaks inside. `bdi` with `dir` is a figure, without it a name.
      '& span': { whiteSpace: 'normal' },
      '& bdi[dir], & [data-quantity] > *': { whiteSpace: 'nowrap' },
      '& bdi:not([dir])': { overflowWrap: 'anywhere' },
      '& [data-quantity]': { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '1' },
      // Text typed by users can be one long word without spaces.
      '&[data-wide]': { gridColumn: '1 / -1', '& bdi': { whiteSpace: 'normal' }, '& *': { overflowWrap: 'anywhere' } },
      '&[data-label]::before': { content: 'attr(data-label)', fontSize: 'xs', color: 'fg.muted' },
    },
    // Dates wrap between day and hour so that the table does not overflow. Their own style is in a later layer than this one.
    '& time': { whiteSpace: { lg: 'normal!' }, display: { lg: 'inline-block' }, minWidth: { lg: '6em' } },
    lg: {
      verticalAlign: 'middle',
      '&[data-figure]': figureColumn,
      '&[data-wide] *': { overflowWrap: 'anywhere' },
      ...afterFigure,
    },
  },
  variants: {
    dense: {
      true: {
        lg: { paddingBlock: '0.5', paddingInline: '1', '&[data-wide]': { minWidth: '8rem' } },
        // The row's last button stays in sight where the panel is narrower than the table.
        '&:not([data-label])': { paddingInline: { lg: '0.5' } },
        '&:not([data-label]):last-child': {
          position: { lg: 'sticky' },
          insetInlineEnd: '0',
          bg: { lg: 'surface' },
        },
        '& button': {
          minHeight: { lg: '8' },
          paddingInline: { lg: '1.5', '2xl': '3.5' },
          fontSize: { lg: 'xs', '2xl': 'sm' },
        },
      },
      false: { lg: { paddingBlock: '3', paddingInline: '2', '&[data-wide]': { minWidth: '12rem' } } },
    },
  },
})

/** A table on a wide screen; on a narrower one each row is a card of labelled figures. The roles stay the same in both shapes. */
export function DataTable<Each>({ caption, rows, columns, keyOf, dense = false }: DataTableProps<Each>) {
  return (
    <chakra.div overflowX={{ lg: 'auto' }}>
      <Table role="table" aria-label={caption} dense={dense}>
        <chakra.thead role="rowgroup" hideBelow="lg">
          <chakra.tr role="row">
            {columns.map(({ key, label, figure = false, unnamed = false }) => (
              <Head key={key} role="columnheader" scope="col" dense={dense} data-figure={figure || undefined}>
                {unnamed ? <chakra.span srOnly>{label}</chakra.span> : label}
              </Head>
            ))}
          </chakra.tr>
        </chakra.thead>
        <chakra.tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={keyOf(row)} role="row">
              {columns.map(({ key, label, cell, figure = false, wide = false, unnamed = false }) => (
                <Cell
                  key={key}
                  role="cell"
                  dense={dense}
                  data-label={unnamed ? undefined : label}
                  data-wide={wide || undefined}
                  data-figure={figure || undefined}
                >
                  <span>{cell(row)}</span>
                </Cell>
              ))}
            </Row>
          ))}
        </chakra.tbody>
      </Table>
    </chakra.div>
  )
}
