import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** The cell that a phone shows over the full width of the row's card. */
  readonly wide?: boolean
  /** Buttons need no name in front of them on a phone. */
  readonly unnamed?: boolean
}

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  dense?: boolean
}

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    mdDown: { display: 'block', '& tbody': { display: 'grid', gap: '0' } },
  },
})

const Head = chakra('th', {
  base: {
    paddingBlock: '2',
    paddingInline: '2',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
})

const Row = chakra('tr', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'line',
    _last: { borderBottomWidth: '0' },
    md: { _hover: { bg: 'hover' } },
    mdDown: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: '4',
      rowGap: '2.5',
      paddingBlock: '4',
    },
  },
})

const Cell = chakra('td', {
  base: {
    mdDown: {
      display: 'flex',
      flexDirection: 'column',
      minWidth: '0',
      '&[data-wide]': { gridColumn: '1 / -1' },
      '&[data-label]::before': { content: 'attr(data-label)', fontSize: 'xs', color: 'fg.muted' },
    },
    md: { paddingInline: '2', verticalAlign: 'middle' },
  },
  variants: { dense: { true: { md: { paddingBlock: '1.5' } }, false: { md: { paddingBlock: '3' } } } },
})

/** A table on a wide screen; on a phone each row is a card of named figures. The roles hold in both shapes. */
export function DataTable<Each>({ caption, rows, columns, keyOf, dense = false }: DataTableProps<Each>) {
  return (
    <chakra.div overflowX={{ md: 'auto' }}>
      <Table role="table" aria-label={caption}>
        <chakra.thead role="rowgroup" hideBelow="md">
          <chakra.tr role="row">
            {columns.map(({ key, label, unnamed = false }) => (
              <Head key={key} role="columnheader" scope="col">
                {unnamed ? <chakra.span srOnly>{label}</chakra.span> : label}
              </Head>
            ))}
          </chakra.tr>
        </chakra.thead>
        <chakra.tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={keyOf(row)} role="row">
              {columns.map(({ key, label, cell, wide = false, unnamed = false }) => (
                <Cell
                  key={key}
                  role="cell"
                  dense={dense}
                  data-label={unnamed ? undefined : label}
                  data-wide={wide || undefined}
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
