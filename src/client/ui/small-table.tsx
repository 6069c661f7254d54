import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { figureColumn } from './figures.ts'

export interface SmallColumn<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** A price, an amount or a share: its digits are aligned at their end. */
  readonly figure?: boolean
  /** A column that phones leave out, since they show it in another one. */
  readonly wideOnly?: boolean
}

type SmallTableProps<Row> = {
  /** Describes the list to screen readers. */
  caption: string
  rows: readonly Row[]
  columns: readonly SmallColumn<Row>[]
  keyOf: (row: Row) => string
  /** The number of rows on the screen; prints show all. */
  rowsShown?: number
}

const Table = chakra('table', { base: { width: 'full', borderCollapse: 'collapse', fontSize: 'sm' } })

const cell = {
  paddingInline: { base: '1', md: '3' },
  textAlign: 'start',
  _first: { paddingInlineStart: '0' },
  _last: { paddingInlineEnd: '0' },
  '&[data-figure]': figureColumn,
} as const

const Head = chakra('th', {
  base: {
    ...cell,
    paddingBlock: '2',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    lineHeight: 'snug',
    verticalAlign: 'bottom',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
})

const Cell = chakra('td', {
  base: { ...cell, height: '3.25rem', paddingBlock: '1.5', verticalAlign: 'middle', '& bdi': { whiteSpace: 'nowrap' } },
})

/**
 * A table of few columns, which stays a table on a phone. It is no variant of `DataTable`: that one turns rows into cards, so the two share neither
 * their cells' layout nor their roles, and one with a switch for each would be longer than both.
 */
export function SmallTable<Each>({ caption, rows, columns, keyOf, rowsShown = rows.length }: SmallTableProps<Each>) {
  const hidden = (wideOnly = false) => (wideOnly ? { hideBelow: 'md' as const } : {})
  return (
    <Table aria-label={caption}>
      <thead>
        <tr>
          {columns.map(({ key, label, figure = false, wideOnly }) => (
            <Head key={key} scope="col" data-figure={figure || undefined} {...hidden(wideOnly)}>
              {label}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <chakra.tr
            key={keyOf(row)}
            borderTopWidth="1px"
            borderColor="line"
            _first={{ borderTopWidth: '0' }}
            {...(index >= rowsShown && { display: 'none', _print: { display: 'table-row' } })}
          >
            {columns.map(({ key, cell: show, figure = false, wideOnly }) => (
              <Cell key={key} data-figure={figure || undefined} {...hidden(wideOnly)}>
                {show(row)}
              </Cell>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </Table>
  )
}
